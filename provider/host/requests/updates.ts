/** Sends updates, and returns what the engine keeps after a create or an update, and what the user has to know of it. */

import type { ResourceResponse } from "../../api/wire/responses.js";
import { listArgumentNames } from "../../definitions/definition.js";
import type { Operation } from "../../definitions/operation.js";
import { mayHaveBeenChanged } from "../messages/explain.js";
import { describeOtherResource } from "../messages/response-notices.js";
import { reviewResponse, reviewUnconfirmedUpdate } from "../messages/response-review.js";
import { formatTitle } from "../messages/subject-texts.js";
import type { InputSubject, Subject } from "../session/subject.js";
import { findOtherIdentity, isDoubtful } from "../state/identity.js";
import { encodeState, type ResourceState, type StateProperties, takeStateProperties } from "../state/resource-state.js";
import { stateAfterResponse, stateAfterUnknownOutcome } from "../state/state-after.js";
import { HostFailure } from "./failure.js";
import { sendRead } from "./reads.js";
import { explainAfterRequest, sendRequest } from "./request.js";

/** What the engine keeps of a resource after a create or an update. */
export interface StoredResource {
  readonly id: string;
  readonly properties: StateProperties;
  /** Why the run stops although the engine keeps the resource: nobody knows whether the API carried out the update. */
  readonly failure?: string;
  /** What the user has to know, in the order in which it is printed. */
  readonly notices: readonly string[];
}

/**
 * Sends an update because the arguments `changed` have changed. Its body holds those of them that have a field, and those that
 * the API requires in each update.
 */
export async function sendUpdate(
  subject: InputSubject,
  before: ResourceState,
  update: Operation,
  changed: readonly string[],
): Promise<StoredResource> {
  const { definition } = subject;
  const sent = listArgumentNames(
    definition,
    ({ name, row, hasBodyField }) => hasBodyField && (row.inEveryUpdate === true || changed.includes(name)),
  );
  await confirmIdentity(subject, before, update);
  try {
    const response = await sendRequest(subject, update, sent);
    refuseOtherResource(subject, before, response);
    return storeResponse(subject, before, true, sent, response);
  } catch (error) {
    const failure = explainAfterRequest(error, subject, update);
    if (failure.outcome !== "unknown") throw failure;
    return storeUnknownOutcome(subject, before, changed, failure);
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

/**
 * Returns what the engine keeps after a response to a create or an update, and what of it the user has to know. It prints what holds
 * for each resource of the class alike.
 */
export function storeResponse(
  subject: InputSubject,
  before: ResourceState,
  isUpdate: boolean,
  sent: readonly string[],
  response: ResourceResponse,
): StoredResource {
  const { definition, id, inputs, session } = subject;
  const state = stateAfterResponse(definition, before, inputs, response.values, !isUpdate);
  const exchange = { sent, isUpdate, before, response, state };
  session.printer.warnOnce(...reviewUnconfirmedUpdate(subject, exchange));
  return { id, properties: encodeState(definition, state), notices: reviewResponse(subject, exchange) };
}

/** The number of characters of JSON: gRPC carries an error in its headers, of which some versions of Node take no more. */
const longestProperties = 256 * 1024;

/**
 * Returns the resource with the failure that stops the run, and the API's own message as a notice. The API may have carried out the
 * update. So by these properties the next preview shows an update, whichever value the program sets for a changed argument, the
 * old one included. An argument that it leaves out is not compared.
 *
 * @throws HostFailure where the properties are too large to be kept after a failure
 */
function storeUnknownOutcome(
  subject: InputSubject,
  before: ResourceState,
  changed: readonly string[],
  { message, publicReason }: HostFailure,
): StoredResource {
  const { definition, inputs } = subject;
  const state = stateAfterUnknownOutcome(definition, before, inputs, changed);
  const own = message === publicReason ? [] : [`${formatTitle(subject)}: ${message}`];
  return { ...storeWithFailure(subject, state, publicReason), notices: own };
}

/**
 * Returns a resource that the engine keeps although the call failed.
 *
 * @throws HostFailure where the properties are too large to be kept after a failure
 */
export function storeWithFailure(
  { definition, id, inputs }: InputSubject,
  state: ResourceState,
  failure: string,
): StoredResource {
  // The loader is one of the inputs, and the SDK does not add it to what is kept after a failure.
  const properties = takeStateProperties({ ...inputs, ...encodeState(definition, state) });
  if (JSON.stringify(properties).length <= longestProperties) return { id, properties, failure, notices: [] };
  const lost = "The state is too large to keep this: the settings may stay changed also if the program goes back.";
  throw new HostFailure(`${failure}\n${lost}`, "unknown");
}
