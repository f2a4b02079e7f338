/** Words of the API as this package prints them: they quote what they complain about, and a terminal obeys some of them. */

import type { Json, JsonObject } from "../api/json.js";
import { redact, type Secret, writtenForms } from "./redact.js";

export interface Hidden {
  readonly token: string;
  readonly secrets: readonly Secret[];
  /** Of the request. Any can be a secret of the configuration, which the engine masks where it stands whole. */
  readonly inputs: JsonObject;
}

const longest = 2000;

/** Every text of the API that is printed goes through here. */
export function safeText(words: string, { token, secrets, inputs }: Hidden): string {
  // Where the API has cut a text within a character, gRPC could not send the half of it.
  return cut(printable(redact(words.toWellFormed(), token, secrets)), textsIn(inputs).flatMap(writtenForms));
}

/** Line breaks and tabs stay. The engine takes `<{%` for the start of a colour, and ends at one that it does not know. */
function printable(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, escapeSequence)
    .replaceAll("<{%", "< {%");
}

function escapeSequence(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function cut(text: string, whole: readonly string[]): string {
  if (text.length <= longest) return text;
  const kept = text.slice(0, outside(whole, text, longest));
  // Nor within a character.
  return `${kept.replace(/[\ud800-\udbff]$/, "")}… [cut: ${text.length} characters]`;
}

/** The last position up to this one that none of the parts stands around: the engine does not know half a secret. */
function outside(parts: readonly string[], text: string, position: number): number {
  for (const part of position > 0 ? parts : []) {
    const start = text.lastIndexOf(part, position - 1);
    if (start >= 0 && start + part.length > position) return outside(parts, text, start);
  }
  return position;
}

function textsIn(value: Json): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
