/** The state of a resource after a request: the rules of each argument, the values of each output, and what is made of these. */

import type { JsonObject } from "../../api/http/json.js";
import { addComputedOutputs } from "../../api/wire/derived-outputs.js";
import { type Argument, type Definition, listOutputNames } from "../../definitions/definition.js";
import { applyEvent } from "./argument-rules.js";
import type { StoredValues } from "./argument-values.js";
import { hasRequestedName } from "./identity.js";
import type { Inputs } from "./inputs.js";
import {
  createState,
  getValues,
  type ResourceState,
  type StateProperties,
  takeStateProperties,
} from "./resource-state.js";

/**
 * The state after a request that succeeded. It is also the first of two steps for a resource that is adopted by its id
 * (`stateAfterAdoption` is the second), where the response has no values if nothing was sent.
 *
 * @param isNew whether the response is the first one about the resource, so that all of it identifies the resource
 */
export function stateAfterResponse(
  definition: Definition,
  state: ResourceState,
  inputs: Inputs,
  response: JsonObject,
  isNew: boolean,
): ResourceState {
  const returned = selectReturnedValues(definition, response);
  const args = mapArguments(definition, state, (values, argument) =>
    applyEvent("response", { ...values, input: inputs[argument.name] }, argument, returned[argument.name]),
  );
  return { arguments: args, outputs: mergeOutputs(definition, state, returned, isNew) };
}

/** The state after an update that had nothing to send. */
export function stateAfterNothingSent(definition: Definition, state: ResourceState, inputs: Inputs): ResourceState {
  const args = mapArguments(definition, state, (values, argument) =>
    applyEvent("nothing sent", { ...values, input: inputs[argument.name] }, argument),
  );
  return { arguments: args, outputs: mergeOutputs(definition, state, {}, false) };
}

/**
 * The state after an update that failed, although the API may have carried it out.
 *
 * @param changed the arguments because of which the update was sent. An argument that was sent only because every update holds it
 * is not among them.
 */
export function stateAfterUnknownOutcome(
  definition: Definition,
  state: ResourceState,
  inputs: Inputs,
  changed: readonly string[],
): ResourceState {
  const args = mapArguments(definition, state, (values, argument) =>
    applyEvent(
      "unknown outcome",
      { ...values, input: inputs[argument.name] },
      argument,
      undefined,
      changed.includes(argument.name),
    ),
  );
  return { arguments: args, outputs: mergeOutputs(definition, state, {}, false) };
}

/** The state after a read. */
export function stateAfterRead(definition: Definition, state: ResourceState, response: JsonObject): ResourceState {
  const returned = selectReturnedValues(definition, response);
  // A read may hide a secret that a create has shown. The one in the state is still right.
  for (const name of listOutputNames(definition, ({ secret }) => secret === true)) {
    if (returned[name] === null) delete returned[name];
  }
  const args = mapArguments(definition, state, (values, argument) =>
    applyEvent("read", { ...values, input: undefined }, argument, returned[argument.name]),
  );
  return { arguments: args, outputs: mergeOutputs(definition, state, returned, false) };
}

/**
 * The state with every argument that cannot be updated taken as the state has it, because the program names the resource by its
 * id. It is the basis of a plan and of an update of such a resource, and what the state keeps once the resource is adopted.
 */
export function stateAfterAdoption(definition: Definition, state: ResourceState): ResourceState {
  const args = mapArguments(definition, state, (values, argument) =>
    applyEvent("adoption", { ...values, input: undefined }, argument),
  );
  return { ...state, arguments: args };
}

/**
 * The properties of a resource that a `get` reads: what the response tells, and null for all else. They have neither what was
 * requested nor what was returned, because the stack requests nothing of such a resource.
 *
 * @param given what the program says of its address
 */
export function makeExternalProperties(
  definition: Definition,
  given: JsonObject,
  response: JsonObject,
): StateProperties {
  const returned = selectReturnedValues(definition, response);
  const outputs = mergeOutputs(definition, createState(definition), returned, true);
  const properties = Object.keys(definition.rows).map((name) => [
    name,
    outputs[name] ?? given[name] ?? returned[name] ?? null,
  ]);
  return takeStateProperties(Object.fromEntries(properties));
}

/**
 * Selects the non-null values of a response, because the API also returns null for what it leaves out. Null counts as a value of an
 * argument that accepts null, and of an output that a resource can lose.
 */
export function selectReturnedValues({ rows }: Definition, response: JsonObject): JsonObject {
  const returned = Object.entries(response).filter(([name, value]) => {
    const row = rows[name];
    if (value !== null || row === undefined) return true;
    return row.role === "output" ? row.neverLost !== true : row.nullable === "value";
  });
  return Object.fromEntries(returned);
}

function mapArguments(
  definition: Definition,
  state: ResourceState,
  rule: (values: StoredValues, argument: Argument) => StoredValues,
): ResourceState["arguments"] {
  const args = definition.arguments.map((argument) => [argument.name, rule(getValues(state, argument.name), argument)]);
  return Object.fromEntries(args);
}

/** Merges the outputs that a response returned into those of the state, and makes the outputs that are made of others. */
function mergeOutputs(definition: Definition, state: ResourceState, returned: JsonObject, isNew: boolean): JsonObject {
  const isKnownToIdentify = isNew || hasRequestedName(definition, state, returned);
  const merged = definition.outputs.map(({ name, row }) => {
    const { [name]: before = null } = state.outputs;
    // An identifying output keeps its first value, which is taken only from what is known to be the resource. If it followed the
    // response, a delete would compare another resource at this address with itself.
    const isLocked = row.identity === "always" && (before !== null || !isKnownToIdentify);
    return [name, isLocked || returned[name] === undefined ? before : returned[name]];
  });
  return addComputedOutputs(definition, Object.fromEntries(merged));
}
