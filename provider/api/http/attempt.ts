/** What one attempt of a request comes to: the body of a successful response, or a failure. */

import { brokenJson, type Failure, type Outcome, type StatusFailure } from "./errors.js";
import { isObject, type Json, type JsonObject, joinTexts, parseJson, selectTexts } from "./json.js";

export type AttemptResult = SuccessfulAttempt | FailedAttempt;

export interface SuccessfulAttempt {
  /** Undefined where the body is empty. It then counts as a response without fields. */
  readonly body: Json | undefined;
  /** The header `Location`. */
  readonly location?: string | undefined;
  /**
   * What the errors in the body of this 2xx say. The request has failed then, unless the response names the resource all the same: some APIs
   * carry out a part of a create or an update, and report the rest as errors. A DELETE has failed in any case.
   */
  readonly errors?: StatusFailure;
  /** What became of the failed attempts of the same request. Default: no effect. */
  readonly outcomeOfEarlierAttempts?: Outcome;
}

export interface FailedAttempt {
  readonly failure: Failure;
  readonly outcome: Outcome;
  /** The milliseconds after which the API wants the request again. Undefined where it does not say so. */
  readonly retryAfter?: number | undefined;
}

/**
 * Interprets a response, whose body is read as JSON whatever the content type says. Every 2xx is a success. Some APIs refuse with 200: what
 * errors in the body say comes with the success, because whoever knows the resource can tell whether the response names it.
 */
export function interpretResponse(status: number, text: string): AttemptResult {
  const body = parseJson(text);
  if (status < 200 || status >= 300) return parseErrorResponse(status, body);
  if (hasErrors(body)) return { body, errors: parseErrorResponse(status, body).failure };
  if (body !== undefined || text.trim() === "") return { body };
  const detail = text.trimStart().startsWith("<") ? "HTML instead of JSON" : brokenJson;
  return { failure: { kind: "unreadable", status, detail }, outcome: "unknown" };
}

/** Whether a body has `errors` or `error`: a text, an object or a list that is not empty, or true. Some envelopes always have `false`. */
function hasErrors(body: Json | undefined): body is JsonObject {
  const { errors, error } = isObject(body) ? body : {};
  return [errors, error].some((value) => {
    if (typeof value === "string") return value.trim() !== "";
    // Servers in PHP write an empty object as `[]`.
    return value === true || Object.keys(value ?? {}).length > 0;
  });
}

/** Reads `errors` whatever the status is, because some operations document no status for them. */
function parseErrorResponse(status: number, body: Json | undefined): FailedAttempt & { failure: StatusFailure } {
  const read: JsonObject = isObject(body) ? body : {};
  const { message, errors } = read;
  // Other sentences are those of gateways, of RFC 9457 and of OAuth. A gateway returns 404 for a path that it does not know, which
  // must not look as if the API itself had said that a resource does not exist.
  const { detail, error, error_description: description, title }: JsonObject = status === 404 ? {} : read;
  const sentences = [message, detail, isObject(error) ? error.message : (description ?? error)];
  const sentence = sentences.map((text) => joinTexts([text ?? null].flat())).find((text) => text !== undefined);
  // A list is not documented, but common among APIs: of sentences, or of objects with a sentence each.
  const details =
    Array.isArray(errors) || typeof errors === "string"
      ? [errors].flat().map((item) => (isObject(item) ? (item.detail ?? item.message ?? item.title) : item))
      : [];
  const fields = Object.entries(isObject(errors) ? errors : {}).map(([field, value]) => [field, selectTexts(value)]);
  return {
    failure: {
      kind: "status",
      status,
      message: joinTexts([sentence, ...details]) ?? joinTexts([title]),
      fields: Object.fromEntries(fields),
    },
    // A request that the API refused has had no effect. A server that failed, or that gave up waiting, may have worked on the
    // request before, and one that redirects to the result often has.
    outcome: status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "no effect",
  };
}
