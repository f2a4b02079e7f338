/**
 * Decides whether a resource is deleted. The engine asks for that unless the state has `retainOnDelete: true`, the
 * program's default. The host sends a DELETE unless `findReasonToLetGo` returns a reason. A 2xx without errors or HTML,
 * or what `saysGone` accepts, takes it out of the state. With any other response, it stays.
 */

import type { ApiRequest, RequestError } from "../api/errors.js";
import { formatMissingId } from "../rows/table.js";
import type { Run } from "./run.js";
import type { Resource } from "./state.js";

export const stillUsed = "this program still uses it: another resource or a `get` has the same id";
export const otherAdopted = "another one was adopted in its place";

/** Returns why the host sends no DELETE for a resource that the engine deletes. */
export function findReasonToLetGo({ table, id, state, values, operations }: Resource, run: Run): string | undefined {
  const { noun, neverDeleted } = table;
  if (neverDeleted !== "") return `no ${noun} is ever deleted, because ${neverDeleted}`;
  if (state.hasMadeId) return "the package made its id, which the API doesn't know";
  // A destroy checks no settings.
  run.requireSettings();
  if (!operations.includes("delete")) return "apphosting:operations doesn't include delete";
  // A create whose response had no id may have returned this resource, which the program uses by the made id.
  return run.findReasonToKeep(table, id) ?? run.findReasonToKeep(table, formatMissingId(table, values));
}

/**
 * Whether a failed DELETE says that the resource is gone. A server without this route answers 404, too, so a 404 counts
 * only where its message has the id, or where an earlier attempt may have deleted it.
 */
export function saysGone({ request, failure }: RequestError, id: string): boolean {
  const { status, outcome, message, otherText } = failure;
  if (status === 410) return true;
  if (status !== 404 || quotesRoute(request, `${message} ${otherText}`)) return false;
  const word = id.replaceAll(/[^\w\s]/g, "\\$&");
  return outcome === "unknown" || new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(message);
}

/** Whether a response repeats the path or the method, as routers do: "Cannot DELETE /environments/env-9". */
function quotesRoute({ method, path }: ApiRequest, words: string): boolean {
  // Some write the path without its first slash, and some decode it.
  const paths = [path, decodeURIComponent(path)].map((one) => one.slice(1).toLowerCase());
  return new RegExp(`\\b${method}\\b`).test(words) || paths.some((one) => words.toLowerCase().includes(one));
}
