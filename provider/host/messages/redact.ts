/** The API's own words without the secrets of a request. */

import type { Secret } from "../session/session.js";

/** Replaces each secret by its label, the longest first: one may contain another. */
export function redact(words: string, secrets: readonly Secret[]): string {
  const forms = secrets.flatMap(({ label, text }) => listWrittenForms(text).map((form) => ({ label, text: form })));
  const found = forms.filter(({ text }) => words.includes(text)).sort((a, b) => b.text.length - a.text.length);
  return replaceForms(words, found);
}

/** A label is not searched for the forms that follow: `[buildCommand]` may contain another secret, such as `build`. */
function replaceForms(words: string, forms: readonly Secret[]): string {
  const first = forms.findIndex(({ text }) => words.includes(text));
  const form = forms[first];
  if (form === undefined) return words;
  const others = forms.slice(first + 1);
  const parts = words.split(form.text).map((part) => replaceForms(part, others));
  return parts.join(`[${form.label}]`);
}

/** A secret of fewer characters stands within ordinary words, too: to replace it there would show what it is. */
const shortestSecret = 4;

/** Lists how a secret can be written: as it is, in a URL and in JSON, each also without white space around it. */
export function listWrittenForms(secret: string): string[] {
  const text = secret.toWellFormed();
  if (text.trim().length < shortestSecret) return [];
  const forms = [text, text.trim()].flatMap((one) => [one, encodeURIComponent(one), ...listJson(one)]);
  return [...new Set(forms)];
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
