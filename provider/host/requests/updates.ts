/**
 * Sends updates, prints what the response to a create or an update gives a user to know, and returns what the engine keeps from
 * then on.
 */

import type { JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import { listArgumentNames } from "../../definitions/definition.js";
import type { Operation } from "../../definitions/operation.js";
import { describeOtherResource, mayHaveBeenChanged } from "../messages/notices.js";
import { reviewResponse, reviewUnconfirmed } from "../messages/response-notices.js";
import { formatTitle } from "../messages/subject-texts.js";
import type { Subject } from "../session/subject.js";
import { findOtherIdentity, isDoubtful } from "../state/identity.js";
import { encodeState, type ResourceState } from "../state/resource-state.js";
import { stateAfterResponse, stateAfterUnknownOutcome } from "../state/state-after.js";
import { HostFailure } from "./failure.js";
import { sendRead } from "./reads.js";
import { explainAfterRequest, sendRequest } from "./request.js";

/** What the engine keeps of a resource after a create or an update. */
export interface StoredResource {
  readonly id: string;
  readonly properties: JsonObject;
  /**
   * Why the run stops although the engine keeps the resource: nobody knows whether the API carried out the update, or, with the
   * plugin, an output is another one than the preview has shown.
   */
  readonly failure?: string;
}

/**
 * Sends an update because the arguments `changed` have changed. Its body holds those of them that have a field, and those that
 * the API requires in each update.
 */
export async function sendUpdate(
  subject: Subject,
  before: ResourceState,
  update: Operation,
  changed: readonly string[],
): Promise<StoredResource> {
  const { definition, id } = subject;
  const sent = listArgumentNames(
    definition,
    ({ name, row, hasBodyField }) => hasBodyField && (row.inEveryUpdate === true || changed.includes(name)),
  );
  await confirmIdentity(subject, before, update);
  try {
    const response = await sendRequest(subject, update, sent);
    refuseOtherResource(subject, before, response);
    return { id, properties: printAndEncodeResponse(subject, before, true, sent, response) };
  } catch (error) {
    const failure = explainAfterRequest(error, subject, update);
    if (failure.outcome !== "unknown") throw failure;
    return printAndEncodeUnknownOutcome(subject, before, changed, failure);
  }
}

/**
 * Reads a resource before an update at an address that the user names, where a read is named as well: a resource whose provider
 * was exchanged would change somebody else's. The values of the response are not kept.
 *
 * @throws HostFailure where the read fails, or may be about another resource. Nothing was sent then.
 */
async function confirmIdentity(subject: Subject, before: ResourceState, update: Operation): Promise<void> {
  const { definition } = subject;
  const { read } = definition.operations;
  if (!update.isNamed || read === undefined) return;
  try {
    const response = await sendRead(subject, before, read);
    if (isDoubtful(definition, before, response)) {
      throw new HostFailure(describeOtherResource(subject, "read", "name", response));
    }
  } catch (error) {
    throw new HostFailure(`update ${definition.names.words} was not sent.\n${(error as Error).message}`);
  }
}

/** @throws HostFailure where the response to an update is about another resource: nobody knows what was changed */
export function refuseOtherResource(subject: Subject, before: ResourceState, response: ResourceResponse): void {
  const other = findOtherIdentity(subject.definition, subject.id, before, response);
  if (other === undefined) return;
  throw new HostFailure(
    `${describeOtherResource(subject, "update", other, response)}\n${mayHaveBeenChanged}`,
    "unknown",
  );
}

/** Prints what the response to a create or an update gives a user to know, and returns the properties that the engine keeps. */
export function printAndEncodeResponse(
  subject: Subject,
  before: ResourceState,
  isUpdate: boolean,
  sent: readonly string[],
  response: ResourceResponse,
): JsonObject {
  const { definition, session, values: inputs } = subject;
  const state = stateAfterResponse(definition, before, inputs, response.values, !isUpdate);
  const exchange = { sent, isUpdate, before, response, state };
  for (const line of reviewResponse(subject, exchange)) session.printer.warn(line);
  // It names no resource, because it says the same of each one of the class.
  for (const line of reviewUnconfirmed(subject, exchange)) session.printer.warnOnce(line);
  return encodeState(definition, state);
}

/** The number of characters of JSON: gRPC carries an error in its headers, of which some versions of Node take no more. */
const longestProperties = 256 * 1024;

/**
 * Prints the API's own message, and returns the resource with the failure that stops the run. The API may have carried out the
 * update. So by these properties the next preview shows an update, whichever value the program sets for a changed argument, the
 * old one included. An argument that it leaves out is not compared.
 *
 * @throws HostFailure where the properties are too large to be kept after a failure
 */
function printAndEncodeUnknownOutcome(
  subject: Subject,
  before: ResourceState,
  changed: readonly string[],
  { message, publicReason }: HostFailure,
): StoredResource {
  const { definition, session, values: inputs } = subject;
  if (message !== publicReason) session.printer.warn(`${formatTitle(subject)}: ${message}`);
  return storeWithFailure(subject, stateAfterUnknownOutcome(definition, before, inputs, changed), publicReason);
}

/**
 * Returns a resource that the engine keeps although the call failed.
 *
 * @throws HostFailure where the properties are too large to be kept after a failure
 */
export function storeWithFailure(
  { definition, id, values: inputs }: Subject,
  state: ResourceState,
  failure: string,
): StoredResource {
  // The loader is one of the inputs, and the SDK does not add it to what is kept after a failure.
  const properties = { ...inputs, ...encodeState(definition, state) };
  if (JSON.stringify(properties).length <= longestProperties) return { id, properties, failure };
  const lost = "The state is too large to keep this: the settings may stay changed also if the program goes back.";
  throw new HostFailure(`${failure}\n${lost}`, "unknown");
}
