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

export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Lists a value and all values inside it, each with its key. It can be too deep for a function that calls itself. */
export function listDeep(value: unknown): (readonly [key: string, value: unknown])[] {
  const found: (readonly [string, unknown])[] = [["", value]];
  for (const [, outer] of found) {
    if (typeof outer !== "object" || outer === null) continue;
    for (const member of Object.entries(outer)) found.push(member);
  }
  return found;
}

/** Trims a text. Anything else counts as an empty one. */
export function parseText(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}
