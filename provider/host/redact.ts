/** The API's own words without the secrets of a request. */

import { indexText, joinOverlaps, type Span, type TextIndex } from "./find-texts.js";

/** What must not be shown, and the name of the argument that is shown in its place. */
export interface Secret {
  readonly label: string;
  readonly text: string;
}

/**
 * Replaces every character that a secret covers. Where secrets overlap, one label stands for all of them, mostly that of the
 * longest. Labels that were put in are not searched again: `[buildCommand]` may contain the text of another secret, such as
 * `build`.
 */
export function redact(words: string, token: string, secrets: readonly Secret[]): string {
  const index = indexText(words);
  const found = [...secrets, { label: "token", text: token }].flatMap(({ label, text }) => {
    const isShort = text.trim().length < shortestInWords;
    const spans = findWritten(index, text).filter((span) => !isShort || isWholeWord(words, span));
    return spans.map((span) => ({ ...span, label }));
  });
  let shown = "";
  let end = 0;
  for (const span of joinOverlaps(found)) {
    shown += `${words.slice(end, span.start)}[${span.label}]`;
    ({ end } = span);
  }
  return shown + words.slice(end);
}

/** A secret of fewer characters stands within ordinary words, too. */
const shortestInWords = 4;

/** Tells whether no letter or digit stands beside the span: `42` is a word of its own in `No 42.`, and none in `422`. */
function isWholeWord(words: string, { start, end }: Span): boolean {
  // A character has one or two units.
  const [before, after] = [words.slice(Math.max(0, start - 2), start), words.slice(end, end + 2)];
  return !/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after);
}

/** Finds a text in every form in which it can be written. */
export function findWritten(index: TextIndex, text: string): Span[] {
  // These characters are the same in each form: where one piece of them is missing, so is each form.
  const pieces = text.match(/[\w.~-]{4}/g) ?? [];
  return pieces.every(index.mayHold) ? [...listWrittenForms(text)].flatMap(index.find) : [];
}

/** A written form has at most so many characters for each one of the text: `%E2%82%AC` is one. */
export const mostCharactersWritten = 9;

/** Lists how a text can be written: as it is, in a URL and in JSON, each also without white space around it. */
function listWrittenForms(text: string): Set<string> {
  const wellFormed = text.toWellFormed();
  const forms = [wellFormed, wellFormed.trim()].flatMap((one) => [one, encodeURIComponent(one), ...listJson(one)]);
  return new Set(forms);
}

/** PHP writes a slash as `\/`, and it and others write what is not ASCII as `\u00e9`. */
function listJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [json, json.replaceAll("/", "\\/")];
  return [...forms, ...forms.map((form) => form.replaceAll(/[\u0080-\uffff]/g, escapeCharacter))];
}

/** Writes a character, or half of one, as JSON does: `\u001b`. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
