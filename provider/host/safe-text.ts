/** Words of the API as this package prints them: they quote what they complain about, and a terminal obeys some of them. */

import type { Json, JsonObject } from "../api/json.js";
import { redact, type Secret, writtenForms } from "./redact.js";

const longest = 2000;

/** Every text of the API that is printed goes through here. Of a request, any of the inputs can be a secret of the configuration. */
export function safeText(words: string, token: string, secrets: readonly Secret[], inputs: JsonObject): string {
  // Where the API has cut a text within a character, gRPC could not send the half of it.
  return cut(printable(redact(words.toWellFormed(), token, secrets)), textsIn(inputs).flatMap(writtenForms));
}

/** Line breaks and tabs stay. The engine takes `<{%` for the start of a colour, and ends at one that it does not know. */
function printable(text: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, escaped)
    .replaceAll("<{%", "< {%");
}

/** Not within one of the parts: the engine masks a secret where it stands whole. */
function cut(text: string, parts: readonly string[]): string {
  if (text.length <= longest) return text;
  let end = longest;
  const isCut = (part: string) => {
    const start = text.lastIndexOf(part, end - 1);
    return start >= 0 && start + part.length > end;
  };
  while (end > 0 && parts.some(isCut)) end -= 1;
  // Nor within a character.
  return `${text.slice(0, end).replace(/[\ud800-\udbff]$/, "")}… [cut: ${text.length} characters]`;
}

function textsIn(value: Json): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
