/** The rules of the state: what each event makes of what the state keeps. plan.ts has what counts as a change. */

import type { Outcome } from "../api/http/errors.js";
import { isObject, type Json, type JsonObject } from "../api/http/json.js";
import {
  type Argument,
  listArgumentNames,
  type ResolvedArgument,
  type ResolvedDefinition,
} from "../definitions/definition.js";
import {
  type ArgumentValues,
  addDerivedOutputs,
  decodeState,
  getArgumentValues,
  hasConsent,
  isSame,
  listGivenNames,
  type State,
  unknownOutcome,
} from "./state.js";

/**
 * The state after a request that succeeded, or after an update that had nothing to send. The response then has no values, unless an adopted
 * resource was read.
 *
 * @param requestedNames the arguments that this call has requested, whether or not a body holds them: the changed ones of an update and
 *   those that each update holds, or all that a create or an adoption sets
 */
export function stateAfterSuccess(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  response: JsonObject,
  requestedNames: readonly string[],
): State {
  const state = applyRule(definition, before, response, (values, argument) => {
    const { [argument.name]: input } = inputs;
    const { [argument.name]: value } = response;
    if (input === undefined) return applyOmitted(values, argument, value);
    const next = { output: input, requested: input };
    // A response that lacks the argument confirms nothing, and denies nothing.
    const assumed = requestedNames.includes(argument.name) ? input : values.actual;
    return { ...next, actual: value === undefined ? assumed : normalizeReturned(value, next, argument) };
  });
  return { ...state, givenNames: listGivenNames(definition, inputs), hasConsent: hasConsent(inputs) };
}

/** The state after a program has adopted a resource by its id: what it sets counts as requested, and as what the API has. */
export function stateAfterAdoption(definition: ResolvedDefinition, inputs: JsonObject, response: JsonObject): State {
  return stateAfterSuccess(definition, decodeState(definition), inputs, response, listGivenNames(definition, inputs));
}

/** The state after an adoption from another provider, where an update can correct what nobody has confirmed. */
export function stateAfterTakeover(definition: ResolvedDefinition, inputs: JsonObject, response: JsonObject): State {
  const state = stateAfterAdoption(definition, inputs, response);
  const args = definition.arguments.map((argument) => {
    const values = getArgumentValues(state, argument.name);
    const isConfirmed = !argument.isUpdatable || response[argument.name] !== undefined;
    const isSet = inputs[argument.name] !== undefined;
    return [argument.name, isSet && !isConfirmed ? { ...values, actual: unknownOutcome } : values];
  });
  return { ...state, arguments: Object.fromEntries(args) };
}

/**
 * The state after an update that failed. Undefined where it stays as it was.
 *
 * @param changed the arguments that the update was to change
 */
export function stateAfterFailure(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  changed: readonly string[],
  outcome: Outcome,
): State | undefined {
  if (outcome === "unknown") return stateAfterUnknownOutcome(definition, before, inputs, changed);
  // A consent that the program has withdrawn is withdrawn all the same: the preview has said so, and the next command may delete the resource.
  return before.hasConsent && !hasConsent(inputs) ? { ...before, hasConsent: false } : undefined;
}

/** The API may have changed these arguments, or not. */
function stateAfterUnknownOutcome(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  changed: readonly string[],
): State {
  const state = applyRule(definition, before, {}, (values, argument) => {
    const { [argument.name]: input } = inputs;
    if (input === undefined) return isClearedWhenOmitted(argument) ? clearOutput(values, argument) : values;
    if (!changed.includes(argument.name)) return values;
    return { output: input, requested: input, actual: unknownOutcome };
  });
  // After a failed update, the engine keeps its earlier inputs. So only the arguments that the earlier inputs and these set stay named: the
  // engine would not mark another one as a secret when a refresh returns it. A consent counts only if both give it.
  const givenNames = before.givenNames?.filter((name) => inputs[name] !== undefined);
  return { ...state, givenNames, hasConsent: before.hasConsent && hasConsent(inputs) };
}

/**
 * Clears the output of an argument that a failed update has left out. The requested value becomes the engine's earlier input,
 * which the engine keeps: after a refresh, that is the output.
 */
