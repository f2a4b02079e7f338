/** JSON as the API sends it: nothing about its shape is taken for granted. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object of a response. Servers in PHP write an empty one as `[]`. */
export function asObject(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  return Array.isArray(value) && value.length === 0 ? {} : undefined;
}

/** @throws SyntaxError when the text is not JSON */
export function parseJson(text: string): Json {
  // What trims is also the byte order mark, which JSON.parse refuses.
  return JSON.parse(text.trim()) as Json;
}
