/** Reads resources, for users whose API has an operation for it. */

import { noResponse, type ResourceResponse } from "../../api/wire/responses.js";
import type { Operation } from "../../definitions/operation.js";
import { describeNotFound, describeUnnamedRead, nothingRead } from "../messages/read-notices.js";
import { describeMissingId, describeOtherExternal, describeOtherResource } from "../messages/response-notices.js";
import { reviewMismatches, reviewRead } from "../messages/response-review.js";
import type { InputSubject, StateSubject, Subject } from "../session/subject.js";
import { findOtherIdentity } from "../state/identity.js";
import {
  createState,
  decodeState,
  encodeState,
  type ResourceState,
  type StateProperties,
} from "../state/resource-state.js";
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

/** What the engine keeps after a read, and what the user has to know of it. */
interface ReadProperties {
  readonly properties: StateProperties;
  readonly notices: readonly string[];
}

/**
 * Reads an existing resource, where the user names an operation for it, and returns its properties as the program describes it.
 * Nothing changes the resource. The notices say what differs and cannot be updated.
 *
 * @throws HostFailure
 */
export async function adoptExisting(subject: InputSubject, before: ResourceState): Promise<ReadProperties> {
  const { definition, inputs } = subject;
  const { read } = definition.operations;
  const response = read === undefined ? noResponse : await sendRead(subject, before, read);
  const state = stateAfterResponse(definition, before, inputs, response.values, true);
  const kept = encodeState(definition, state);
  const notices = reviewRead(subject, "the program sets", { before, kept, response });
  const properties = encodeState(definition, stateAfterAdoption(definition, state));
  return { properties, notices };
}

/**
 * Reads a resource again. The notices say what differs and cannot be updated; other differences are updates in the next preview.
 * What was not read or not found stays as it is, and a notice says so, too.
 *
 * @throws HostFailure
 */
export async function refreshProperties(subject: StateSubject): Promise<ReadProperties> {
  const { definition, properties, session } = subject;
  const { read } = definition.operations;
  if (read === undefined) {
    session.printer.warnOnce(nothingRead);
    return { properties, notices: [] };
  }
  try {
    const before = decodeState(definition, properties);
    const response = await sendRead(subject, before, read);
    const kept = encodeState(definition, stateAfterRead(definition, before, response.values));
    const notices = reviewRead(subject, "the state has", { before, kept, response });
    return { properties: kept, notices };
  } catch (error) {
    if (!(error instanceof HostFailure) || error.outcome !== "not found") throw error;
    return { properties, notices: [describeNotFound(subject, error.message)] };
  }
}

/**
 * Reads a resource that a `get` of the program names, and that the stack does not manage. The program sets no values of it that
 * could differ, so the notices name unexpected types alone.
 *
 * @param subject with the values that the address of the read has beside the id
 * @returns the properties that the state keeps
 * @throws HostFailure also where no read is named, and where the response is about another resource
 */
export async function readExternal(subject: Subject): Promise<ReadProperties> {
  const { definition, id, values } = subject;
  const { read } = definition.operations;
  if (read === undefined) throw new HostFailure(describeUnnamedRead(subject));
  const response = await sendRequest(subject, read);
  if (response.id === undefined) throw new HostFailure(describeMissingId(subject));
  // The state of an earlier run identifies nothing: the program names the resource by its id, whatever is there now.
  const other = findOtherIdentity(definition, id, createState(definition), response);
  if (other !== undefined) throw new HostFailure(describeOtherExternal(subject, other, response));
  return {
    properties: makeExternalProperties(definition, values, response.values),
    notices: reviewMismatches(subject, response),
  };
}
