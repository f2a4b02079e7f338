/**
 * Deletes resources, for users whose API has an operation for it. A delete cannot be taken back: what the stack has not
 * created stays, and so does what a read does not show to be the same resource.
 */

import type { Json } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { computeBackoff } from "../api/retry.js";
import type { Operation } from "../definitions/operation.js";
import { HostFailure } from "./failure.js";
import {
  describeCancelledWait,
  describeDeleteWait,
  describeGoneBefore,
  describeStillExists,
  describeStillFound,
  noDelete,
} from "./notices.js";
import { sendRead } from "./reads.js";
import { sendRequest } from "./request.js";
import { decodeState, settingOf } from "./state.js";
import { joinWords, type Subject } from "./subject.js";

/**
 * Deletes a resource that leaves the stack, or lets go of it, and prints why.
 *
 * @param subject with the properties in the state
 * @throws HostFailure where the resource has to stay in the state
 */
export async function deleteResource(subject: Subject): Promise<void> {
  const { definition, session } = subject;
  const { read, delete: remove } = definition.operations;
  const reason = findReasonNotToDelete(subject);
  if (reason !== undefined || read === undefined || remove === undefined) {
    session.warn(describeStillExists(subject, reason ?? noDelete));
    return;
  }
  try {
    refuseUnsafeDelete(subject, await sendRead(subject, read));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    session.warn(describeGoneBefore(subject, error.message));
    return;
  }
  await sendRequest(subject, remove);
  await waitUntilGone(subject, read);
}

/**
 * Finds why the stack cannot or must not delete a resource.
 *
 * @param subject with the properties in the state
 */
export function findReasonNotToDelete({ definition, session, id, values }: Subject): string | undefined {
  const { names, idArgument, operations } = definition;
  if (session.namedOperationsOf(names.class).delete === undefined) return noDelete;
  // A subject whose id the package has made has the documented operations alone.
  if (operations.delete === undefined) return "the package has made its id, by which the API finds nothing";
  if ((values[idArgument.name] ?? null) !== null) {
    return `the stack has not created it, but recorded it by ${idArgument.name}`;
  }
  if (session.hasRecordedId(names.class, id)) return `another resource of the program names it as ${idArgument.name}`;
  return undefined;
}

/**
 * Refuses to delete what may be another resource than the one in the state, and what others would be deleted with.
 *
 * @throws HostFailure
 */
function refuseUnsafeDelete(subject: Subject, response: ResourceResponse): void {
  const { definition, title } = subject;
  const { words } = definition.names;
  const difference = findOtherIdentity(subject, response);
  if (difference !== undefined) {
    throw new HostFailure(
      `delete ${words} was not sent: ${difference}, so that ${title} may be another ${words} than the one that this stack created. ` +
        "If it is, run `pulumi state delete` with its URN.",
    );
  }
  for (const {
    name,
    row: { blocksDelete },
  } of definition.outputs) {
    if (blocksDelete === undefined) continue;
    const own = response.values[blocksDelete.exceptIdIn];
    const others = listIds(response.values[name]).filter((id) => id !== own);
    if (others.length === 0) continue;
    throw new HostFailure(
      `delete ${words} was not sent: ${name} of ${title} has others than its own, ${joinWords(others.map((id) => subject.makeSafe(id)))}, ` +
        "which the API may delete with it. Delete or move these first.",
    );
  }
}

/** Finds what tells that a response is about another resource than the state; undefined where it is the same. */
function findOtherIdentity({ definition, values }: Subject, response: ResourceResponse): string | undefined {
  if (response.type !== undefined && response.type !== definition.type) {
    return "the API returns another type";
  }
  for (const { name, row } of definition.outputs) {
    const [before, now] = [values[name] ?? null, response.values[name] ?? null];
    if (!row.identifies || before === null || now === null) continue;
    return isSameInstant(before, now) ? undefined : `the API returns another ${name}`;
  }
  const state = decodeState(definition, values);
  for (const { name, row } of definition.arguments) {
    if (!row.identifies) continue;
    const { output, requested, returned } = settingOf(state, name);
    const now = response.values[name] ?? null;
    if (now === null || ![output, requested, returned].includes(now)) {
      return `the API does not return the ${name} in the state`;
    }
  }
  return undefined;
}

function isSameInstant(one: Json, other: Json): boolean {
  return one === other || Date.parse(String(one)) === Date.parse(String(other));
}

function listIds(ids: Json | undefined): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/**
 * Reads until the API does not find the resource any more, because a delete can take its time. Where the API still finds it after
 * `timeoutSeconds`, or the run is cancelled, it prints that, and the resource leaves the state all the same.
 */
async function waitUntilGone(subject: Subject, read: Operation): Promise<void> {
  const { session } = subject;
  const { timeoutSeconds } = session.config;
  const end = Date.now() + timeoutSeconds * 1000;
  for (let attempt = 0; !session.isCancelled; attempt += 1) {
    try {
      await sendRead(subject, read);
    } catch (error) {
      if (isNotFound(error)) return;
      // A cancelled run fails the read that it interrupts.
      if (session.isCancelled) break;
      throw error;
    }
    const wait = computeBackoff(attempt);
    if (Date.now() + wait > end) break;
    if (attempt === 0) session.info(describeDeleteWait(subject, timeoutSeconds));
    await session.sleep(wait);
  }
  session.warn(session.isCancelled ? describeCancelledWait(subject) : describeStillFound(subject, timeoutSeconds));
}

function isNotFound(error: unknown): error is HostFailure {
  return error instanceof HostFailure && error.outcome === "not found";
}
