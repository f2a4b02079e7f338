/** Texts that are safe to print: without secrets, obeyed by no terminal, and with an end. */

import type { Json } from "../api/http/json.js";
import { listArgumentNames } from "../definitions/definition.js";
import * as enumerations from "../definitions/enums.js";
import { getKnownValues, isUnknown, type Resource } from "./session.js";
import { decodeState, getValues } from "./state.js";

const longestPrinted = 2000;
/** A shorter text, such as `make`, stands within ordinary words, too: to replace it there would show what it is. */
const shortestSecret = { token: 4, argument: 8 };

/** A resource whose secrets are redacted, or the session alone, whose token is. */
type SecretHolder = Resource | Pick<Resource, "session">;

/** Makes text safe to print: without secrets, obeyed by no terminal, and with an end. */
export function makeSafe(holder: SecretHolder, text: string): string {
  const redacted = redact(text.toWellFormed(), listSecrets(holder));
  if (redacted.length <= longestPrinted) return escapeControls(redacted);
  // Half of a word could be half of a secret, which Pulumi would no longer recognise and mask.
  const shown = redacted.slice(0, longestPrinted).replace(/\S*$/, "");
  return `${escapeControls(shown)}… [${text.length} characters in all]`;
}

interface Secret {
  readonly label: string;
  readonly text: string;
}

/**
 * Lists the token, and the values of arguments that often hold secrets: in this process, no input tells whether it is one. The API can also
 * quote a value that the state has.
 */
function listSecrets(holder: SecretHolder): Secret[] {
  const { token } = holder.session;
  const secrets = token.length >= shortestSecret.token ? [{ label: "token", text: token }] : [];
  if (!("definition" in holder)) return secrets;
  const { definition, inputs, properties } = holder;
  const state = decodeState(definition, properties);
  for (const label of listArgumentNames(definition, ({ row }) => row.mayHoldSecrets === true)) {
    const { output, requested, returned } = getValues(state, label);
    const texts = [inputs[label], output, requested, returned].filter((value) => typeof value === "string");
    const long = texts.filter((text) => text.trim().length >= shortestSecret.argument);
    secrets.push(...long.map((text) => ({ label, text })));
  }
  return secrets;
}

/** Replaces each written form of each secret, the longest first: one may contain another. */
function redact(words: string, secrets: readonly Secret[]): string {
  const forms = secrets.flatMap(({ label, text }) => listWrittenForms(text).map((form) => ({ label, form })));
  forms.sort((a, b) => b.form.length - a.form.length);
  return forms.reduce((text, { label, form }) => text.replaceAll(form, `[${label}]`), words);
}

/**
 * A secret without white space around it: as it is, in a URL or a form, and in JSON. PHP writes a slash as `\/` in JSON, and what is not
 * ASCII as `\u00e9`. An API may also have made each line ending a `\n`.
 */
function listWrittenForms(secret: string): string[] {
  const text = secret.toWellFormed().trim();
  return [text, text.replaceAll("\r\n", "\n")].flatMap((one) => {
    const url = encodeURIComponent(one);
    const urls = [url, url.replaceAll("%20", "+"), new URLSearchParams({ "": one }).toString().slice(1)];
    const lowerUrls = urls.map((form) => form.replaceAll(/%../g, (code) => code.toLowerCase()));
    const json = JSON.stringify(one).slice(1, -1);
    const escaped = [json, json.replaceAll("/", "\\/")];
    const inAscii = escaped.map((form) => form.replaceAll(/[\u0080-\uffff]/g, writeCode));
    const inUpperCase = escaped.map((form) => form.replaceAll(/[\u0080-\uffff]/g, writeUpperCode));
    return [one, ...urls, ...lowerUrls, ...escaped, ...inAscii, ...inUpperCase];
  });
}

const writeCode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const writeUpperCode = (character: string) => `\\u${writeCode(character).slice(2).toUpperCase()}`;

/**
 * Escapes control characters but line breaks and tabs. The engine takes `<{%` for the start of a colour, and ends at one that it
 * does not know.
 */
function escapeControls(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, writeCode)
    .replaceAll("<{%", "< {%");
}

/** Writes a resource by its class, its name and its id, as far as these are known: `Environment staging (env-3)`. */
export function formatTitle(resource: Resource): string {
  const { definition, id } = resource;
  const { name } = getKnownValues(resource);
  const shownName = isUnknown(name)
    ? " [unknown]"
    : typeof name === "string"
      ? ` ${makeSafe(resource, name.trim())}`
      : "";
  const shownId = makeSafe(resource, id);
  return `${definition.names.class}${shownName}${shownName === "" ? ` ${shownId}` : id === "" ? "" : ` (${shownId})`}`;
}

const listedValues = new Set<unknown>(Object.values(enumerations).flatMap((values) => Object.values(values)));

/** Returns a number, a flag or a documented value in a form that is safe to print; undefined for any other text, because it may be a secret. */
export function showValue(value: Json | undefined): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return listedValues.has(value) ? `"${value}"` : undefined;
}

/** Joins items as a sentence does: `a, b, and c`, or `a, b, or c`. */
export function joinWords(items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat("en", { type }).format(items);
}
