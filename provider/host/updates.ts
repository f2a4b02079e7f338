/**
 * Sends updates, prints what the response to a create or an update gives a user to know, and returns what the engine keeps from
 * then on.
 */

import type { JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { listArgumentNames } from "../definitions/definition.js";
import type { Operation } from "../definitions/operation.js";
import { HostFailure } from "./failure.js";
import { describeOtherId } from "./notices.js";
import { sendRequest } from "./request.js";
import { reviewResponse } from "./review.js";
import { encodeState, type ResourceState } from "./state.js";
import type { Subject } from "./subject.js";
import { stateAfterResponse, stateAfterUnknownOutcome } from "./transition.js";

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
  try {
    const response = await sendRequest(subject, update, sent);
    // At an address that the user names, another resource may answer.
    if (update.isNamed && response.id !== undefined && response.id !== id) {
      throw new HostFailure(describeOtherId(subject, "update", response.id), "unknown");
    }
    return { id, properties: printAndEncodeResponse(subject, before, true, sent, response) };
  } catch (error) {
    if (!(error instanceof HostFailure) || error.outcome !== "unknown") throw error;
    return printAndEncodeUnknownOutcome(subject, before, changed, error);
  }
}

/** Prints what the response to a create or an update gives a user to know, and returns the properties that the engine keeps. */
export function printAndEncodeResponse(
  subject: Subject,
  before: ResourceState,
  isUpdate: boolean,
  sent: readonly string[],
  response: ResourceResponse,
): JsonObject {
  const { definition, session, values: program } = subject;
  const state = stateAfterResponse(definition, before, program, response.values);
  for (const line of reviewResponse(subject, { sent, isUpdate, response, state })) session.warn(line);
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
  { definition, session, id, values: program, title }: Subject,
  before: ResourceState,
  changed: readonly string[],
  { message, publicReason }: HostFailure,
): StoredResource {
  if (message !== publicReason) session.warn(`${title}: ${message}`);
  const state = stateAfterUnknownOutcome(definition, before, program, changed);
  // The loader is one of the inputs, and the SDK does not add it to what is kept after a failure.
  const properties = { ...program, ...encodeState(definition, state) };
  if (JSON.stringify(properties).length <= longestProperties) return { id, properties, failure: publicReason };
  const lost = "The state is too large to record this: the settings may stay changed also if the program goes back.";
  throw new HostFailure(`${publicReason}\n${lost}`, "unknown");
}
