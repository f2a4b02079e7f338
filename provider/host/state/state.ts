/**
 * The properties in which the engine keeps a state. No other file knows their form, which is the one of 0.8.0: the
 * output of an argument is the property of its name, and one hidden property has what differs from the outputs.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../../api/http/json.js";
import { type Argument, type Definition, listArgumentNames } from "../../definitions/definition.js";
import { hiddenProperties } from "../../definitions/names.js";
import type { ArgumentValues, State } from "./model.js";

/** The hidden property. */
interface HiddenState {
  /** The arguments that the program sets. */
  readonly set?: readonly string[];
  /** The inputs that differ from the output. */
  readonly input?: JsonObject;
  /** The actual values that differ from the output. */
  readonly actual?: JsonObject;
  readonly unconfirmed?: State["unconfirmed"];
  readonly fallbackId?: boolean;
}

const noValues: ArgumentValues = { input: undefined, output: null, actual: null };

export function getArgumentValues(state: State, name: string): ArgumentValues {
  return state.arguments[name] ?? noValues;
}

export function listSetNames(definition: Definition, inputs: JsonObject): string[] {
  return listArgumentNames(definition, ({ name }) => inputs[name] !== undefined);
}

/** @param properties inputs, or the properties of a state */
export function hasConsent(properties: JsonObject): boolean {
  return properties[hiddenProperties.consent] === true;
}

/**
 * Whether two values are the same. Many servers trim text, change its line endings, and store null for the empty text,
 * so none of these is a difference. Text within lists is compared exactly.
 */
export function isSame(value: Json | undefined, other: Json | undefined, { isNullAValue }: Argument): boolean {
  const normalize = (one: Json | undefined) => {
    if (typeof one !== "string") return one ?? null;
    const text = one.replaceAll("\r\n", "\n").trim();
    return text === "" && isNullAValue ? null : text;
  };
  return isDeepStrictEqual(normalize(value), normalize(other));
}

export function getOutputs(state: State): JsonObject {
  const args = Object.entries(state.arguments).map(([name, { output }]) => [name, output]);
  return { ...Object.fromEntries(args), ...state.otherOutputs };
}

/** Adds the outputs that are made of others. */
export function addDerivedOutputs({ outputs }: Definition, values: JsonObject): JsonObject {
  const derived = outputs.flatMap(({ name, row: { source } }) =>
    source?.from === "outputs" ? [[name, source.make(values)]] : [],
  );
  return { ...values, ...Object.fromEntries(derived) };
}

/** @param properties none for a new resource */
export function decodeState(definition: Definition, properties: JsonObject = {}): State {
  const hidden = properties[hiddenProperties.state];
  // The engine takes off the mark of a secret. A caller that hands back the result of a call doesn't.
  const unmarked = isObject(hidden) && "value" in hidden ? hidden.value : hidden;
  const { set = [], input, actual, unconfirmed, fallbackId = false } = (unmarked ?? {}) as HiddenState;
  const inputs = { ...properties, ...input };
  const actuals = { ...properties, ...actual };
  const args = definition.arguments.map(({ name }): [string, ArgumentValues] => {
    const values = { output: properties[name] ?? null, actual: actuals[name] ?? null };
    return [name, { ...values, input: set.includes(name) ? inputs[name] : undefined }];
  });
  return {
    arguments: Object.fromEntries(args),
    otherOutputs: Object.fromEntries(definition.outputs.map(({ name }) => [name, properties[name] ?? null])),
    unconfirmed,
    hasFallbackId: fallbackId,
    hasConsent: hasConsent(properties),
  };
}

/**
 * Every row of the definition is among the properties: the SDK takes an output that the state lacks for unknown in each
 * preview (`resolveProperties` in its runtime/rpc.js).
 */
export function encodeState(definition: Definition, state: State): JsonObject {
  const all = Object.entries(state.arguments);
  const select = (getValue: (values: ArgumentValues) => Json) => {
    const values = all.map(([name, one]) => [name, getValue(one), one.output] as const);
    return Object.fromEntries(values.filter(([, value, output]) => !isDeepStrictEqual(value, output)));
  };
  const hidden: JsonObject = {
    set: all.filter(([, { input }]) => input !== undefined).map(([name]) => name),
    input: select(({ input, output }) => (input === undefined ? output : input)),
    actual: select(({ actual }) => actual),
    ...(state.unconfirmed === undefined ? {} : { unconfirmed: state.unconfirmed }),
    ...(state.hasFallbackId ? { fallbackId: true } : {}),
  };
  return {
    ...markSecrets(definition, getOutputs(state)),
    [hiddenProperties.state]: markSecret(hidden),
    ...(state.hasConsent ? { [hiddenProperties.consent]: true } : {}),
  };
}

/**
 * Encodes the inputs that a read returns, so that the next preview marks a difference between program and API. The
 * engine marks them as secrets by its earlier inputs alone. So a secret output that the read has changed is marked
 * here: what somebody has set outside Pulumi may be a secret, and so may be the earlier value.
 *
 * @param before the state before the read
 */
export function encodeInputs(definition: Definition, state: State, before: State): JsonObject {
  const set = definition.arguments.filter(({ name }) => getArgumentValues(state, name).input !== undefined);
  const inputs = set.map((argument) => {
    const { name, row } = argument;
    const { output } = getArgumentValues(state, name);
    const hasChanged = !isSame(output, getArgumentValues(before, name).output, argument);
    return [name, row.secret && hasChanged && output !== null ? markSecret(output) : output];
  });
  return { ...Object.fromEntries(inputs), ...(state.hasConsent ? { [hiddenProperties.consent]: true } : {}) };
}

/** Encodes what a `get` reads: null for all that the response doesn't have. */
export function encodeGet(definition: Definition, pathValues: JsonObject, response: JsonObject): JsonObject {
  const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
  return markSecrets(definition, addDerivedOutputs(definition, { ...nulls, ...pathValues, ...response }));
}

/** Marks the outputs that are always secrets. The engine itself marks an output whose input is a secret. */
function markSecrets({ rows }: Definition, outputs: JsonObject): JsonObject {
  const marked = Object.entries(outputs).map(([name, value]) => {
    return [name, rows[name]?.secret && value !== null ? markSecret(value) : value];
  });
  return Object.fromEntries(marked);
}

/**
 * Marks a value as a secret, in the form of Pulumi's protocol. The engine encrypts it even where a transformation has
 * dropped the option that names secret outputs (test/engine/transformations.test.ts).
 */
function markSecret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
