/**
 * The properties by which the engine keeps a state, and the inputs that a read returns. This is the one place that knows the names of hidden
 * properties and the form of secrets.
 */

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../api/http/json.js";
import { type Definition, listArgumentNames, type ResolvedDefinition } from "../definitions/definition.js";
import { hiddenProperties } from "../definitions/names.js";
import { addDerivedOutputs, getOutputs, getValues, hasConsent, isUnknownOutcome, type State } from "./state.js";

/** Decodes the properties that the engine keeps. Of a resource that is new, there are none. */
export function decodeState(definition: Definition, properties: JsonObject = {}): State {
  const { [hiddenProperties.values]: hidden, [hiddenProperties.set]: setNames } = properties;
  const { requested, returned } = toObject(hidden);
  const find = (values: Json | undefined, name: string, output: Json) =>
    toObject(values)[name] ?? (name in toObject(values) ? null : output);
  const args = definition.arguments.map(({ name }) => {
    const output = properties[name] ?? null;
    return [
      name,
      { output, requested: find(requested, name, output), returned: find(returned, name, output) },
    ] as const;
  });
  const outputs = definition.outputs.map(({ name }) => [name, properties[name] ?? null]);
  return {
    arguments: Object.fromEntries(args),
    outputs: Object.fromEntries(outputs),
    setNames: Array.isArray(setNames) ? setNames.map(String) : undefined,
    isDeletable: hasConsent(properties),
  };
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/**
 * Encodes the properties that the engine keeps. Every row of the definition is among them, because the SDK takes an output that is
 * absent from the state for unknown in each preview.
 */
export function encodeState(definition: Definition, state: State): JsonObject {
  const args = Object.entries(state.arguments);
  const listOthers = (key: "requested" | "returned") =>
    args.flatMap(([name, values]) => (isDeepStrictEqual(values[key], values.output) ? [] : [[name, values[key]]]));
  const others = { requested: listOthers("requested"), returned: listOthers("returned") };
  const entries = Object.entries(others).filter(([, values]) => values.length > 0);
  const hidden = Object.fromEntries(entries.map(([key, values]) => [key, Object.fromEntries(values)]));
  return {
    ...markSecretOutputs(definition, getOutputs(state)),
    ...(entries.length > 0 ? { [hiddenProperties.values]: markSecret(hidden) } : {}),
    ...(state.setNames === undefined ? {} : { [hiddenProperties.set]: [...state.setNames] }),
    ...(state.isDeletable ? { [hiddenProperties.deletable]: true } : {}),
  };
}

/**
 * Encodes the inputs that a read returns, so that the next preview marks what the API has otherwise than the program. Undefined where the
 * state does not tell what the program had set: inputs without it would take the engine's own away.
 *
 * An argument that cannot be updated is as it was requested, because a replacement is no way to correct drift.
 */
export function encodeInputs(definition: ResolvedDefinition, state: State): JsonObject | undefined {
  const { setNames, isDeletable } = state;
  if (setNames === undefined) return undefined;
  const inputs = definition.arguments.flatMap(({ name, row, isNullAValue, canBeUpdated }) => {
    const { output, requested, returned } = getValues(state, name);
    const value = canBeUpdated ? output : requested;
    const isHidden = row.mayHoldSecrets === true && output === null;
    if (!setNames.includes(name) || isHidden || (value === null && !isNullAValue)) return [];
    // The engine marks an input as a secret if its own earlier input is one. That can be of another program than the value: after a failed
    // update the engine keeps the inputs before it, and the last program may have left the argument out.
    const mayBeUnmarked = row.mayHoldSecrets === true || isUnknownOutcome(returned);
    return [[name, mayBeUnmarked ? markSecret(value) : value]];
  });
  return { ...Object.fromEntries(inputs), ...(isDeletable ? { [hiddenProperties.deletable]: true } : {}) };
}

/** Encodes a resource that a `get` reads: what the response has, and null for all else. The stack requests nothing of it. */
export function encodeGet(definition: Definition, address: JsonObject, response: JsonObject): JsonObject {
  const outputs = addDerivedOutputs(definition, { ...createNulls(definition), ...response, ...address });
  // The program does not set the arguments of a `get`, so the engine marks none of them.
  const secretNames = listArgumentNames(definition, ({ row }) => row.mayHoldSecrets === true);
  return markSecretOutputs(definition, outputs, secretNames);
}

/** Creates the properties of a resource of which nothing is known. */
export function createNulls({ rows }: Definition): JsonObject {
  return Object.fromEntries(Object.keys(rows).map((name) => [name, null]));
}

/** Marks the outputs that always are secrets, and others. The engine itself marks an output whose input is a secret. */
export function markSecretOutputs(
  { outputs }: Definition,
  values: JsonObject,
  otherNames: readonly string[] = [],
): JsonObject {
  const secretNames = [...outputs.filter(({ row }) => row.secret === true).map(({ name }) => name), ...otherNames];
  const isSecret = (name: string, value: Json) => value !== null && secretNames.includes(name);
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecret(name, value) ? markSecret(value) : value]));
}

/**
 * Marks a value as a secret, in the form in which Pulumi's protocol has one. The engine encrypts it, whatever the options of the
 * resource say: a transformation can drop those that name secrets.
 */
function markSecret(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
