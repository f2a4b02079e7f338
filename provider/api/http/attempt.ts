/** What one attempt of a request comes to: the body of a successful response, or a failure. */

import { brokenJson, type Failure, type Outcome } from "./errors.js";
import { isObject, type Json, type JsonObject, joinTexts, parseJson, selectTexts } from "./json.js";

export type AttemptResult = SuccessfulAttempt | FailedAttempt;

export interface SuccessfulAttempt {
  /** Undefined where the body is empty. It then counts as a response without fields. */
  readonly body: Json | undefined;
  /** The id that the header `Location` names. */
  readonly locationId?: string | undefined;
}

export interface FailedAttempt {
  readonly failure: Failure;
  readonly outcome: Outcome;
  /** The milliseconds after which the API wants the request again. Undefined where it does not say so. */
  readonly retryAfter?: number | undefined;
}

/**
 * Interprets a response, whose body is read as JSON whatever the content type says. Every 2xx is a success, but for one that has
 * errors and no resource: some APIs refuse with 200.
 */
export function interpretResponse(status: number, text: string): AttemptResult {
  const body = parseJson(text);
  if (status < 200 || status >= 300 || hasErrorsAlone(body)) return parseRefusal(status, body);
  if (body !== undefined || text.trim() === "") return { body };
  const detail = text.trimStart().startsWith("<") ? "HTML instead of JSON" : brokenJson;
  return { failure: { kind: "unreadable", status, detail }, outcome: "unknown" };
}

/**
 * Finds the id of what a request created: the last segment of `Location`, where the rest of its path is the path of the request. Another
 * address may be that of a job.
 */
export function findLocationId(location: unknown, requestUrl: string): string | undefined {
  if (typeof location !== "string" || !URL.canParse(location, requestUrl)) return undefined;
  const { pathname } = new URL(location, requestUrl);
  const [, parent, segment = ""] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (parent !== new URL(requestUrl).pathname) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function hasErrorsAlone(body: Json | undefined): boolean {
  const { errors = null, data = null, id = null } = isObject(body) ? body : {};
  // Servers in PHP write an empty object as `[]`.
  const isEmpty = (value: Json) =>
    value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
  return !isEmpty(errors) && isEmpty(data) && id === null;
}

/** Reads `errors` whatever the status is, because some operations document no status for them. */
function parseRefusal(status: number, body: Json | undefined): FailedAttempt {
  const read: JsonObject = isObject(body) ? body : {};
  const { message, errors } = read;
  // Other sentences are those of gateways, of RFC 9457 and of OAuth. A gateway returns 404 for a path that it does not know, which
  // must not look as if the API itself had said that a resource does not exist.
  const { detail, error, error_description: description, title }: JsonObject = status === 404 ? {} : read;
  const sentences = [message, detail, isObject(error) ? error.message : (description ?? error)];
  const sentence = sentences.map((text) => joinTexts([text])).find((text) => text !== undefined);
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
