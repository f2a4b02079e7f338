/**
 * What Pulumi's state keeps of a resource, and how that changes: one rule for each event. Nothing here sends or prints.
 *
 * Of each argument the state keeps three values. The output stands under the name of the argument. What was requested and what the API
 * returned stand in one hidden property, and only where they differ from the output.
 */

import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../api/http/json.js";
import {
  type Argument,
  type Definition,
  listArgumentNames,
  type ResolvedArgument,
  type ResolvedDefinition,
} from "../definitions/definition.js";
import { hiddenProperties } from "../definitions/names.js";

/** What the state keeps of one argument. */
export interface ArgumentValues {
  /** The value that other resources use. */
  readonly output: Json;
  /** The value that the program set when the resource was last created, adopted or updated. */
  readonly requested: Json;
  /** The value that the API returned last, or else was sent last. `unknownOutcome` where an update may or may not have been carried out. */
  readonly returned: Json;
}

export interface State {
  readonly arguments: Readonly<Record<string, ArgumentValues>>;
  /** The outputs that are no arguments; null where there is none. */
  readonly outputs: JsonObject;
  /**
   * The arguments that the program had set when the state was last written. Undefined in a state of 0.5.0. The engine does not write the state
   * in a step that it calls Same, so the program may set others by now: nothing that has to be safe depends on this.
   */
  readonly setNames: readonly string[] | undefined;
  /** Whether the program has consented to a delete. */
  readonly isDeletable: boolean;
}

/** Null cannot stand for an unknown outcome: it is a value that the API can have. No argument takes an object. */
const unknownOutcome: JsonObject = { outcome: "unknown" };
const noValues: ArgumentValues = { output: null, requested: null, returned: null };

export function isUnknownOutcome(value: Json): boolean {
  return isDeepStrictEqual(value, unknownOutcome);
}

export function getValues(state: State, name: string): ArgumentValues {
  return state.arguments[name] ?? noValues;
}

/** Whether a program consents to a delete of the resource with these inputs, or has done so in the state with these properties. */
export function hasConsent({ [hiddenProperties.deletable]: isDeletable }: JsonObject): boolean {
  return isDeletable === true;
}

/** Returns all outputs: those of the arguments, and the others. */
export function getOutputs(state: State): JsonObject {
  const args = Object.entries(state.arguments).map(([name, { output }]) => [name, output]);
  return { ...Object.fromEntries(args), ...state.outputs };
}

/**
 * The state after a request that succeeded, or after an update that had nothing to send: its response has no values.
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
  const state = changeState(definition, before, response, (values, argument) => {
    const { [argument.name]: input } = inputs;
    const { [argument.name]: value } = response;
    if (input === undefined) return applyOmitted(values, argument, value);
    const next = { output: input, requested: input };
    const otherwise = requestedNames.includes(argument.name) ? input : values.returned;
    return { ...next, returned: keepEquivalent(next, argument, value, otherwise) };
  });
  return { ...state, setNames: listSetNames(definition, inputs), isDeletable: hasConsent(inputs) };
}

/** The state after an update that failed, although the API may have carried it out: it may have `changed` these arguments. */
export function stateAfterUnknownOutcome(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  changed: readonly string[],
): State {
  const state = changeState(definition, before, {}, (values, argument) => {
    const { [argument.name]: input } = inputs;
    if (input === undefined) return isHiddenWhenLeftOut(argument) ? { ...values, output: null } : values;
    if (!changed.includes(argument.name)) return values;
    return { output: input, requested: input, returned: unknownOutcome };
  });
  // The engine keeps the earlier inputs beside this state, so a name and a consent count only where both have it: it would not mark an input
  // that a refresh returns and these inputs lack, and the program may set it to a secret.
  const setNames = before.setNames?.filter((name) => inputs[name] !== undefined);
  return { ...state, setNames, isDeletable: before.isDeletable && hasConsent(inputs) };
}

function listSetNames(definition: Definition, inputs: JsonObject): string[] {
  return listArgumentNames(definition, ({ name }) => inputs[name] !== undefined);
}

/** The state after a read. */
export function stateAfterRead(definition: ResolvedDefinition, before: State, response: JsonObject): State {
  return changeState(definition, before, response, (values, argument) =>
    applyRead(values, argument, response[argument.name]),
  );
}

