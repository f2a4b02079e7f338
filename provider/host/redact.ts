/** The API's own words without the token and the build command: its messages can quote what they complain about. */

import type { Json } from "../api/json.js";

/** A shorter command stands in ordinary words, such as `make`. */
const shortestCommand = 8;

export function redact(words: string, token: string, buildCommand: Json | undefined): string {
  const command = typeof buildCommand === "string" ? writtenForms(buildCommand) : [];
  // The command first: it can hold the token, and is then replaced whole.
  const withoutCommand = replaceAll(
    words,
    command.filter(({ length }) => length >= shortestCommand),
    "[buildCommand]",
  );
  const bytes = Buffer.from(token);
  // Without padding, which finds it with padding, too.
  const base64 = [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")];
  return replaceAll(withoutCommand, [...writtenForms(token), ...base64], "[token]");
}

/** As it is, in a URL and in JSON, each also without white space around it. */
function writtenForms(secret: string): string[] {
  return [secret, secret.trim()].flatMap((text) => [
    text,
    encodeURIComponent(text.toWellFormed()),
    JSON.stringify(text).slice(1, -1),
  ]);
}

/** Whatever the case, for `%2f` is `%2F`. The longest form first: one can be the start of another. */
function replaceAll(words: string, forms: readonly string[], label: string): string {
  const longestFirst = forms.filter((form) => form !== "").sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return words;
  return words.replace(new RegExp(longestFirst.map(escaped).join("|"), "giu"), label);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
