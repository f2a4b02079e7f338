/** The API's own words without the secrets of a request. */

/** What must not be shown, and the name of the argument that is shown in its place. */
export interface Secret {
  readonly label: string;
  readonly text: string;
}

export function redact(words: string, token: string, secrets: readonly Secret[]): string {
  // The longest first: one can hold another, and is then replaced whole.
  const longestFirst = [...secrets, { label: "token", text: token }].sort((a, b) => b.text.length - a.text.length);
  return longestFirst.reduce((rest, { label, text }) => replaceAll(rest, text, label), words);
}

/** As it is, in a URL and in JSON, each also without white space around it. */
export function writtenForms(secret: string): string[] {
  return [secret, secret.trim()].flatMap((text) => [
    text,
    encodeURIComponent(text.toWellFormed()),
    JSON.stringify(text).slice(1, -1),
  ]);
}

/** A shorter one stands within ordinary words, too. */
const shortestInWords = 4;

/** Whatever the case, for `%2f` is `%2F`. The longest form first: one can be the start of another. */
function replaceAll(words: string, secret: string, label: string): string {
  const forms = writtenForms(secret).filter((form) => form !== "");
  if (forms.length === 0) return words;
  const any = forms
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("|");
  const isShort = secret.trim().length < shortestInWords;
  const pattern = isShort ? String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])` : any;
  return words.replace(new RegExp(pattern, "giu"), `[${label}]`);
}
