/** Secrets as the engine marks them in the values that it sends: each is wrapped, wherever in a value it stands. */

import { isObject, type Json, type JsonObject } from "../api/json.js";
import { argumentNames, type Definition } from "../definitions/definition.js";
import { answeredOutput, askedOutput } from "../definitions/state.js";
import type { Secret } from "../host/redact.js";

const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const [[key, signature]] = Object.entries(mark) as [[string, string]];

const isSecret = (value: Json): value is JsonObject => isObject(value) && value[key] === signature;

export function markSecret(value: Json): JsonObject {
  return { ...mark, value };
}

/** The value without its marks. */
export function plain<Value extends Json>(value: Value): Value {
  if (isSecret(value)) return plain((value.value ?? null) as Value);
  if (Array.isArray(value)) return value.map(plain) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, plain(inside)])) as Value;
}

/**
 * Lists every text and number inside a secret, with the name of the input that holds it. The API does not know what is never
 * sent; but an id of what exists stands in the path of a read.
 */
export function listSecrets(definition: Definition, inputs: JsonObject): Secret[] {
  const texts = (value: Json, inSecret: boolean): string[] => {
    if (typeof value === "object" && value !== null)
      return Object.values(value).flatMap((inside) => texts(inside, inSecret || isSecret(value)));
    const canTell = typeof value === "string" || typeof value === "number";
    return inSecret && canTell && value !== signature ? [String(value)] : [];
  };
  const kept = argumentNames(definition, ({ row }) => row.sent === false && row.role !== "existingId");
  return Object.entries(inputs)
    .filter(([name]) => !kept.includes(name))
    .flatMap(([label, value]) => texts(value, false).map((text) => ({ label, text })));
}

function hasSecret(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecret(value) || Object.values(value).some(hasSecret);
}

/**
 * Marks outputs: those that always are secrets, those whose argument is one, or was one before it was left out, and all
 * that the API may have made of one whose value it repeats.
 */
export function withSecrets(
  definition: Definition,
  outputs: JsonObject,
  inputs: JsonObject,
  state: JsonObject = {},
): JsonObject {
  const isSecretInput = (name: string) => hasSecret(inputs[name] ?? (outputs[name] === null ? null : state[name]));
  const isRepeated = argumentNames(definition, ({ row }) => row.makesOutputsSecret === true).some(isSecretInput);
  const marked = (name: string) => {
    const row = definition.rows[name];
    if (hasSecret(state[name]) && !(name in inputs) && outputs[name] !== null) return true;
    if (row === undefined) return name === askedOutput || name === answeredOutput;
    if (row.role !== "output") return isSecretInput(name) || (isRepeated && !(name in inputs));
    return row.secret === true || isRepeated;
  };
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, marked(name) ? markSecret(value) : value]),
  );
}
