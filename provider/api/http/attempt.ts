/** What one attempt of a request comes to: the body of a successful response, or a failure. */

import type { Method } from "../../definitions/operation.js";
import type { Failure, Outcome, StatusFailure } from "./errors.js";
import { isObject, type Json, type JsonObject, joinTexts, parseJson, selectTexts } from "./json.js";

export type AttemptResult = SuccessfulAttempt | FailedAttempt;

export interface SuccessfulAttempt {
  /** Undefined where the body is empty, which counts as a response without fields. */
  readonly body: Json | undefined;
}

export interface FailedAttempt {
  readonly failure: Failure;
  readonly outcome: Outcome;
  /** The milliseconds after which the API wants the request again. Undefined where it does not say so. */
  readonly retryAfter?: number | undefined;
}

/**
 * Interprets a response, whose body is read as JSON whatever the content type says. A 2xx with `errors` or `error` has
 * failed, whatever else it has: some APIs refuse with 200, and some carry out a part. Any other 2xx is a success; one
 * to a DELETE may have any text.
 */
export function interpretResponse(method: Method, status: number, text: string): AttemptResult {
  const body = parseJson(text);
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess) return { failure: parseFailure(status, body, text), outcome: findOutcome(status) };
  if (hasErrors(body)) {
    const changesNothing = method === "DELETE" || method === "GET";
    return { failure: parseFailure(status, body, text), outcome: changesNothing ? "no effect" : "unknown" };
  }
  const isHtml = text.trimStart().startsWith("<");
  if (body !== undefined || text.trim() === "" || (method === "DELETE" && !isHtml)) return { body };
  const detail = isHtml ? "HTML instead of JSON" : "broken JSON";
  return { failure: { kind: "unreadable", status, detail }, outcome: "unknown" };
}

/**
 * A request that the API refused has had no effect. A server that failed, or that gave up waiting, may have worked on
 * the request before, and one that redirects to the result often has.
 */
function findOutcome(status: number): Outcome {
  return status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "no effect";
}

function hasErrors(body: Json | undefined): boolean {
  return isObject(body) && (hasContent(body.errors) || hasContent(body.error));
}

/**
 * Whether a value says something. Some envelopes always have `error: false`, and servers in PHP write an empty object
 * as `[]`.
 */
function hasContent(value: Json | undefined): boolean {
  if (typeof value === "string") return !["", "0"].includes(value.trim());
  if (typeof value === "object") return Object.keys(value ?? {}).length > 0;
  return Boolean(value);
}

/** Reads the documented `message` and `errors`. Of anything else, the user sees the text. */
function parseFailure(status: number, body: Json | undefined, text: string): StatusFailure {
  const { message, errors }: JsonObject = isObject(body) ? body : {};
  const documented = joinTexts([message]);
  const fields = Object.entries(isObject(errors) ? errors : {}).map(([field, value]) => [field, selectTexts(value)]);
  const hasWords = documented !== undefined || fields.length > 0;
  return {
    kind: "status",
    status,
    message: documented,
    fields: Object.fromEntries(fields),
    otherText: hasWords ? quote(isObject(errors) ? undefined : errors) : quoteBody(body, text),
    body,
  };
}

/** Quotes a body. Of a resource, which may have a password, only the errors count. */
function quoteBody(body: Json | undefined, text: string): string | undefined {
  if (body === undefined) return text.trim() || undefined;
  const isResource = isObject(body) && ("data" in body || "attributes" in body);
  return quote(isResource ? (body.errors ?? body.error) : body);
}

function quote(value: Json | undefined): string | undefined {
  if (!hasContent(value)) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
