/** The result of one attempt of a request: the body of a successful response, or a failure. */

import type { Method } from "../../definitions/operation.js";
import type { Failure, Outcome, StatusFailure } from "./errors.js";
import { isObject, type Json, type JsonObject, parseJson, parseText } from "./json.js";

export type AttemptResult = SuccessfulAttempt | FailedAttempt;

export interface SuccessfulAttempt {
  /** Undefined where it's empty, which counts as a response without fields. */
  readonly body: Json | undefined;
}

export interface FailedAttempt {
  readonly failure: Failure;
  readonly outcome: Outcome;
  /** The milliseconds after which the API wants the request again. */
  readonly retryAfter?: number | undefined;
}

/** Reads the body as JSON, whatever the content type says. */
export function interpretResponse(method: Method, status: number, text: string): AttemptResult {
  const body = parseJson(text);
  if (status < 200 || status > 299) {
    // A server that failed, gave up waiting, or redirects to the result, may have carried out the request.
    const mayHaveTakenEffect = status >= 500 || [302, 303, 408].includes(status);
    return { failure: parseFailure(status, body, text), outcome: mayHaveTakenEffect ? "unknown" : "no effect" };
  }
  // Some APIs refuse with 200, and some carry out a part.
  if (isObject(body) && (hasContent(body.errors) || hasContent(body.error))) {
    const changesNothing = method === "DELETE" || method === "GET";
    return { failure: parseFailure(status, body, text), outcome: changesNothing ? "no effect" : "unknown" };
  }
  const isHtml = text.trimStart().startsWith("<");
  if (body !== undefined || text.trim() === "" || (method === "DELETE" && !isHtml)) return { body };
  const detail = isHtml ? "HTML instead of JSON" : "broken JSON";
  return { failure: { kind: "unreadable", status, detail }, outcome: "unknown" };
}

/** Some envelopes always have `error: false`, and servers in PHP write an empty object as `[]`. */
function hasContent(value: Json | undefined): boolean {
  if (typeof value === "string") return !["", "0"].includes(value.trim());
  if (typeof value === "object") return Object.keys(value ?? {}).length > 0;
  return Boolean(value);
}

function parseFailure(status: number, body: Json | undefined, text: string): StatusFailure {
  const { message, errors }: JsonObject = isObject(body) ? body : {};
  const fields = Object.entries(isObject(errors) ? errors : {}).map(([field, value]) => [field, selectTexts(value)]);
  return {
    kind: "status",
    status,
    message: parseText(message),
    fields: Object.fromEntries(fields),
    otherText: quoteOtherText(body, text),
    body,
  };
}

function selectTexts(value: Json): string[] {
  return [value].flat().filter((text) => typeof text === "string");
}

/** Quotes an undocumented body, but only the errors of a resource, which may have a password. */
function quoteOtherText(body: Json | undefined, text: string): string | undefined {
  if (body === undefined) return text.trim() || undefined;
  if (!isObject(body)) return quote(body);
  const { message, errors, error } = body;
  if (isObject(errors) && hasContent(errors)) return undefined;
  if (parseText(message) !== undefined) return quote(errors);
  const isResource = "data" in body || "attributes" in body;
  return quote(isResource ? (errors ?? error) : body);
}

function quote(value: Json | undefined): string | undefined {
  if (!hasContent(value)) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