/** What a read makes of an argument. */
function applyRead(values: ArgumentValues, argument: ResolvedArgument, response: Json | undefined): ArgumentValues {
  const { output, requested } = values;
  const returned = keepEquivalent(values, argument, response, values.returned);
  if (!argument.canBeUpdated) {
    // Other resources that are built from the output would be replaced for what somebody has changed outside Pulumi.
    const isFirst = output === null && !argument.isNullAValue;
    return { output: isFirst ? keepEquivalent(values, argument, response, null) : output, requested, returned };
  }
  // Nothing marks the output as a secret any more.
  const isHidden = argument.row.mayHoldSecrets === true && output === null;
  const next = isHidden ? null : keepEquivalent(values, argument, response, output);
  return {
    output: next,
    // What was requested stays: where the user no longer names `update`, it keeps an unchanged program from replacing the resource.
    requested: output === null && next !== null ? next : requested,
    // An update of unknown outcome may take effect after this read.
    returned: isUnknownOutcome(values.returned) ? values.returned : returned,
  };
}

/** What a success makes of an argument that the program leaves out: the same as a read, unless nothing marks its value as secret. */
function applyOmitted(values: ArgumentValues, argument: ResolvedArgument, response: Json | undefined): ArgumentValues {
  const { output, returned } = applyRead(values, argument, response);
  if (isHiddenWhenLeftOut(argument)) return { output: null, requested: values.requested, returned };
  const follows = isSame(values.requested, values.output, argument);
  return { output, requested: follows ? output : values.requested, returned };
}

/**
 * Whether the output of an argument is null where the program leaves it out: it may hold a secret, or no response ever replaces it. The
 * id by which a resource was adopted stays, so that the state tells what was adopted.
 */
function isHiddenWhenLeftOut({ row }: Argument): boolean {
  if (row.role === "existingId") return false;
  return row.mayHoldSecrets === true || row.sent === false || row.echoed === false;
}

/**
 * Returns the output or the requested value where the response has the same but for its spelling (see `isSame`), and otherwise the value of
 * the response.
 *
 * @param otherwise the result where the response does not have the argument
 */
function keepEquivalent(
  { output, requested }: Pick<ArgumentValues, "output" | "requested">,
  argument: Argument,
  response: Json | undefined,
  otherwise: Json,
): Json {
  if (response === undefined) return otherwise;
  if (isSame(response, output, argument)) return output;
  return isSame(response, requested, argument) ? requested : response;
}

/** Applies a rule to each argument, and takes the outputs that a response has. */
function changeState(
  definition: ResolvedDefinition,
  before: State,
  response: JsonObject,
  rule: (values: ArgumentValues, argument: ResolvedArgument) => ArgumentValues,
): State {
  const args = definition.arguments.map((argument) => [
    argument.name,
    rule(getValues(before, argument.name), argument),
  ]);
  const outputs = definition.outputs.map(({ name }) => [
    name,
    response[name] ?? (name in response ? null : before.outputs[name]),
  ]);
  return {
    ...before,
    arguments: Object.fromEntries(args),
    outputs: addDerivedOutputs(definition, Object.fromEntries(outputs)),
  };
}

/** Adds the outputs that are made of others. */
export function addDerivedOutputs({ outputs }: Definition, values: JsonObject): JsonObject {
  const made = outputs.flatMap(({ name, row: { source } }) =>
    source?.from === "outputs" ? [[name, source.make(values)]] : [],
  );
  return { ...values, ...Object.fromEntries(made) };
}

/**
 * Whether two values are the same. Many servers trim what they are sent, write other line endings, and store null for the empty
 * text where null is a value. Null and an absent value are the same. Text within lists is compared exactly.
 */
export function isSame(value: Json | undefined, other: Json | undefined, { isNullAValue }: Argument): boolean {
  const plain = (one: Json | undefined) => {
    if (typeof one !== "string") return one ?? null;
    const text = one.replaceAll("\r\n", "\n").trim();
    return text === "" && isNullAValue ? null : text;
  };
  return isDeepStrictEqual(plain(value), plain(other));
}
