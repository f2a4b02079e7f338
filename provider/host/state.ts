/**
 * What Pulumi's state keeps of a resource, and how that changes: one rule for each event. Nothing here sends or prints.
 *
 * Of each argument the state keeps three values. The output stands under the name of the argument. What was requested and what the API
 * returned stand in one secret property, and only where they differ from the output.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../api/http/json.js";
import type { Argument, ConfiguredArgument, ConfiguredDefinition, Definition } from "../definitions/definition.js";
import { earlierProperties, hiddenProperty } from "../definitions/names.js";
import { isUnknown } from "./resource.js";

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
  /** Whether the options in the state name the properties of releases up to 0.4.0 as secret, and perhaps no others. */
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
  const { [earlierProperties.requested]: asked, [earlierProperties.returned]: answered } = properties;
  const { [hiddenProperty]: hidden } = properties;
  const { requested, returned } = isObject(hidden) ? hidden : { requested: asked, returned: answered };
  const find = (values: Json | undefined, name: string, output: Json) =>
    isObject(values) && values[name] !== undefined ? values[name] : output;
  const args = definition.arguments.map(({ name, acceptsNull }) => {
    const output = properties[name] ?? null;
    const found = find(returned, name, output);
    // Up to 0.3.0, releases wrote null for an unknown outcome where null could not be taken for a value.
    const isEarlierMark = hidden === undefined && found === null && output !== null && !acceptsNull;
    const values = {
      output,
      requested: find(requested, name, output),
      returned: isEarlierMark ? unknownOutcome : found,
    };
    return [name, values] as const;
  });
  return {
    arguments: Object.fromEntries(args),
    outputs: Object.fromEntries(definition.outputs.map(({ name }) => [name, properties[name] ?? null])),
    isEarlier: isObject(asked) || isObject(answered),
  };
}

/**
 * Encodes the properties that the engine keeps. Every row of the definition is among them, because the SDK takes an output that is
 * absent from the state for unknown in each preview.
 */
export function encodeState(state: State): JsonObject {
  const args = Object.entries(state.arguments);
  const outputs = { ...Object.fromEntries(args.map(([name, { output }]) => [name, output])), ...state.outputs };
  const select = (key: "requested" | "returned") =>
    Object.fromEntries(
      args.flatMap(([name, values]) => (isDeepStrictEqual(values[key], values.output) ? [] : [[name, values[key]]])),
    );
  const [requested, returned] = [select("requested"), select("returned")];
  const others = {
    ...(Object.keys(requested).length > 0 ? { requested } : {}),
    ...(Object.keys(returned).length > 0 ? { returned } : {}),
  };
  if (Object.keys(others).length === 0) return outputs;
  if (!state.isEarlier) return { ...outputs, [hiddenProperty]: others };
  const earlier = Object.entries(others).map(([key, values]) => [
    earlierProperties[key as keyof typeof others],
    values,
  ]);
  return { ...outputs, ...Object.fromEntries(earlier) };
}

/** Encodes a resource that a `get` reads: what the response has, and null for all else. The stack requests nothing of it. */
export function encodeExternal(definition: Definition, address: JsonObject, response: JsonObject): JsonObject {
  const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
  return addMadeOutputs(definition, { ...nulls, ...response, ...address });
}

/**
 * The state after a request that succeeded, or after an update that had nothing to send: its response has no values.
 *
 * @param sent the changed arguments of an update, and those that each update holds; all of a create or an adoption
 */
export function stateAfterSuccess(
  definition: ConfiguredDefinition,
  before: State,
  inputs: JsonObject,
  response: JsonObject,
  sent: readonly string[],
): State {
  return changeState(definition, before, response, (values, argument) => {
    const { [argument.name]: input } = inputs;
    const { [argument.name]: value } = response;
    if (input === undefined) return leaveOut(values, argument, value);
    const next = { output: input, requested: input, returned: sent.includes(argument.name) ? input : values.returned };
    return { ...next, returned: settle(next, argument, value, next.returned) };
  });
}

/** The state after an update that failed, although the API may have carried it out: it may have `changed` these arguments. */
export function stateAfterUnknownOutcome(
  definition: ConfiguredDefinition,
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
export function stateAfterRead(definition: ConfiguredDefinition, before: State, response: JsonObject): State {
  const state = changeState(definition, before, response, (values, argument) =>
    read(values, argument, response[argument.name]),
  );
  return { ...state, isEarlier: before.isEarlier };
}

/** What a read makes of an argument. */
function read(values: ArgumentValues, argument: ConfiguredArgument, response: Json | undefined): ArgumentValues {
  const { output, requested } = values;
  const returned = settle(values, argument, response, values.returned);
  if (!argument.canBeUpdated) {
    // Other resources that are built from the output would be replaced for what somebody has changed outside Pulumi.
    const isFirst = output === null && !argument.acceptsNull;
    return { output: isFirst ? settle(values, argument, response, null) : output, requested, returned };
  }
  // Nothing marks the output as a secret any more.
  const isHidden = argument.row.mayHoldSecrets === true && output === null;
  const next = isHidden ? null : settle(values, argument, response, output);
  return {
    output: next,
    // What was requested stays: it tells that the API has something else than the program has set.
    requested: output === null && next !== null ? next : requested,
    // An update of unknown outcome may take effect after this read.
    returned: isUnknownOutcome(values.returned) ? values.returned : returned,
  };
}

/** What a success makes of an argument that the program leaves out: the same as a read, unless nothing marks its value as secret. */
function leaveOut(values: ArgumentValues, argument: ConfiguredArgument, response: Json | undefined): ArgumentValues {
  const { output, returned } = read(values, argument, response);
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
 * Returns the known value that a response repeats in another spelling, or else the value of the response.
 *
 * @param otherwise what a response without the argument leaves
 */
function settle(
  { output, requested }: ArgumentValues,
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
  definition: ConfiguredDefinition,
  before: State,
  response: JsonObject,
  rule: (values: ArgumentValues, argument: ConfiguredArgument) => ArgumentValues,
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
    outputs: addMadeOutputs(definition, Object.fromEntries(outputs)),
    isEarlier: false,
  };
}

/** Adds the outputs that are made of others. */
function addMadeOutputs({ outputs }: Definition, values: JsonObject): JsonObject {
  const made = outputs.flatMap(({ name, row: { source } }) =>
    source?.from === "outputs" ? [[name, source.make(values)]] : [],
  );
  return { ...values, ...Object.fromEntries(made) };
}

/**
 * Whether two values are known and the same. Many servers trim what they are sent, write other line endings, and store null for the empty
 * text where null is a value. Null and an absent value are the same. Text within lists is compared exactly.
 */
export function isSame(value: Json | undefined, other: Json | undefined, { acceptsNull }: Argument): boolean {
  const plain = (one: Json | undefined) => {
    if (typeof one !== "string") return one ?? null;
    const text = one.replaceAll("\r\n", "\n").trim();
    return text === "" && acceptsNull ? null : text;
  };
  const areKnown = ![value, other].some((one) => isUnknown(one) || isUnknownOutcome(one ?? null));
  return areKnown && isDeepStrictEqual(plain(value), plain(other));
}
