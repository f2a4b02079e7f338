/**
 * Whether a response is about the resource that the state has. At an address that a user names, another one may be found: after
 * an exchange of the provider, for instance, or where the API gives an id again.
 */

import type { Json, JsonObject } from "../../api/http/json.js";
import type { ResourceResponse } from "../../api/wire/responses.js";
import { type Argument, type Definition, listOutputNames } from "../../definitions/definition.js";
import { isSameAsReturned } from "./argument-values.js";
import { getValues, type ResourceState } from "./resource-state.js";

/**
 * Finds what shows that a response is about another resource than the state: `id`, `type`, or the name of an output; undefined
 * where nothing does. What the response leaves out shows nothing.
 */
export function findOtherIdentity(
  definition: Definition,
  id: string,
  { outputs }: ResourceState,
  response: ResourceResponse,
): string | undefined {
  if (response.id !== undefined && response.id !== id) return "id";
  if (response.type !== undefined && response.type !== definition.type) return "type";
  return listIdentifyingOutputs(definition).find((name) => isOtherInstant(outputs[name], response.values[name]));
}

/**
 * Whether a response has the name that was requested. A name that was merely returned identifies nothing: it may be that of
 * another resource.
 */
export function hasRequestedName(definition: Definition, state: ResourceState, values: JsonObject): boolean {
  const isRequested = (argument: Argument) => {
    const { [argument.name]: returned = null } = values;
    return returned !== null && isSameAsReturned(getValues(state, argument.name).requested, returned, argument);
  };
  const identifying = definition.arguments.filter(({ row }) => row.tellsIdentity);
  return identifying.length > 0 && identifying.every(isRequested);
}

/**
 * Whether a response leaves open if it is about the resource of the state: it has the time of creation, which the state lacks, and
 * not the name that was requested.
 */
export function isDoubtful(definition: Definition, state: ResourceState, { values }: ResourceResponse): boolean {
  const isNew = (name: string) => !hasValue(state.outputs, name) && hasValue(values, name);
  return listIdentifyingOutputs(definition).some(isNew) && !hasRequestedName(definition, state, values);
}

/**
 * Whether a response proves that it is about the resource of the state, as a delete requires, which cannot be taken back: both
 * have the time of creation, or the response has the name that was requested. The two times are known to be the same.
 */
export function isProven(definition: Definition, state: ResourceState, { values }: ResourceResponse): boolean {
  const isInBoth = (name: string) => hasValue(state.outputs, name) && hasValue(values, name);
  return listIdentifyingOutputs(definition).some(isInBoth) || hasRequestedName(definition, state, values);
}

/** Whether both are known, and are not the same instant to the second: APIs give parts of a second in some responses alone. */
export function isOtherInstant(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other || (one ?? null) === null || (other ?? null) === null) return false;
  const [first, second] = [one, other].map((value) => Math.floor(Date.parse(String(value)) / 1000));
  return first !== second;
}

function listIdentifyingOutputs(definition: Definition): string[] {
  return listOutputNames(definition, ({ identity }) => identity === "always");
}

const hasValue = (values: JsonObject, name: string) => (values[name] ?? null) !== null;
