/** JSON as the API sends it. Nothing about its shape is taken for granted. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON. Undefined where the text is none. */
export function parseJson(text: string): Json | undefined {
  try {
    // JSON.parse refuses a byte order mark, which trim() takes off.
    return JSON.parse(text.trim()) as Json;
  } catch {
    return undefined;
  }
}

/** Selects the texts in a value that may be one text, a list of texts, or anything else. */
export function selectTexts(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === "string");
}

/** Joins the texts among some values. Undefined where none of them holds a word. */
export function joinTexts(values: readonly (Json | undefined)[]): string | undefined {
  const trimmed = selectTexts(values).map((text) => text.trim());
  return trimmed.filter((text) => text !== "").join(" ") || undefined;
}
