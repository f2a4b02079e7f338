/** What a response comes to: the body of a success, or a failure. */

import type { Failed } from "./errors.js";
import { isObject, type Json, parseJson } from "./json.js";

/** A success. */
export interface Answer {
  /** Undefined where it is empty: a response without fields. */
  readonly body: Json | undefined;
}

/** Any 2xx is a success, and JSON whatever its content type says. */
export function answerOf(status: number, text: string): Answer | Failed {
  const body = parseJson(text);
  if (status < 200 || status >= 300) return refused(status, body);
  if (body !== undefined || text.trim() === "") return { body };
  const detail = text.trimStart().startsWith("<") ? "HTML instead of JSON" : "broken JSON";
  return { failure: { kind: "unreadable", status, detail }, effect: "unknown" };
}

/** Its `errors` count whatever the status: some operations document none for them. */
function refused(status: number, body: Json | undefined): Failed {
  const { message = null, errors } = isObject(body) ? body : {};
  // Not documented, but common: a list of objects with a sentence each.
  const details = Array.isArray(errors) ? errors.filter(isObject).map(({ detail = null }) => detail) : [];
  const fields = Object.entries(isObject(errors) ? errors : {}).map(([field, messages]) => [field, texts(messages)]);
  return {
    failure: {
      kind: "status",
      status,
      message: readSentences([message, ...details]),
      fields: Object.fromEntries(fields),
    },
    // A refused request has had no effect. A server that failed, or did not wait, may have worked on it before, and one
    // that says "see elsewhere" often has.
    effect: status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "none",
  };
}

/** The texts among words of the API, as one; undefined where there is none. */
export function readSentences(words: readonly (Json | undefined)[]): string | undefined {
  const trimmed = texts(words).map((text) => text.trim());
  return trimmed.filter((text) => text !== "").join(" ") || undefined;
}

function texts(words: unknown): string[] {
  return [words].flat().filter((text) => typeof text === "string");
}