function clearOutput({ output, requested, actual }: ArgumentValues, argument: ResolvedArgument): ArgumentValues {
  return { output: null, requested: argument.isUpdatable ? (output ?? requested) : requested, actual };
}

/** The state after a read. */
export function stateAfterRead(definition: ResolvedDefinition, before: State, response: JsonObject): State {
  const state = applyRule(definition, before, response, (values, argument) =>
    applyRead(values, argument, response[argument.name]),
  );
  // The read returns no input of what may hold a secret and has no output: the engine then no longer knows whether it is one.
  const hidden = listArgumentNames(
    definition,
    ({ name, row }) => row.mayHoldSecrets === true && getArgumentValues(state, name).output === null,
  );
  return { ...state, givenNames: state.givenNames?.filter((name) => !hidden.includes(name)) };
}

/** What a read makes of an argument. */
function applyRead(values: ArgumentValues, argument: ResolvedArgument, response: Json | undefined): ArgumentValues {
  if (response === undefined) return values;
  const { output, requested } = values;
  const returned = normalizeReturned(response, values, argument);
  if (!argument.isUpdatable) {
    // Other resources that are built from the output would be replaced for what somebody has changed outside Pulumi.
    const isFirst = output === null && !argument.isNullAValue;
    return { output: isFirst ? returned : output, requested, actual: returned };
  }
  // Nothing marks the output as a secret any more.
  const isHidden = argument.row.mayHoldSecrets === true && output === null;
  const next = isHidden ? null : returned;
  return {
    output: next,
    // What was requested stays: where the user no longer names `update`, it keeps an unchanged program from replacing the resource.
    requested: output === null && next !== null ? next : requested,
    // An update of unknown outcome may take effect after this read.
    actual: values.actual === unknownOutcome ? unknownOutcome : returned,
  };
}

/** What a success makes of an argument that the program leaves out: the same as a read, unless its output is cleared. */
function applyOmitted(values: ArgumentValues, argument: ResolvedArgument, response: Json | undefined): ArgumentValues {
  const { output, actual } = applyRead(values, argument, response);
  if (isClearedWhenOmitted(argument)) return { output: null, requested: values.requested, actual };
  const isOutputRequested = isSame(values.requested, values.output, argument);
  return { output, requested: isOutputRequested ? output : values.requested, actual };
}

/**
 * Whether the output of an argument is null where the program leaves it out: it may hold a secret, or no response ever replaces it. The
 * id by which a resource was adopted stays, so that the state tells what was adopted.
 */
function isClearedWhenOmitted({ row, isInBody, isInPath }: Argument): boolean {
  if (row.role === "existingId") return false;
  return row.mayHoldSecrets === true || (!isInBody && !isInPath) || row.neverReturned === true;
}

/**
 * Returns what a response has of an argument: as the output or the requested value where it is the same as one of them (see `isSame`), because
 * a change of white space, for instance, is none.
 */
function normalizeReturned(
  returned: Json,
  { output, requested }: Pick<ArgumentValues, "output" | "requested">,
  argument: Argument,
): Json {
  if (isSame(returned, output, argument)) return output;
  return isSame(returned, requested, argument) ? requested : returned;
}

/** Applies a rule to each argument, and takes the outputs that a response has. */
function applyRule(
  definition: ResolvedDefinition,
  before: State,
  response: JsonObject,
  rule: (values: ArgumentValues, argument: ResolvedArgument) => ArgumentValues,
): State {
  const args = definition.arguments.map((argument) => [
    argument.name,
    rule(getArgumentValues(before, argument.name), argument),
  ]);
  const outputs = definition.outputs.map(({ name, row: { type } }) => {
    const { [name]: known = null } = before.otherOutputs;
    const { [name]: value = known } = response;
    // A response that tells a part of it does not take the other parts away.
    const isPart = "staysInPart" in type.shape && isObject(known) && isObject(value);
    return [name, isPart ? { ...known, ...value } : value];
  });
  return {
    ...before,
    arguments: Object.fromEntries(args),
    otherOutputs: addDerivedOutputs(definition, Object.fromEntries(outputs)),
  };
}
