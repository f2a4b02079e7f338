/** What decides whether a DELETE is sent, and whether a failed one says that the resource is gone. */

import type { RequestError } from "../api/errors.js";
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
  if (!operations.includes("delete")) return "apphosting:operations doesn't include delete";
  // A create whose response had no id may have returned this resource, which the program uses by the made id.
  return run.findReasonToKeep(table, id) ?? run.findReasonToKeep(table, formatMissingId(table, values));
}

/**
 * Whether a failed DELETE says that the resource is gone. A server without this route answers 404, too, so a 404 counts
 * only where its message has the id, or where an earlier attempt may have deleted it.
 */
export function saysGone(error: RequestError, id: string): boolean {
  const { status, outcome, message } = error.failure;
  if (status === 410) return true;
  if (status !== 404 || quotesRoute(error)) return false;
  const word = id.replaceAll(/[^\w\s]/g, "\\$&");
  return outcome === "unknown" || new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(message);
}

/** Whether the API's message repeats the path or the method, as routers do: "Cannot DELETE /environments/env-9". */
function quotesRoute({ request: { method, path }, failure: { message } }: RequestError): boolean {
  // Some write the path without its first slash, and some decode it.
  const written = path.slice(1).replace(/\?.*/, "");
  const quotesPath = [written, decodeURIComponent(written)].some((text) => message.includes(text));
  return quotesPath || new RegExp(`\\b${method}\\b`).test(message);
}
