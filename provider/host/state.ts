/**
 * What Pulumi's state keeps of a resource, and the properties by which the engine keeps it. Nothing else in the host reads or writes hidden
 * properties, or knows the form of secrets.
 *
 * Of each argument the state keeps three values. The output stands under the name of the argument. What was requested and what the API
 * has stand in one hidden property, as `requested` and `returned`, and only where they differ from the output.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../api/http/json.js";
import {
  type Argument,
  type Definition,
  listArgumentNames,
  type ResolvedDefinition,
} from "../definitions/definition.js";
import { hiddenProperties } from "../definitions/names.js";

/** What the state keeps of one argument. */
export interface ArgumentValues {
  /** The value that other resources use. */
  readonly output: Json;
  /**
   * The value that the program set when the resource was last created, adopted or updated, also with an unknown outcome. Of an argument that it
   * never set, this is mostly the output.
   */
  readonly requested: Json;
  /** The value that the API has, as far as anybody knows: the one that it returned last, or else was sent last. */
  readonly actual: Actual;
}

/**
 * What the API has of an argument where nobody knows it: after an update of unknown outcome, or of a state that another provider wrote. As long
 * as an update can end that, a read does not, because the update may take effect after the read. Null is a value that the API can have.
 */
export const unknownOutcome = Symbol("an update may or may not have been carried out");
export type Actual = Json | typeof unknownOutcome;

export interface State {
  readonly arguments: Readonly<Record<string, ArgumentValues>>;
  /** The outputs that are no arguments; null where there is none. */
  readonly otherOutputs: JsonObject;
  /**
   * The arguments that the program had set when the state was last written. Undefined in a state of 0.5.0. The engine does not write the state
   * in a step that it calls Same, so the program may set others by now: no delete depends on this.
   */
  readonly givenNames: readonly string[] | undefined;
  /** Whether the program has consented to a delete. */
  readonly hasConsent: boolean;
}

const noValues: ArgumentValues = { output: null, requested: null, actual: null };

export function getArgumentValues(state: State, name: string): ArgumentValues {
  return state.arguments[name] ?? noValues;
}

/** Whether the program had set an argument when the state was last written. */
export function isGiven({ givenNames }: State, name: string): boolean {
  return givenNames?.includes(name) === true;
}

/** Lists the arguments that these inputs set. */
export function listGivenNames(definition: Definition, inputs: JsonObject): string[] {
  return listArgumentNames(definition, ({ name }) => inputs[name] !== undefined);
}

/** Whether a program consents to a delete of the resource with these inputs, or has done so in the state with these properties. */
export function hasConsent({ [hiddenProperties.deletable]: isDeletable }: JsonObject): boolean {
  return isDeletable === true;
}

/**
 * Whether two values are the same. Many servers trim what they are sent, write other line endings, and store null for the empty
 * text where null is a value. Null and an absent value are the same. Text within lists is compared exactly.
 */
export function isSame(value: Json | undefined, other: Actual | undefined, { isNullAValue }: Argument): boolean {
  const plain = (one: Actual | undefined) => {
    if (typeof one !== "string") return one ?? null;
    const text = one.replaceAll("\r\n", "\n").trim();
    return text === "" && isNullAValue ? null : text;
  };
  return isDeepStrictEqual(plain(value), plain(other));
}

/** Returns all outputs: those of the arguments, and the others. */
export function getOutputs(state: State): JsonObject {
  const args = Object.entries(state.arguments).map(([name, { output }]) => [name, output]);
  return { ...Object.fromEntries(args), ...state.otherOutputs };
}

/** Adds the outputs that are made of others. */
export function addDerivedOutputs({ outputs }: Definition, values: JsonObject): JsonObject {
  const made = outputs.flatMap(({ name, row: { source } }) =>
    source?.from === "outputs" ? [[name, source.make(values)]] : [],
  );
  return { ...values, ...Object.fromEntries(made) };
}

/** Decodes the properties that the engine keeps. Of a resource that is new, there are none. */
export function decodeState(definition: Definition, properties: JsonObject = {}): State {
  const { [hiddenProperties.values]: hidden, [hiddenProperties.set]: givenNames } = properties;
  const differing = toObject(hidden);
  const [allRequested, allActual] = [toObject(differing.requested), toObject(differing.returned)];
  const args = definition.arguments.map(({ name }) => {
    const { [name]: output = null } = properties;
    const { [name]: requested = output } = allRequested;
    const { [name]: actual = output } = allActual;
    return [name, { output, requested, actual: isDeepStrictEqual(actual, encodedUnknown) ? unknownOutcome : actual }];
  });
  const outputs = definition.outputs.map(({ name }) => [name, properties[name] ?? null]);
  return {
    arguments: Object.fromEntries(args),
    otherOutputs: Object.fromEntries(outputs),
    givenNames: Array.isArray(givenNames) ? givenNames.map(String) : undefined,
    hasConsent: hasConsent(properties),
  };
}

