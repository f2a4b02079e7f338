/**
 * What Pulumi's state keeps of a resource, and how that changes: one rule for each event. Nothing here sends or prints.
 *
 * Of each argument the state keeps three values. The output stands under the name of the argument. What was requested and what the API
 * returned stand in one secret property, and only where they differ from the output.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../api/http/json.js";
import type { Argument, Definition, ResolvedArgument, ResolvedDefinition } from "../definitions/definition.js";
import { earlierProperties, formatProperty, hiddenProperty, stateFormat } from "../definitions/names.js";

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
  /** Whether a release up to 0.4.0 wrote the state: its options may not name the hidden property as secret. */
  readonly isEarlier: boolean;
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

/** Decodes the properties that the engine keeps. Of a resource that is new, there are none. */
export function decodeState(definition: Definition, properties: JsonObject = {}): State {
  const { [hiddenProperty]: hidden } = properties;
  const isEarlier = properties[formatProperty] === undefined && hidden === undefined;
  const { requested, returned } = isEarlier ? findEarlierValues(properties) : toObject(hidden);
  const find = (values: Json | undefined, name: string, output: Json) =>
    toObject(values)[name] ?? (name in toObject(values) ? null : output);
  const args = definition.arguments.map(({ name, isNullAValue }) => {
    const output = properties[name] ?? null;
    const found = find(returned, name, output);
    // Up to 0.3.0, releases wrote null for an unknown outcome where null could not be taken for a value.
    const isEarlierMark = isEarlier && found === null && output !== null && !isNullAValue;
    const values = {
      output,
      requested: find(requested, name, output),
      returned: isEarlierMark ? unknownOutcome : found,
    };
    return [name, values] as const;
  });
  const outputs = definition.outputs.map(({ name }) => [name, properties[name] ?? null]);
  return { arguments: Object.fromEntries(args), outputs: Object.fromEntries(outputs), isEarlier };
}

/** Finds what a state of up to 0.4.0 has: as its release wrote it, or as a read of this one did. */
function findEarlierValues(properties: JsonObject): { requested?: Json | undefined; returned?: Json | undefined } {
  const { [earlierProperties.requested]: asked, [earlierProperties.returned]: answered } = properties;
  const { requested, returned } = toObject(asked);
  return isObject(requested) || isObject(returned) ? { requested, returned } : { requested: asked, returned: answered };
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/**
 * Encodes the properties that the engine keeps. Every row of the definition is among them, because the SDK takes an output that is
 * absent from the state for unknown in each preview.
 */
export function encodeState(state: State): JsonObject {
  const args = Object.entries(state.arguments);
  const outputs = { ...Object.fromEntries(args.map(([name, { output }]) => [name, output])), ...state.outputs };
  const listOthers = (key: "requested" | "returned") =>
    args.flatMap(([name, values]) => (isDeepStrictEqual(values[key], values.output) ? [] : [[name, values[key]]]));
  const kept = { requested: listOthers("requested"), returned: listOthers("returned") };
  const entries = Object.entries(kept).filter(([, others]) => others.length > 0);
  const hidden = Object.fromEntries(entries.map(([key, others]) => [key, Object.fromEntries(others)]));
  const property = state.isEarlier ? earlierProperties.requested : hiddenProperty;
  return {
    ...outputs,
    ...(state.isEarlier ? {} : { [formatProperty]: stateFormat }),
    ...(entries.length > 0 ? { [property]: hidden } : {}),
  };
}

/** Encodes a resource that a `get` reads: what the response has, and null for all else. The stack requests nothing of it. */
export function encodeGet(definition: Definition, address: JsonObject, response: JsonObject): JsonObject {
  return addDerivedOutputs(definition, { ...createNulls(definition), ...response, ...address });
}

/** Creates the properties of a resource of which nothing is known. */
export function createNulls({ rows }: Definition): JsonObject {
  return Object.fromEntries(Object.keys(rows).map((name) => [name, null]));
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
  return changeState(definition, before, response, (values, argument) => {
    const { [argument.name]: input } = inputs;
    const { [argument.name]: value } = response;
    if (input === undefined) return applyOmitted(values, argument, value);
    const next = { output: input, requested: input };
    const otherwise = requestedNames.includes(argument.name) ? input : values.returned;
    return { ...next, returned: keepEquivalent(next, argument, value, otherwise) };
  });
}

/** The state after an update that failed, although the API may have carried it out: it may have `changed` these arguments. */
export function stateAfterUnknownOutcome(
  definition: ResolvedDefinition,
  before: State,
  inputs: JsonObject,
  changed: readonly string[],
): State {
  return changeState(definition, before, {}, (values, argument) => {
    const { [argument.name]: input } = inputs;
    if (input === undefined) return isHiddenWhenLeftOut(argument) ? { ...values, output: null } : values;
    if (!changed.includes(argument.name)) return values;
    return { output: input, requested: input, returned: unknownOutcome };
  });
}

/** The state after a read. */
export function stateAfterRead(definition: ResolvedDefinition, before: State, response: JsonObject): State {
  const state = changeState(definition, before, response, (values, argument) =>
    applyRead(values, argument, response[argument.name]),
  );
  return { ...state, isEarlier: before.isEarlier };
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
    // What was requested stays: it tells that the API has something else than the program has set.
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
 * id by which a resource was adopted stays, because the stack never deletes that one.
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
    arguments: Object.fromEntries(args),
    outputs: addDerivedOutputs(definition, Object.fromEntries(outputs)),
    isEarlier: false,
  };
}

/** Adds the outputs that are made of others. */
function addDerivedOutputs({ outputs }: Definition, values: JsonObject): JsonObject {
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
