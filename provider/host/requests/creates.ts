/** Creates a resource by a POST, or adopts one by a PATCH. */

import type { ResourceResponse } from "../../api/wire/responses.js";
import { type DocumentedDefinition, listArgumentNames } from "../../definitions/definition.js";
import { describeFallbackId, describeReturnedId } from "../messages/response-notices.js";
import type { Session } from "../session/session.js";
import { type InputSubject, makeInputSubject } from "../session/subject.js";
import { formatAddress, isMadeId } from "../state/ids.js";
import type { Inputs } from "../state/inputs.js";
import { createState } from "../state/resource-state.js";
import { stateAfterResponse } from "../state/state-after.js";
import { HostFailure } from "./failure.js";
import { explainAfterRequest, sendRequest } from "./request.js";
import { refuseOtherResource, type StoredResource, storeResponse, storeWithFailure } from "./updates.js";

/** @throws HostFailure */
export async function sendCreate(
  session: Session,
  documented: DocumentedDefinition,
  inputs: Inputs,
): Promise<StoredResource> {
  const definition = session.configuration.definitionOf(documented);
  const { create } = definition.operations;
  const sent = listArgumentNames(definition, ({ name, hasBodyField }) => hasBodyField && name in inputs);
  const newSubject: InputSubject = { session, definition, id: "", values: inputs, inputs };
  let receivedId: string | undefined;
  try {
    const response = await sendRequest(newSubject, create, sent);
    const id = findNewId(newSubject, response);
    receivedId = id;
    const subject = makeInputSubject(session, documented, id, inputs, inputs);
    const before = createState(definition);
    if (create.method === "PATCH") refuseOtherResource(subject, before, response);
    if (isMadeId(documented, id, inputs)) session.printer.warn(describeFallbackId(subject));
    return storeResponse(subject, before, false, sent, response);
  } catch (error) {
    const failure = explainAfterRequest(error, newSubject, create);
    receivedId ??= failure.receivedId;
    // What a PATCH was to adopt exists in any case, and the next `up` sends it again.
    if (receivedId === undefined || create.method === "PATCH") throw failure;
    // A defect of this package. The response was a success, so that the engine has to keep what was created.
    const state = stateAfterResponse(definition, createState(definition), inputs, {}, true);
    const subject = makeInputSubject(session, documented, receivedId, inputs, inputs);
    return storeWithFailure(subject, state, failure.publicReason);
  }
}

/**
 * Finds the id of what was created or adopted, and notes that it stays.
 *
 * @throws HostFailure where a create returned what the stack has already: a replacement would then delete what it has "created"
 */
function findNewId(newSubject: InputSubject, response: ResourceResponse): string {
  const { definition, inputs, session } = newSubject;
  const { idArgument } = definition;
  if (idArgument.adoptedBy === "PATCH") return String(inputs[idArgument.name]);
  const id = String(response.id);
  if (isMadeId(definition, id, inputs)) return id;
  const address = formatAddress(definition, inputs, id);
  if (session.memory.isInState(address)) throw new HostFailure(describeReturnedId(newSubject, id), "unknown");
  session.memory.noteInState(address);
  session.memory.noteStaying(address, "created");
  return id;
}
