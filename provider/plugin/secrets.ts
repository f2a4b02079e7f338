/** The marks of secrets. The engine wraps each secret, wherever in a value it stands, in an object with this signature. */

import { isObject, type Json, type JsonObject } from "../api/http/json.js";
import { type DocumentedDefinition, listArgumentNames } from "../definitions/definition.js";
import { answeredOutput, askedOutput } from "../definitions/state-names.js";
import type { Secret } from "../host/session/session.js";

const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const [[key, signature]] = Object.entries(mark) as [[string, string]];

const isMarked = (value: Json): value is JsonObject => isObject(value) && value[key] === signature;

/** Marks a value as a secret. */
export function wrapSecret(value: Json): JsonObject {
  return { ...mark, value };
}

/** Takes the marks off a value and all values inside it. */
export function unwrapSecrets<Value extends Json>(value: Value): Value {
  if (isMarked(value)) return unwrapSecrets((value.value ?? null) as Value);
  if (Array.isArray(value)) return value.map(unwrapSecrets) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, unwrapSecrets(inside)])) as Value;
}

/**
 * Lists every text and number inside a secret, with the name of the input that holds it. An input that is never sent is left
 * out, because the API cannot quote it. The id of an existing resource is not left out: it stands in the path of a read.
 */
export function listSecrets(definition: DocumentedDefinition, inputs: JsonObject): Secret[] {
  const listTexts = (value: Json, isInSecret: boolean): string[] => {
    if (typeof value === "object" && value !== null)
      return Object.values(value).flatMap((inside) => listTexts(inside, isInSecret || isMarked(value)));
    const isWritten = typeof value === "string" || typeof value === "number";
    return isInSecret && isWritten && value !== signature ? [String(value)] : [];
  };
  const neverSent = listArgumentNames(definition, ({ row }) => row.sent === false && row.role !== "existingId");
  return Object.entries(inputs)
    .filter(([name]) => !neverSent.includes(name))
    .flatMap(([label, value]) => listTexts(value, false).map((text) => ({ label, text })));
}

/** Whether a value, or a value inside it, is marked as a secret. */
function hasMark(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isMarked(value) || Object.values(value).some(hasMark);
}

/**
 * Marks the outputs that are secrets: those of secret rows, those whose argument is a secret, or was one before the program
 * left it out, and all that the API may have made of a secret argument.
 */
export function wrapSecretOutputs(
  definition: DocumentedDefinition,
  outputs: JsonObject,
  inputs: JsonObject,
  state: JsonObject = {},
): JsonObject {
  const isSecretInput = (name: string) => hasMark(inputs[name] ?? (outputs[name] === null ? null : state[name]));
  const isRepeated = listArgumentNames(definition, ({ row }) => row.makesOutputsSecret === true).some(isSecretInput);
  const isSecretOutput = (name: string) => {
    const row = definition.rows[name];
    if (hasMark(state[name]) && !(name in inputs) && outputs[name] !== null) return true;
    if (row === undefined) return name === askedOutput || name === answeredOutput;
    if (row.role !== "output") return isSecretInput(name) || (isRepeated && !(name in inputs));
    return row.secret === true || isRepeated;
  };
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, isSecretOutput(name) ? wrapSecret(value) : value]),
  );
}
