/** JSON as the API sends it: nothing about its shape is taken for granted. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    // What trims is also the byte order mark, which JSON.parse refuses.
    return JSON.parse(text.trim()) as Json;
  } catch {
    return undefined;
  }
}
