/** The resource that a call of the engine is about. */

import type { JsonObject } from "../../api/http/json.js";
import type { RequestedResource } from "../../api/wire/requests.js";
import { type Definition, type DocumentedDefinition, withOperations } from "../../definitions/definition.js";
import { isMadeId } from "../state/ids.js";
import type { Inputs } from "../state/inputs.js";
import type { StateProperties } from "../state/resource-state.js";
import type { Session } from "./session.js";

export interface Subject extends RequestedResource {
  readonly session: Session;
  /** With the operations that the user names, unless the package has made the id: these operations would not find the resource. */
  readonly definition: Definition;
  /** Empty while the resource is not created. */
  readonly id: string;
  /** What paths and bodies are filled from, and what words of the API can happen to quote: the inputs, or the properties. */
  readonly values: JsonObject;
}

/** The subject of a call that hands over what the program sets: a check, a create, a diff, an update. */
export interface InputSubject extends Subject {
  readonly inputs: Inputs;
}

/** The subject of a call that hands over the state alone: a read, a delete. */
export interface StateSubject extends Subject {
  readonly properties: StateProperties;
}

/**
 * Makes the subject of a call that hands over what the program sets.
 *
 * @param idSource what tells whether the package has made the id: the properties in the state, or the inputs where the resource is
 * not in the state yet
 */
export function makeInputSubject(
  session: Session,
  documented: DocumentedDefinition,
  id: string,
  inputs: Inputs,
  idSource: JsonObject,
): InputSubject {
  return { session, definition: findDefinition(session, documented, id, idSource), id, values: inputs, inputs };
}

export function makeStateSubject(
  session: Session,
  documented: DocumentedDefinition,
  id: string,
  properties: StateProperties,
): StateSubject {
  const definition = findDefinition(session, documented, id, properties);
  return { session, definition, id, values: properties, properties };
}

/**
 * Finds the definition of a resource. The operations that the user names come from the configuration, which the engine hands over
 * after the host is made; they find no resource whose id the package has made.
 */
function findDefinition(session: Session, documented: DocumentedDefinition, id: string, idSource: JsonObject) {
  return isMadeId(documented, id, idSource)
    ? withOperations(documented, {})
    : session.configuration.definitionOf(documented);
}
