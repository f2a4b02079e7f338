/** What decides whether a DELETE is sent, and whether a failed one says that the resource is gone. */

import { quotesRoute, type RequestError } from "../api/errors.js";
import { formatMissingId } from "../rows/table.js";
import type { Run } from "./run.js";
import type { Resource } from "./state.js";

/** Returns why the host sends no DELETE for a resource that the engine deletes. */
export function findReasonToLetGo({ table, id, state, values, operations }: Resource, run: Run): string | undefined {
  const { noun, neverDeleted, idArgument } = table;
  if (neverDeleted !== "") return `no ${noun} is ever deleted, because ${neverDeleted}`;
  if (state.hasMadeId) return "the package made its id, which the API doesn't know";
  run.refuseMalformedOperations();
  if (!operations.includes("delete")) return "apphosting:operations doesn't include delete";
  if (run.isLeft(table, id)) return "another one was adopted in its place";
  // A create whose response had no id may have returned this resource, which the program uses by the made id.
  const ids = [id, formatMissingId(table, values)];
  if (!ids.some((one) => run.isUsed(table, one))) return undefined;
  return `this program still uses the ${noun}: another resource, ${idArgument}, or \`get\` has the same id`;
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
