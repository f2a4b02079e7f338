/**
 * The state of a resource, and the properties by which the engine keeps it. Nothing else in the host knows their form.
 *
 * Of each argument the state has three values. The output is the property of its name; the other two, where they differ
 * from it, are in one hidden property. The first release with this form is 0.8.0.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../../api/http/json.js";
import { type Argument, type Definition, listArgumentNames } from "../../definitions/definition.js";
import { hiddenProperties } from "../../definitions/names.js";
import type { ArgumentValues, State } from "./model.js";

const noValues: ArgumentValues = { input: undefined, output: null, actual: null };

export function getArgumentValues(state: State, name: string): ArgumentValues {
  return state.arguments[name] ?? noValues;
}

/** Lists the arguments that these inputs set. */
export function listSetNames(definition: Definition, inputs: JsonObject): string[] {
  return listArgumentNames(definition, ({ name }) => inputs[name] !== undefined);
}

/** Whether inputs, or the properties of a state, have the consent to a delete. */
export function hasConsent(properties: JsonObject): boolean {
  return properties[hiddenProperties.deletable] === true;
}

/**
 * Whether two values are the same. Many servers trim text, write other line endings, and store null for the empty text
 * where null is a value. Null and an absent value are the same. Text within lists is compared exactly.
 */
export function isSame(value: Json | undefined, other: Json | undefined, { isNullAValue }: Argument): boolean {
  const normalize = (one: Json | undefined) => {
    if (typeof one !== "string") return one ?? null;
    const text = one.replaceAll("\r\n", "\n").trim();
    return text === "" && isNullAValue ? null : text;
  };
  return isDeepStrictEqual(normalize(value), normalize(other));
}

/** Returns all outputs: those of the arguments, and the others. */
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

/** Decodes the properties that the engine keeps. Those of a new resource are empty. */
export function decodeState(definition: Definition, properties: JsonObject = {}): State {
  const hidden = toObject(properties[hiddenProperties.state]);
  const inputs = toObject(hidden.input);
  const actuals = toObject(hidden.actual);
  const setNames = Array.isArray(hidden.set) ? hidden.set : [];
  const args = definition.arguments.map(({ name }): [string, ArgumentValues] => {
    const output = properties[name] ?? null;
    const known: JsonObject = { [name]: output };
    const input = setNames.includes(name) ? { ...known, ...inputs }[name] : undefined;
    return [name, { input, output, actual: { ...known, ...actuals }[name] ?? null }];
  });
  const outputs = definition.outputs.map(({ name }) => [name, properties[name] ?? null]);
  const { unconfirmed } = hidden;
  return {
    arguments: Object.fromEntries(args),
    otherOutputs: Object.fromEntries(outputs),
    unconfirmed: unconfirmed === "update" || unconfirmed === "adoption" ? unconfirmed : undefined,
    hasMadeId: hidden.madeId === true,
    hasConsent: hasConsent(properties),
  };
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/**
 * Encodes the properties that the engine keeps. Every row of the definition is among them: the SDK takes an output that
 * is absent from the state for unknown in each preview (`resolveProperties` in its runtime/rpc.js).
 */
export function encodeState(definition: Definition, state: State): JsonObject {
  const setNames = listArgumentNames(definition, ({ name }) => getArgumentValues(state, name).input !== undefined);
  const hidden: JsonObject = {
    set: setNames,
    input: selectDiffering(state, ({ input, output }) => (input === undefined ? output : input)),
    actual: selectDiffering(state, ({ actual }) => actual),
    ...(state.unconfirmed === undefined ? {} : { unconfirmed: state.unconfirmed }),
    ...(state.hasMadeId ? { madeId: true } : {}),
  };
  return {
    ...markSecrets(definition, getOutputs(state)),
    [hiddenProperties.state]: markSecret(hidden),
    ...(state.hasConsent ? { [hiddenProperties.deletable]: true } : {}),
  };
}

/** Selects a value of each argument where it differs from the output. */
function selectDiffering(state: State, select: (values: ArgumentValues) => Json): JsonObject {
  const all = Object.entries(state.arguments).map(([name, values]) => [name, select(values), values.output] as const);
  return Object.fromEntries(all.filter(([, value, output]) => !isDeepStrictEqual(value, output)));
}

/**
 * Encodes the inputs that a read returns, so that the next preview marks where the API has another value than the
 * program. The engine marks them as secrets by its earlier inputs alone. So a secret output that the read has changed
 * is marked here: what somebody has set outside Pulumi may be a secret, and so may be the value from before.
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
  return { ...Object.fromEntries(inputs), ...(state.hasConsent ? { [hiddenProperties.deletable]: true } : {}) };
}

/** Encodes a resource that a `get` reads: what the response has, and null for everything else. */
export function encodeGet(definition: Definition, address: JsonObject, response: JsonObject): JsonObject {
  const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
  return markSecrets(definition, addDerivedOutputs(definition, { ...nulls, ...address, ...response }));
}

/** Marks the outputs that are always secrets. The engine itself marks an output whose input is a secret. */
function markSecrets(definition: Definition, outputs: JsonObject): JsonObject {
  const marked = Object.entries(outputs).map(([name, value]) => [
    name,
    definition.rows[name]?.secret && value !== null ? markSecret(value) : value,
  ]);
  return Object.fromEntries(marked);
}

/**
 * Marks a value as a secret, in the form of Pulumi's protocol. The engine encrypts it, whatever the options of the
 * resource say: a transformation can drop those that name secrets.
 */
function markSecret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
