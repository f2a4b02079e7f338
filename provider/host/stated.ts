/** What the program states, and what was asked before: how they compare. */

import { type JsonObject, sameJson } from "../api/json.js";
import { askedOutput } from "../definitions/state.js";

/** How the engine writes a value that is not known before `up`. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}

/** The stated arguments. `null` is a statement for those named, elsewhere it is the same as leaving out. */
export function statedArguments(inputs: JsonObject, names: readonly string[], nullable: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(
      ([name, value]) => names.includes(name) && value !== undefined && (value !== null || nullable.includes(name)),
    ),
  );
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
