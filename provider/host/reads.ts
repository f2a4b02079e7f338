/** Reads resources, for users whose API has an operation for it. */

import type { JsonObject } from "../api/json.js";
import type { ResourceResponse } from "../api/responses.js";
import { fillTemplate, type Operation } from "../definitions/operation.js";
import { HostFailure } from "./failure.js";
import { nothingRead, writeNotFound, writeNotRead } from "./notices.js";
import { sendRequest } from "./request.js";
import { reviewRead } from "./review.js";
import { decodeState, encodeState } from "./state.js";
import type { Subject } from "./subject.js";
import { stateAfterRead } from "./transition.js";

/** Whether the package has made the id from the arguments, because the API returned none. No read finds a resource by it. */
export function hasFallbackId({ definition: { fallbackId }, id, values }: Subject): boolean {
  return fallbackId !== undefined && id === fillTemplate(fallbackId, values);
}

/**
 * Sends the GET of a resource.
 *
 * @throws HostFailure also where the response is about another resource
 */
export async function sendRead(subject: Subject, read: Operation): Promise<ResourceResponse> {
  const { definition, id } = subject;
  const response = await sendRequest(subject, read, []);
  if (response.id === id) return response;
  const returned = response.id === undefined ? "no id" : `another id, "${subject.quote(response.id)}"`;
  const message = `read ${definition.names.words} got a response with ${returned}. Check apphosting:readPaths.`;
  throw new HostFailure(message, "no effect");
}

/**
 * Reads a resource again, and prints what differs. What was not read or not found stays as it is, and that is printed, too.
 *
 * @returns the properties that the state keeps
 * @throws HostFailure
 */
export async function refreshProperties(subject: Subject): Promise<JsonObject> {
  const { definition, session, values: properties } = subject;
  // The engine refreshes without a check before, which would have reported a malformed setting.
  if (session.settings.readPaths === undefined) throw new HostFailure(session.problems.join("\n"), "no effect");
  const { read } = definition.operations;
  if (read === undefined || hasFallbackId(subject)) {
    if (read === undefined) session.warnOnce(nothingRead);
    else session.warn(writeNotRead(subject));
    return properties;
  }
  try {
    const response = await sendRead(subject, read);
    const state = stateAfterRead(definition, decodeState(definition, properties), response.values);
    const refreshed = encodeState(definition, state);
    for (const line of reviewRead(subject, "state", refreshed, response)) session.warn(line);
    return refreshed;
  } catch (error) {
    if (!(error instanceof HostFailure) || error.outcome !== "not found") throw error;
    session.warn(writeNotFound(subject, error.message));
    return properties;
  }
}
