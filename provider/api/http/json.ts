/** JSON as the API sends it. Nothing about its shape is taken for granted. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): Json | undefined {
  try {
    // JSON.parse refuses a byte order mark, which trim() takes off.
    return JSON.parse(text.trim()) as Json;
  } catch {
    return undefined;
  }
}

/** Trims a text. An empty one counts as none. */
export function parseText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value.trim() || undefined : undefined;
}
