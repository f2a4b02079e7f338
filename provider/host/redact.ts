/** The API's own words without the secrets of a request. */

/** What must not be shown, and the name of the argument that is shown in its place. */
export interface Secret {
  readonly label: string;
  readonly text: string;
}

export function redact(words: string, token: string, secrets: readonly Secret[]): string {
  const all = [...secrets, { label: "token", text: token }];
  const forms = all.flatMap(({ label, text }) => writtenForms(text).map((form) => ({ label, form })));
  // The longest first: one can hold another, and is then replaced whole.
  const longestFirst = forms.filter(({ form }) => form !== "").sort((a, b) => b.form.length - a.form.length);
  return longestFirst.reduce((rest, { label, form }) => rest.replace(patternOf(form), `[${label}]`), words);
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

/** Whatever the case, for `%2f` is `%2F`. */
function patternOf(form: string): RegExp {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const isShort = form.length < shortestInWords;
  return new RegExp(isShort ? String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])` : escaped, "giu");
}
