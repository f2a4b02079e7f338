/** Makes text safe where it leaves the host: a warning, an error, a failure of `check`, and a line of the log. */

import { type Json, listDeep } from "../rows/json.js";
import { toSnakeCase } from "../rows/schema.js";
import type { Resource } from "./state.js";

const maxPrinted = 2000;
/** Shorter text, such as `make`, is also in ordinary words: redacting those would reveal it. */
const shortestSecret = 8;

export interface Secret {
  readonly label: string;
  readonly text: string;
}

export function clean(lines: readonly string[], secrets: readonly Secret[]): string {
  const labels = secrets
    .filter(({ text }) => text.trim().length >= shortestSecret)
    .flatMap(({ label, text }) => listWrittenForms(text).map((form) => [form, label] as const));
  const forms = new Map(labels);
  return lines.map((line) => breakControls(redact(line.toWellFormed(), forms))).join("\n");
}

/**
 * Redacts and truncates a line. Only as much of it is searched as is printed: the text of a response can have millions
 * of characters, and thousands of secrets. A secret that begins before the cut is redacted whole.
 */
function redact(line: string, forms: ReadonlyMap<string, string>): string {
  const found = [...forms].flatMap(([form, label]) => {
    const searched = line.slice(0, maxPrinted + form.length);
    const ranges: { readonly start: number; readonly end: number; readonly label: string }[] = [];
    for (let start = searched.indexOf(form); start !== -1; start = searched.indexOf(form, start + 1)) {
      ranges.push({ start, end: start + form.length, label });
    }
    return ranges;
  });
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let redacted = "";
  let position = 0;
  for (const { start, end, label } of found) {
    if (start >= maxPrinted) break;
    // Secrets can overlap, and one may contain another.
    if (start >= position) redacted += `${line.slice(position, start)}[${label}]`;
    position = Math.max(position, end);
  }
  const cut = Math.max(position, maxPrinted);
  redacted += line.slice(position, cut);
  return line.length <= cut ? redacted : `${redacted.toWellFormed()}… [${line.length} characters in all]`;
}

/** Lists how an API may quote a secret: trimmed, with `\n` only, in a URL, a form, and JSON (Go's, PHP's, or twice). */
function listWrittenForms(secret: string): string[] {
  const text = secret.toWellFormed().trim();
  return [text, text.replaceAll("\r\n", "\n")].flatMap((one) => {
    const inUrl = [encodeURIComponent(one), String(new URLSearchParams([["", one]])).slice(1)];
    const json = quote(one);
    const escaped = [json, json.replaceAll(/[<>&]/g, writeCode), json.replaceAll(/[\u0080-\uffff]/g, writeCode)];
    const forms = [one, ...inUrl, ...escaped, ...escaped.map((form) => form.replaceAll("/", "\\/"))];
    return [...forms, ...forms.map(quote)];
  });
}

const quote = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Escapes control characters other than tabs. Breaks `<{%`, by which the engine marks colors: it fails at an unknown
 * one (test/engine/hostile.test.ts). Breaks commands to the runners of GitHub, Azure and TeamCity.
 */
function breakControls(line: string): string {
  return line
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/(?!\t)[\p{Cc}\p{Bidi_Control}]/gu, writeCode)
    .replaceAll("<{%", "< {%")
    .replaceAll(/^(\s*):(?=:)/gm, "$1: ")
    .replaceAll(/##(?=\[|vso\[|teamcity\[)/g, "# #");
}

const writeCode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Lists the text values of secret outputs: of the program, of the state, and in the body of a response at any depth.
 * The engine doesn't tell which inputs are secrets.
 */
export function listSecrets({ table, inputs, state }: Resource, body: Json | undefined): Secret[] {
  const inBody = listDeep(body).filter(([, value]) => !isListOfTexts(value));
  return [...table.arguments, ...table.outputs].flatMap(({ name, secret, schema }): Secret[] => {
    if (!secret) return [];
    const keys = [name, ...[name, ...Object.keys(schema.members ?? {})].map(toSnakeCase)];
    const ofKeys = inBody.filter(([key]) => keys.includes(key)).map(([, value]) => value);
    const inState = state.arguments.filter(({ argument }) => argument.name === name);
    const own = inState.map(({ input, output, actual }) => [input, output, actual]);
    return listDeep([inputs[name], own, state.otherOutputs[name], ofKeys]).flatMap(([, text]) => {
      return typeof text === "string" ? [{ label: name, text }] : [];
    });
  });
}

/** A list of texts is the API's messages about a key, not its value. */
const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");
