/** The API's own words without the secrets of a request: its messages can quote what they complain about. */

/** What must not be shown, and the name of the argument that is shown in its place. */
export interface Secret {
  readonly label: string;
  readonly text: string;
}

export function redact(words: string, token: string, secrets: readonly Secret[]): string {
  // The longest first: one can hold another, or the token, and is then replaced whole.
  const longestFirst = [...secrets].sort((a, b) => b.text.length - a.text.length);
  const redacted = longestFirst.reduce(
    (rest, { label, text }) => replaceAll(rest, writtenForms(text), `[${label}]`),
    words,
  );
  const bytes = Buffer.from(token);
  // Without padding, which finds it with padding, too.
  const base64 = [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")];
  return replaceAll(redacted, [...writtenForms(token), ...base64], "[token]");
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