/** Stands for an unknown outcome in the state. No argument takes an object. */
const encodedUnknown: JsonObject = { outcome: "unknown" };

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/**
 * Encodes the properties that the engine keeps. Every row of the definition is among them, because the SDK takes an output that is
 * absent from the state for unknown in each preview.
 */
export function encodeState(definition: Definition, state: State): JsonObject {
  const requested = selectDiffering(state, ({ requested }) => requested);
  const returned = selectDiffering(state, ({ actual }) => (actual === unknownOutcome ? encodedUnknown : actual));
  const hidden = { ...(requested && { requested }), ...(returned && { returned }) };
  return {
    ...markSecrets(definition, getOutputs(state), listUnmarked(definition, state)),
    ...(Object.keys(hidden).length > 0 ? { [hiddenProperties.values]: markSecret(hidden) } : {}),
    ...(state.givenNames === undefined ? {} : { [hiddenProperties.set]: [...state.givenNames] }),
    ...(state.hasConsent ? { [hiddenProperties.deletable]: true } : {}),
  };
}

/**
 * Lists the arguments that may hold a secret and that the engine may not mark. The engine marks an output if its input is a secret. It cannot
 * after a failed update, because it keeps the inputs from before, nor for a state of 0.5.0, which does not tell what was set.
 */
function listUnmarked(definition: Definition, state: State): string[] {
  return listArgumentNames(definition, ({ name, row }) => {
    if (row.mayHoldSecrets !== true) return false;
    return !isGiven(state, name) || getArgumentValues(state, name).actual === unknownOutcome;
  });
}

/** Selects a value of each argument where it differs from the output. Undefined where none does. */
function selectDiffering(state: State, select: (values: ArgumentValues) => Json): JsonObject | undefined {
  const all = Object.entries(state.arguments).map(([name, values]) => [name, select(values), values.output] as const);
  const differing = all.filter(([, value, output]) => !isDeepStrictEqual(value, output));
  return differing.length > 0 ? Object.fromEntries(differing) : undefined;
}

/**
 * Encodes the inputs that a read returns, so that the next preview marks where the API has another value than the program. Undefined where the
 * state does not tell what the program had set: inputs without it would take the engine's own away.
 *
 * An argument that cannot be updated is as it was requested, because a replacement is no way to correct drift.
 *
 * @param before the state before the read
 */
export function encodeInputs(definition: ResolvedDefinition, state: State, before: State): JsonObject | undefined {
  if (state.givenNames === undefined) return undefined;
  const inputs = definition.arguments.flatMap((argument) => {
    const { name, isNullAValue } = argument;
    const { output, requested } = getArgumentValues(state, name);
    const value = argument.isUpdatable ? output : requested;
    if (!isGiven(state, name) || (value === null && !isNullAValue)) return [];
    // The engine marks an input as a secret if its own earlier input is one. After an update of unknown outcome, that is from before it.
    const isEarlierInputStale = getArgumentValues(before, name).actual === unknownOutcome;
    return [[name, isEarlierInputStale ? markSecret(value) : value]];
  });
  return { ...Object.fromEntries(inputs), ...(state.hasConsent ? { [hiddenProperties.deletable]: true } : {}) };
}

/** Encodes a resource that a `get` reads: what the response has, and null for all else. The stack requests nothing of it. */
export function encodeGet(definition: Definition, address: JsonObject, response: JsonObject): JsonObject {
  const nulls = Object.fromEntries(Object.keys(definition.rows).map((name) => [name, null]));
  const outputs = addDerivedOutputs(definition, { ...nulls, ...address, ...response });
  // The program does not set the arguments of a `get`, so the engine marks none of them.
  const hidden = listArgumentNames(definition, ({ row }) => row.mayHoldSecrets === true);
  return markSecrets(definition, outputs, hidden);
}

/** Marks the outputs that always are secrets, and those of these arguments. The engine itself marks an output whose input is a secret. */
function markSecrets(definition: Definition, values: JsonObject, argumentNames: readonly string[]): JsonObject {
  const outputs = definition.outputs.filter(({ row }) => row.secret === true);
  const secrets = [...outputs.map(({ name }) => name), ...argumentNames].flatMap((name) => {
    const { [name]: value = null } = values;
    return value === null ? [] : [[name, markSecret(value)]];
  });
  return { ...values, ...Object.fromEntries(secrets) };
}

/**
 * Marks a value as a secret, in the form in which Pulumi's protocol has one. The engine encrypts it, whatever the options of the
 * resource say: a transformation can drop those that name secrets.
 */
function markSecret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
