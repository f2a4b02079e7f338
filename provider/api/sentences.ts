/** Reads the sentences that the API writes for people, beside a resource or in place of one. */

import type { Json } from "./json.js";

/** Selects the texts in a value that may be one text, a list of texts, or anything else. */
export function selectTexts(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === "string");
}

/** Joins the texts among some values. Undefined where none of them holds a word. */
export function joinSentences(values: readonly (Json | undefined)[]): string | undefined {
  const trimmed = selectTexts(values).map((text) => text.trim());
  return trimmed.filter((text) => text !== "").join(" ") || undefined;
}
