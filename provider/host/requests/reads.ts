/** Reads resources, for users whose API has an operation for it. */

import type { JsonObject } from "../../api/http/json.js";
import { noResponse, type ResourceResponse } from "../../api/wire/responses.js";
import type { Operation } from "../../definitions/operation.js";
import {
  describeMissingId,
  describeNotFound,
  describeOtherExternal,
  describeOtherResource,
  describeUnnamedRead,
  nothingRead,
} from "../messages/notices.js";
import { reviewRead } from "../messages/response-notices.js";
import type { Subject } from "../session/subject.js";
import { findOtherIdentity } from "../state/identity.js";
import { createState, decodeState, encodeState, type ResourceState } from "../state/resource-state.js";
import {
  makeExternalProperties,
  stateAfterAdoption,
  stateAfterRead,
  stateAfterResponse,
} from "../state/state-after.js";
import { HostFailure } from "./failure.js";
import { sendRequest } from "./request.js";

/**
 * Sends the GET of a resource.
 *
 * @throws HostFailure also where the response is about another resource than the state
 */
export async function sendRead(subject: Subject, state: ResourceState, read: Operation): Promise<ResourceResponse> {
  const response = await sendRequest(subject, read);
  if (response.id === undefined) throw new HostFailure(describeMissingId(subject));
  const other = findOtherIdentity(subject.definition, subject.id, state, response);
  if (other !== undefined) throw new HostFailure(describeOtherResource(subject, "read", other, response));
  return response;
}

/**
 * Reads an existing resource, where the user names an operation for it, and returns its properties as the program describes it.
 * Nothing changes the resource. It prints what differs and cannot be updated.
 *
 * @throws HostFailure
 */
export async function adoptExisting(subject: Subject, before: ResourceState): Promise<JsonObject> {
  const { definition, session, values: inputs } = subject;
  const { read } = definition.operations;
  const response = read === undefined ? noResponse : await sendRead(subject, before, read);
  const state = stateAfterResponse(definition, before, inputs, response.values, true);
  for (const line of reviewRead(subject, "the program sets", {
    before,
    kept: encodeState(definition, state),
    response,
  }))
    session.printer.warn(line);
  return encodeState(definition, stateAfterAdoption(definition, state));
}

/**
 * Reads a resource again. It prints what differs and cannot be updated; other differences are updates in the next preview. What
 * was not read or not found stays as it is, and that is printed, too.
 *
 * @param subject with the properties in the state
 * @returns the properties that the state keeps
 * @throws HostFailure
 */
export async function refreshProperties(subject: Subject): Promise<JsonObject> {
  const { definition, session, values: properties } = subject;
  const { read } = definition.operations;
  if (read === undefined) {
    session.printer.warnOnce(nothingRead);
    return properties;
  }
  try {
    const before = decodeState(definition, properties);
    const response = await sendRead(subject, before, read);
    const kept = encodeState(definition, stateAfterRead(definition, before, response.values));
    for (const line of reviewRead(subject, "the state has", { before, kept, response })) session.printer.warn(line);
    return kept;
  } catch (error) {
    if (!(error instanceof HostFailure) || error.outcome !== "not found") throw error;
    session.printer.warn(describeNotFound(subject, error.message));
    return properties;
  }
}

/**
 * Reads a resource that a `get` of the program names, and that the stack does not manage.
 *
 * @param subject with the values that the address of the read has beside the id
 * @returns the properties that the state keeps
 * @throws HostFailure also where no read is named, and where the response is about another resource
 */
export async function readExternal(subject: Subject): Promise<JsonObject> {
  const { definition, session, id, values } = subject;
  const { read } = definition.operations;
  if (read === undefined) throw new HostFailure(describeUnnamedRead(subject));
  const response = await sendRequest(subject, read);
  if (response.id === undefined) throw new HostFailure(describeMissingId(subject));
  // The state of an earlier run identifies nothing: the program names the resource by its id, whatever is there now.
  const before = createState(definition);
  const other = findOtherIdentity(definition, id, before, response);
  if (other !== undefined) throw new HostFailure(describeOtherExternal(subject, other, response));
  const kept = makeExternalProperties(definition, values, response.values);
  for (const line of reviewRead(subject, "the state has", { before, kept, response })) session.printer.warnOnce(line);
  return kept;
}
