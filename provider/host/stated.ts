/** What the program states, what was asked before, and what the API answered: how they compare. */

import { type JsonObject, sameJson } from "../api/json.js";

/** How the engine writes a value that is not known before `up`. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * State holds the API's value under an argument's name. Where that is not what was asked, the asked value is kept
 * beside it, in one output that is always a secret.
 */
export const askedOutput = "asked";

export function isUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}

/** The stated arguments. `null` is a statement for those named, elsewhere it is the same as leaving out. */
export function statedArguments(
  inputs: JsonObject,
  names: readonly string[],
  nullable: readonly string[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(
      ([name, value]) =>
        names.includes(name) && value !== undefined && (value !== null || nullable.includes(name)),
    ),
  );
}

/** Outputs of an answer: the API's values over the asked ones, and what was asked where the two differ. */
export function outputsOf(stated: JsonObject, answered: JsonObject, nullable: readonly string[]): JsonObject {
  // Where null is a statement, leaving out asks for the same.
  const unstated = Object.fromEntries(nullable.map((name) => [name, null]));
  const asked = Object.entries({ ...unstated, ...stated }).filter(([name, value]) =>
    differs(answered[name], value),
  );
  return {
    ...stated,
    ...answered,
    ...(asked.length > 0 ? { [askedOutput]: Object.fromEntries(asked) } : {}),
  };
}

/** A field that an answer leaves out, or answers with null, is as it was asked. */
export function differs(answered: unknown, asked: unknown): boolean {
  return answered !== undefined && answered !== null && !sameJson(answered, asked);
}

/** What was asked for an argument at the last request. */
export function askedBefore(olds: JsonObject, name: string): unknown {
  const asked = olds[askedOutput];
  return typeof asked === "object" && asked !== null && Object.hasOwn(asked, name)
    ? (asked as JsonObject)[name]
    : olds[name];
}

/** Equality in which `null` and an absent value are one: no build command is no build command. */
export function sameStatement(a: unknown, b: unknown): boolean {
  return sameJson(a ?? null, b ?? null);
}
