/**
 * Deletes resources, for users whose API has an operation for it. A delete cannot be taken back: what the stack has not
 * created stays, and so does what a read does not prove to be the same resource.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { computeBackoff } from "../../api/http/retry.js";
import type { Operation } from "../../definitions/operation.js";
import {
  describeDeleteWait,
  describeFailureAfterDelete,
  describeGoneBefore,
  describeStillExists,
  describeStillFound,
  describeUnprovenDelete,
  type ReasonToKeep,
} from "../messages/delete-notices.js";
import type { StateSubject } from "../session/subject.js";
import { isProven } from "../state/identity.js";
import { formatAddress } from "../state/ids.js";
import { decodeState, type ResourceState } from "../state/resource-state.js";
import { HostFailure } from "./failure.js";
import { sendRead } from "./reads.js";
import { sendRequest } from "./request.js";

/**
 * Deletes a resource that leaves the stack, or lets go of it, and prints why.
 *
 * @param subject with the properties in the state
 * @throws HostFailure where the resource has to stay in the state
 */
export async function deleteResource(subject: StateSubject): Promise<void> {
  const { definition, session } = subject;
  const { read, delete: remove } = definition.operations;
  const reason = findReasonToKeep(subject);
  if (reason !== undefined || read === undefined || remove === undefined) {
    session.printer.warn(describeStillExists(subject, reason ?? "no delete"));
    return;
  }
  const state = decodeState(definition, subject.properties);
  try {
    const response = await sendRead(subject, state, read);
    if (!isProven(definition, state, response)) throw new HostFailure(describeUnprovenDelete(subject));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    session.printer.warn(describeGoneBefore(subject, error.message));
    forget(subject);
    return;
  }
  await sendRequest(subject, remove);
  await waitUntilGone(subject, state, read);
}

/**
 * Finds why the stack cannot or must not delete a resource.
 *
 * @param subject with the properties in the state
 */
export function findReasonToKeep({ definition, session, id, properties }: StateSubject): ReasonToKeep | undefined {
  const { names, idArgument, operations, neverDeleted } = definition;
  if (session.configuration.namedOperationsOf(names.class).delete === undefined) return "no delete";
  if (neverDeleted !== undefined) return "never deleted";
  // A subject whose id the package has made has the documented operations alone.
  if (operations.delete === undefined) return "made id";
  if ((properties[idArgument.name] ?? null) !== null) return "adopted";
  return session.memory.findReasonToStay(definition, id, formatAddress(definition, properties, id));
}

/** The least time that a delete is waited for, whatever an attempt of a request may take. */
const leastWaitSeconds = 60;

/**
 * Reads until the API does not find the resource any more, because a delete can take its time. Where the API still finds it after
 * that time, it prints that, and the resource leaves the state all the same.
 *
 * @throws HostFailure where a read fails, so that nobody knows whether the resource is gone
 */
async function waitUntilGone(subject: StateSubject, state: ResourceState, read: Operation): Promise<void> {
  const { session } = subject;
  const seconds = Math.max(session.configuration.values.timeoutSeconds, leastWaitSeconds);
  const end = Date.now() + seconds * 1000;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sendRead(subject, state, read);
    } catch (error) {
      if (isNotFound(error)) {
        forget(subject);
        return;
      }
      throw new HostFailure(describeFailureAfterDelete(subject, (error as Error).message));
    }
    const wait = computeBackoff(attempt);
    if (Date.now() + wait > end) break;
    if (attempt === 0) session.printer.info(describeDeleteWait(subject, seconds));
    await sleep(wait);
  }
  session.printer.warn(describeStillFound(subject, seconds));
}

function forget({ definition, session, id, values }: StateSubject): void {
  session.memory.forget(formatAddress(definition, values, id));
}

function isNotFound(error: unknown): error is HostFailure {
  return error instanceof HostFailure && error.outcome === "not found";
}
