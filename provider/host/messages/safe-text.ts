/** Texts that are safe to print: without secrets, obeyed by no terminal, and with an end. */

import { listArgumentNames } from "../../definitions/definition.js";
import type { Resource } from "../resource.js";
import type { Session } from "../session.js";
import { getArgumentValues } from "../state.js";

const maxPrinted = 2000;
/** A shorter text, such as `make`, stands within ordinary words, too: to replace it there would show what it is. */
const shortestSecret = { token: 4, argument: 8 };

/** A resource whose secrets are redacted, or the session alone, whose token is. */
type SecretHolder = Resource | { readonly session: Session };

/** Makes text safe to print: without secrets, obeyed by no terminal, and with an end. */
export function makeSafe(holder: SecretHolder, text: string): string {
  const redacted = redact(text.toWellFormed(), listSecrets(holder));
  if (redacted.length <= maxPrinted) return escapeControls(redacted);
  const cut = redacted.slice(0, maxPrinted).toWellFormed();
  // Half of a word could be half of a secret, which Pulumi would no longer recognise and mask. No secret is as long as half of the text.
  const whole = cut.replace(/\S*$/, "");
  const shown = whole.length < maxPrinted / 2 ? cut : whole;
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
  for (const label of listArgumentNames(holder.definition, ({ row }) => row.mayHoldSecrets === true)) {
    const texts = listTexts(holder, label).filter((value) => typeof value === "string");
    const long = texts.filter((text) => text.trim().length >= shortestSecret.argument);
    secrets.push(...long.map((text) => ({ label, text })));
  }
  return secrets;
}

/** Lists the values of an argument that the program sets, or that the state has. */
function listTexts(resource: Resource, name: string): unknown[] {
  switch (resource.kind) {
    case "new":
      return [resource.inputs[name]];
    case "stored":
      return Object.values(getArgumentValues(resource.state, name));
    case "managed":
      return [resource.inputs[name], ...listTexts(resource.stored, name)];
    case "get":
      return [];
  }
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
