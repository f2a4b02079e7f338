/** What one attempt of a request comes to: the body of a successful response, or a failure. */

import type { Effect, Failure } from "./errors.js";
import { isObject, type Json, joinTexts, parseJson, selectTexts } from "./json.js";

export type AttemptResult = SuccessfulAttempt | FailedAttempt;

export interface SuccessfulAttempt {
  /** Undefined where the body is empty. It then counts as a response without fields. */
  readonly body: Json | undefined;
}

export interface FailedAttempt {
  readonly failure: Failure;
  readonly effect: Effect;
  /** The milliseconds after which the API wants the request again. Undefined where it does not say so. */
  readonly retryAfter?: number | undefined;
}

/** Interprets a response. Every 2xx is a success, and its body is read as JSON whatever the content type says. */
export function interpretResponse(status: number, text: string): AttemptResult {
  const body = parseJson(text);
  if (status < 200 || status >= 300) return parseRefusal(status, body);
  if (body !== undefined || text.trim() === "") return { body };
  const detail = text.trimStart().startsWith("<") ? "HTML instead of JSON" : "broken JSON";
  return { failure: { kind: "unreadable", status, detail }, effect: "unknown" };
}

/** Reads `errors` whatever the status is, because some operations document no status for them. */
function parseRefusal(status: number, body: Json | undefined): FailedAttempt {
  const { message = null, errors } = isObject(body) ? body : {};
  // A list of objects with a sentence each is not documented, but common among APIs.
  const details = Array.isArray(errors) ? errors.filter(isObject).map(({ detail = null }) => detail) : [];
  const fields = Object.entries(isObject(errors) ? errors : {}).map(([field, value]) => [field, selectTexts(value)]);
  return {
    failure: {
      kind: "status",
      status,
      message: joinTexts([message, ...details]),
      fields: Object.fromEntries(fields),
    },
    // A request that the API refused has had no effect. A server that failed, or that gave up waiting, may have worked on the
    // request before, and one that redirects to the result often has.
    effect: status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "none",
  };
}
