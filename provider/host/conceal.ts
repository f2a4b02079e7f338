/** The API's own words, without what may be a secret of the program. */

import type { JsonObject } from "../api/json.js";
import { isShowable } from "./showable.js";

export interface Concealed {
  readonly stated: JsonObject;
  readonly token: string;
  /** The argument that names the resource of the request's path, if one does. Ids are no secrets. */
  readonly pathArgument: string | undefined;
}

/**
 * The API's messages can quote what they complain about. The token never stands in the open, and which arguments are
 * secret in the program is not known here, so text that was stated is named and not shown, but for the id in the path.
 */
export function conceal(words: string, { stated, token, pathArgument }: Concealed): string {
  const texts = Object.entries(stated)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .filter(([argument, value]) => argument !== pathArgument && !isShowable(value))
    .flatMap(([argument, value]) =>
      [...forms(value), ...slugs(value)].map((form) => [form, `[${argument}]`] as const),
    )
    .filter(([form]) => form.length >= shortestConcealed);
  const tokens = forms(token).map((form) => [form, "[token]"] as const);
  return concealed(concealed(words, tokens), texts);
}

/** Shorter texts stand in what the API says of anything. */
const shortestConcealed = 4;

/** Shorter ones would take pieces out of ordinary words: the branch main out of a domain. */
const shortestWithinWords = 8;

/** What the API can make of a name for addresses: other letters become ASCII or a dash, signs a dash or nothing. */
function slugs(value: string): string[] {
  const ascii = value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđ]/gi, (letter) => inAscii[letter.toLowerCase()] ?? letter);
  return [value, ascii]
    .flatMap((text) => [text, text.replace(/[^\p{L}\p{N}\s_-]/gu, "")])
    .map((text) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, ""),
    );
}

/** Letters that no accent comes off. */
const inAscii: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

function forms(value: string): string[] {
  const text = value.toWellFormed();
  const bytes = Buffer.from(text);
  return [
    value,
    value.trim(),
    encodeURIComponent(text),
    JSON.stringify(value).slice(1, -1),
    // Without padding, it is found with padding, too.
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ].filter((form) => form !== "");
}

/** The longest first, and all in one go: "acme/web" goes whole where "acme" is concealed, too. */
function concealed(words: string, names: (readonly [form: string, name: string])[]): string {
  if (names.length === 0) return words;
  const nameOf = new Map(names.map(([form, name]) => [form.toLowerCase(), name]));
  const longestFirst = names
    .map(([form]) => form)
    .sort((a, b) => b.length - a.length)
    .map((form) => (form.length < shortestWithinWords ? asWord(escaped(form)) : escaped(form)));
  return words.replace(
    new RegExp(longestFirst.join("|"), "giu"),
    (form) => nameOf.get(form.toLowerCase()) ?? "[text]",
  );
}

/** The last character of an escape is no letter of the word. */
function asWord(pattern: string): string {
  const letter = "[\\p{L}\\p{N}_]";
  const escapes = "%[0-9a-f]{2}|\\\\u[0-9a-f]{4}|\\\\[bfnrt]";
  return `(?:(?<!${letter})|(?<=${escapes}))${pattern}(?!${letter})`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
