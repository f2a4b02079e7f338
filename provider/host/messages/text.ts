/** The parts of sentences: text that is safe to print, the name of a resource, values and lists. */

import type { Json } from "../../api/http/json.js";
import { type Difference, type Resource, unknownInput } from "../state/model.js";

const maxPrinted = 2000;
/** Shorter text, such as `make`, is also in ordinary words: redacting those would reveal it. */
const shortestSecret = 8;

/** A resource whose secrets are redacted, or a token alone. */
type SecretHolder = Resource | { readonly token: string };

/**
 * Makes text safe to print: without secrets, terminal control codes and commands to a CI runner, and truncated.
 *
 * @param body the response that the text is from, whose values of secret outputs are redacted, too
 */
export function makeSafe(holder: SecretHolder, text: string, body?: Json): string {
  const redacted = redact(text.toWellFormed(), listSecrets(holder, body));
  if (redacted.length <= maxPrinted) return breakControls(redacted);
  const cut = redacted.slice(0, maxPrinted).toWellFormed();
  return `${breakControls(cut)}… [${text.length} characters in all]`;
}

interface Secret {
  readonly label: string;
  readonly text: string;
}

/** Lists the token and the text values of secret outputs. The engine doesn't tell which inputs are secrets. */
function listSecrets(holder: SecretHolder, body: Json | undefined): Secret[] {
  const secrets: Secret[] = [{ label: "token", text: holder.token }];
  if ("definition" in holder) {
    const { definition, values } = holder;
    const stored = holder.kind === "managed" ? holder.stored : holder;
    const state = stored.kind === "stored" ? stored.state : undefined;
    for (const { name, wireName, row } of [...definition.arguments, ...definition.outputs]) {
      if (!row.secret) continue;
      const { shape } = row.type;
      const fields = shape.type === "object" ? shape.fields.map((field) => field.wireName) : [];
      const returned = findValues([name, wireName, ...fields], body);
      const all = [values[name], state?.arguments[name], state?.otherOutputs[name], ...returned];
      secrets.push(...listTexts(all).map((text) => ({ label: name, text })));
    }
  }
  return secrets.filter(({ text }) => text.trim().length >= shortestSecret);
}

/** Finds the values of these keys, at any depth. A list of texts is the API's messages about the key, not its value. */
function findValues(keys: readonly string[], value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    keys.includes(key) && !isListOfTexts(inside) ? [inside] : findValues(keys, inside),
  );
}

const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");

function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Replaces the longest secrets first: one may contain another. */
function redact(words: string, secrets: readonly Secret[]): string {
  const forms = secrets.flatMap(({ label, text }) => listWrittenForms(text).map((form) => ({ label, form })));
  forms.sort((a, b) => b.form.length - a.form.length);
  return forms.reduce((text, { label, form }) => text.replaceAll(form, `[${label}]`), words);
}

/** The forms of a secret: trimmed, in a URL, and in JSON. Many servers turn each line ending into `\n`. */
function listWrittenForms(secret: string): string[] {
  const text = secret.toWellFormed().trim();
  return [text, text.replaceAll("\r\n", "\n")].flatMap((one) => [
    one,
    encodeURIComponent(one),
    JSON.stringify(one).slice(1, -1),
  ]);
}

/**
 * Escapes control characters other than line breaks and tabs. Breaks `<{%`, by which the engine marks colors: it fails
 * at an unknown one (test/engine/hostile.test.ts). Breaks commands to the runners of GitHub, Azure and TeamCity.
 */
function breakControls(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, writeCode)
    .replaceAll("<{%", "< {%")
    .replaceAll(/^(\s*):(?=:)/gm, "$1: ")
    .replaceAll(/##(?=\[|vso\[|teamcity\[)/g, "# #");
}

const writeCode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Formats the parts that are known, such as `Environment staging of app-1 (env-3)`. */
export function formatTitle(resource: Resource): string {
  const { definition, id } = resource;
  const { name, ...values } = resource.values;
  const shownId = id === undefined || id === unknownInput ? undefined : makeSafe(resource, id);
  const { class: className } = definition.names;
  const owners = definition.uniqueBy.flatMap((one) => {
    const owner = values[one];
    return typeof owner !== "string" || owner === unknownInput ? [] : [` of ${makeSafe(resource, owner)}`];
  });
  const end = `${owners.join("")}${shownId === undefined ? "" : ` (${shownId})`}`;
  if (name === unknownInput) return `${className} [unknown]${end}`;
  if (typeof name !== "string") return `${className} ${shownId ?? ""}`.trimEnd();
  return `${className} ${makeSafe(resource, name.trim())}${end}`;
}

export function addTitle(resource: Resource, sentence: string): string {
  return `${formatTitle(resource)}: ${sentence}`;
}

type Source = "the program sets" | "the state has" | "the API has" | "the API returned";

/** Shows both values, or neither where they may be secrets. */
export function describeTwoValues(
  resource: Resource,
  { argument, value, actual }: Difference,
  source: Source,
  otherSource: Source,
): string {
  if (argument.row.secret) {
    return `${argument.name}: ${source} one value, but ${otherSource} another`;
  }
  const [shown, otherShown] = [value, actual].map((one) => makeSafe(resource, JSON.stringify(one)));
  return `${argument.name}: ${source} ${shown}, but ${otherSource} ${otherShown}`;
}

export function joinWords(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}

export const stateDeleteAdvice = "run `pulumi state delete` with its URN (see `pulumi stack --show-urns`)";

export const goneNotice = "It's gone, or it belongs to a different organization than the token.";
