/** Words of the API as this package prints them: they quote what they complain about, and a terminal obeys some of them. */

import type { Json, JsonObject } from "../api/json.js";
import { indexText, joinOverlaps } from "./find-texts.js";
import { escapeCharacter, findWritten, mostCharactersWritten, redact, type Secret } from "./redact.js";

/**
 * The most characters that are printed, and that are searched for secrets. More are searched than printed, because a label can be
 * shorter than its secret. The limit keeps the search short, whatever the API sends.
 */
const [longestPrinted, longestSearched] = [2000, 16 * 1024];

/**
 * Makes words about a resource with these values safe to print: without secrets, obeyed by no terminal, and with an end. Every
 * text of the API that is printed goes through here. Secrets are replaced by labels. Any other value of the resource can be a
 * secret of the configuration, which the engine replaces where it stands whole: none is cut in two.
 *
 * It never throws, whatever it is given. Mostly a request has been sent before: an error would lose what the request made, and
 * the error's message could hold the words. Where anything fails, `findSecrets` included, `[not shown]` stands for all of the
 * words.
 */
export function makeSafe(
  words: unknown,
  token: string,
  values: JsonObject,
  findSecrets: () => readonly Secret[],
): string {
  try {
    const secrets = findSecrets();
    const parts = new Set([token, ...secrets.map(({ text }) => text), ...collectTexts(values)]);
    // Where the API has cut a text within a character, gRPC could not send the half of it.
    const whole = String(words).toWellFormed();
    const searched = cutBefore(longestSearched, whole, parts);
    const printed = escapeControls(redact(searched, token, secrets));
    const shown = cutBefore(longestPrinted, printed, parts);
    const isCut = shown.length < printed.length || searched.length < whole.length;
    return isCut ? `${shown}… [cut: ${printed.length + whole.length - searched.length} characters]` : shown;
  } catch {
    return "[not shown]";
  }
}

/**
 * Escapes control characters but line breaks and tabs. The engine takes `<{%` for the start of a colour, and ends at one that it
 * does not know.
 */
function escapeControls(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, escapeCharacter)
    .replaceAll("<{%", "< {%");
}

/**
 * Cuts a text that is too long, but not within one of the parts: a secret is replaced, by us or by the engine, only where it
 * stands whole.
 */
function cutBefore(longest: number, text: string, parts: ReadonlySet<string>): string {
  if (text.length <= longest) return text;
  const longestPart = [...parts].reduce((most, { length }) => Math.max(most, length), 0);
  const index = indexText(text.slice(0, longest + longestPart * mostCharactersWritten));
  const spans = joinOverlaps([...parts].flatMap((part) => findWritten(index, part)));
  const divided = spans.find(({ start, end }) => start < longest && longest < end);
  // Nor within a character.
  return text.slice(0, divided?.start ?? longest).replace(/[\ud800-\udbff]$/, "");
}

function collectTexts(value: Json): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(collectTexts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
