/** The API's own words without the secrets of a request. */

/** What must not be shown, and the name of the argument that is shown in its place. */
export interface Secret {
  readonly label: string;
  readonly text: string;
}

/** In one pass: a label can hold a secret, too. */
export function redact(words: string, token: string, secrets: readonly Secret[]): string {
  // The longest first: one can hold another, and is then replaced whole.
  const forms = [...secrets, { label: "token", text: token }].flatMap(formsOf);
  const longestFirst = forms.sort((a, b) => b.form.length - a.form.length);
  if (longestFirst.length === 0) return words;
  const any = new RegExp(longestFirst.map(({ pattern }) => `(${pattern})`).join("|"), "giu");
  return words.replace(any, (_, ...groups) => `[${longestFirst[groups.findIndex((group) => group)]?.label}]`);
}

/** As it is, in a URL and in JSON, each also without white space around it. */
export function writtenForms(secret: string): string[] {
  const forms = [secret, secret.trim()].flatMap((text) => [
    text,
    encodeURIComponent(text.toWellFormed()),
    JSON.stringify(text).slice(1, -1),
  ]);
  return forms.filter((form) => form !== "");
}

/** A shorter one stands within ordinary words, too. */
const shortestInWords = 4;

/** Whatever the case, for `%2f` is `%2F`. */
function formsOf({ label, text }: Secret) {
  const isShort = text.trim().length < shortestInWords;
  return writtenForms(text).map((form) => {
    const escaped = form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const pattern = isShort ? String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])` : escaped;
    return { label, form, pattern };
  });
}
