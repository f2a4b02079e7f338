/** The state of a resource after a request: the rules of each argument, the values of each output, and what is made of these. */

import { addComputedOutputs } from "../api/derived-outputs.js";
import type { JsonObject } from "../api/json.js";
import { type Argument, type Definition, listOutputNames } from "../definitions/definition.js";
import type { Program } from "./program.js";
import { afterRead, afterRecording, afterResponse, afterUnknownOutcome, type StoredSetting } from "./setting.js";
import { type ResourceState, settingOf } from "./state.js";

/**
 * The state after a request that succeeded. It is also the state after an update that had nothing to send, and the first of two
 * steps for a resource that is recorded by its id (`stateAfterRecording` is the second). Where nothing was sent, the response has
 * no values.
 */
export function stateAfterResponse(
  definition: Definition,
  state: ResourceState,
  program: Program,
  response: JsonObject,
): ResourceState {
  const returned = selectReturnedValues(definition, response);
  const settings = mapSettings(definition, state, (setting, argument) =>
    afterResponse({ ...setting, program: program[argument.name] }, argument, returned[argument.name]),
  );
  return { settings, outputs: mergeOutputs(definition, state, returned) };
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
  program: Program,
  changed: readonly string[],
): ResourceState {
  const settings = mapSettings(definition, state, (setting, argument) =>
    afterUnknownOutcome({ ...setting, program: program[argument.name] }, argument, changed.includes(argument.name)),
  );
  return { settings, outputs: mergeOutputs(definition, state, {}) };
}

/** The state after a read. */
export function stateAfterRead(definition: Definition, state: ResourceState, response: JsonObject): ResourceState {
  const returned = selectReturnedValues(definition, response);
  // A read may hide a secret that a create has shown. The one in the state is still right.
  for (const name of listOutputNames(definition, ({ secret }) => secret === true)) {
    if (returned[name] === null) delete returned[name];
  }
  const settings = mapSettings(definition, state, (setting, argument) =>
    afterRead(setting, argument, returned[argument.name]),
  );
  return { settings, outputs: mergeOutputs(definition, state, returned) };
}

/**
 * The state with every argument that cannot be updated taken as the state has it, because the program names the resource by its
 * id. It is the basis of a plan and of an update of such a resource, and what the state keeps once the resource is recorded.
 */
export function stateAfterRecording(definition: Definition, state: ResourceState): ResourceState {
  return { ...state, settings: mapSettings(definition, state, afterRecording) };
}

/**
 * Selects the values that a response really tells. Null tells nothing, because the API also returns null for what it leaves
 * out. The exceptions are an argument that accepts null, and an output that a resource can lose.
 */
export function selectReturnedValues({ rows }: Definition, response: JsonObject): JsonObject {
  const returned = Object.entries(response).filter(([name, value]) => {
    const row = rows[name];
    if (value !== null || row === undefined) return true;
    return row.role === "output" ? row.stableUnless === undefined : row.nullable === "value";
  });
  return Object.fromEntries(returned);
}

function mapSettings(
  definition: Definition,
  state: ResourceState,
  rule: (setting: StoredSetting, argument: Argument) => StoredSetting,
): ResourceState["settings"] {
  const settings = definition.arguments.map((argument) => [
    argument.name,
    rule(settingOf(state, argument.name), argument),
  ]);
  return Object.fromEntries(settings);
}

/** Merges the outputs that a response returned into those of the state, and makes the outputs that are made of others. */
function mergeOutputs(definition: Definition, { outputs }: ResourceState, returned: JsonObject): JsonObject {
  const merged = definition.outputs.map(({ name, row }) => {
    const { [name]: before = null } = outputs;
    // An identifying output keeps its first value. If it followed the response, a delete would compare another resource at this
    // address with itself.
    const isKept = returned[name] === undefined || (row.identifies === true && before !== null);
    return [name, isKept ? before : returned[name]];
  });
  return addComputedOutputs(definition, Object.fromEntries(merged));
}
