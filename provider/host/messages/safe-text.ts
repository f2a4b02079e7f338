/** Words of the API as this package prints them: they quote what they complain about, and a terminal obeys some of them. */

import type { Json, JsonObject } from "../../api/http/json.js";
import type { Secret } from "../session/session.js";
import { escapeCharacter, listWrittenForms, redact } from "./redact.js";

/**
 * The most characters that are printed, and that are searched for secrets. More are searched than printed, because a label can be
 * shorter than its secret. The limit keeps the search short, whatever the API sends.
 */
const [longestPrinted, longestSearched] = [2000, 16 * 1024];

/**
 * Makes words about a resource with these values safe to print: without secrets, obeyed by no terminal, and with an end. Secrets are replaced by labels. Any other value of the resource can be a
 * secret of the configuration, which the engine replaces where it stands whole: none is cut in two.
 *
 * It never throws, whatever it is given. Mostly a request has been sent before: an error would lose what the request made, and
 * the error's message could hold the words. Where anything fails, `findSecrets` included, `[not shown]` stands for all of the
 * words.
 */
export function formatSafeText(
  words: unknown,
  token: string,
  values: JsonObject,
  findSecrets: () => readonly Secret[],
): string {
  try {
    const secrets = [...findSecrets(), { label: "token", text: token }];
    // Where the API has cut a text within a character, gRPC could not send the half of it.
    const whole = String(words).toWellFormed();
    const searched = redact(whole.slice(0, longestSearched), secrets);
    // The search may have ended within a secret, whose beginning is not replaced then.
    const isWhole = whole.length <= longestSearched;
    const redacted = isWhole ? searched : searched.slice(0, Math.max(0, searched.length - findLongestForm(secrets)));
    const printed = escapeControls(redacted.toWellFormed());
    const shown = cutBefore(longestPrinted, printed, collectTexts(values));
    return isWhole && shown === printed ? shown : `${shown}… [cut: ${whole.length} characters]`;
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

/** Finds how many characters the longest written form of these secrets has. */
function findLongestForm(secrets: readonly Secret[]): number {
  const lengths = secrets.flatMap(({ text }) => listWrittenForms(text)).map((form) => form.length);
  return lengths.reduce((most, length) => Math.max(most, length), 0);
}

/**
 * Cuts a text that is too long, but not within one of these values: one that is a secret of the configuration, the engine replaces
 * only where it stands whole.
 */
function cutBefore(longest: number, text: string, values: readonly string[]): string {
  if (text.length <= longest) return text;
  let end = longest;
  for (const form of values.flatMap(listWrittenForms)) {
    const start = text.indexOf(form, longest - form.length + 1);
    if (start >= 0) end = Math.min(end, start);
  }
  // Nor within a character.
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
}

function collectTexts(value: Json): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(collectTexts);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}
