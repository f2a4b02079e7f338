/** The one error of a request, and how a response becomes one. */

import { isObject, type Json, type JsonObject, listDeep, parseJson, parseText, toObject } from "../rows/json.js";

export type Method = "POST" | "PATCH" | "GET" | "DELETE";

export interface ApiRequest {
  readonly action: string;
  readonly method: Method;
  /** The encoded path below the base URL, with its query if there is one. */
  readonly path: string;
  readonly body?: JsonObject;
}

export type Outcome = "no effect" | "unknown";

const noDetails = {
  nextStep: "",
  /** 0 without a response. */
  status: 0,
  /** Whether another attempt may succeed where it's safe. */
  isTransient: false,
  /** The milliseconds after which the API wants the request again. */
  retryAfter: undefined as number | undefined,
  message: "",
  /** The text of an undocumented kind of body. */
  otherText: "",
  /** The API's messages by the name of the request's field; dots join the parts of a nested one. */
  fields: {} as Readonly<Record<string, readonly string[]>>,
  /** The body, which tells the secrets that the API's words may quote. */
  body: undefined as Json | undefined,
};

type FailureDetails = Readonly<typeof noDetails>;

export interface Failure extends Partial<FailureDetails> {
  /** Follows the name of the request, such as `failed with status 422`. It has none of the API's words. */
  readonly happened: string;
  readonly outcome: Outcome;
}

export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly failure: Failure & FailureDetails;

  constructor(
    readonly request: ApiRequest,
    failure: Failure,
  ) {
    super(`${request.action} ${failure.happened}`);
    this.failure = { ...noDetails, ...failure };
  }

  /** Whether the API doesn't have the resource. Servers also answer 404 for unknown paths. */
  get isNotFound(): boolean {
    return this.failure.status === 404 || this.failure.status === 410;
  }
}

/** Whether the API's message repeats the path or the method, as routers do: "Cannot DELETE /environments/env-9". */
export function quotesRoute({ request: { method, path }, failure: { message } }: RequestError): boolean {
  // Some write the path without its first slash, and some decode it.
  const written = path.slice(1).replace(/\?.*/, "");
  const quotesPath = [written, decodeURIComponent(written)].some((text) => message.includes(text));
  return quotesPath || new RegExp(`\\b${method}\\b`).test(message);
}

export function formatTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

export function formatRetryAfter(milliseconds: number | undefined): string {
  return milliseconds ? `; the API accepts requests again in ${formatTime(milliseconds)}` : "";
}

export type Result =
  /** The body is undefined where it's empty, which counts as a response without fields. */
  { readonly body: Json | undefined } | { readonly failure: Failure };

/** 520 to 524 come from content delivery networks. */
const transientStatuses = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529];

export function readResult(method: Method, status: number, text: string): Result {
  const body = parseJson(text);
  if (status < 200 || status > 299) {
    // A server that failed, gave up waiting, or redirects to the result, may have carried out the request.
    const outcome = status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "no effect";
    const happened = `failed with status ${status}${status === 429 ? " (too many requests)" : ""}`;
    const isTransient = transientStatuses.includes(status);
    return { failure: { happened, outcome, status, isTransient, ...readWords(body, text) } };
  }
  // Some APIs refuse with 200, and some carry out a part.
  if (isObject(body) && (hasContent(body.errors) || hasContent(body.error))) {
    const happened = `got a response with status ${status} and errors`;
    const outcome = method === "GET" ? "no effect" : "unknown";
    return { failure: { happened, outcome, status, ...readWords(body, text) } };
  }
  const isHtml = text.trimStart().startsWith("<");
  if (body !== undefined || text.trim() === "" || (method === "DELETE" && !isHtml)) return { body };
  const detail = isHtml ? "HTML instead of JSON" : "broken JSON";
  const happened = `got an unreadable response with status ${status}: ${detail}`;
  const nextStep = isHtml ? "Check apphosting:baseUrl: it must be the API's address, not a web page's." : "";
  return { failure: { happened, outcome: "unknown", nextStep } };
}

/** Some envelopes always have `error: false`, or a list of messages for each field; PHP writes `{}` as `[]`. */
function hasContent(value: Json | undefined): boolean {
  return listDeep(value).some(([, one]) => {
    if (typeof one === "string") return !["", "0", "false"].includes(one.trim());
    return Array.isArray(one) ? one.length > 0 : Boolean(one) && !isObject(one);
  });
}

function readWords(body: Json | undefined, text: string) {
  const { message, errors } = toObject(body);
  const fields = Object.entries(toObject(errors)).map(([field, value]) => [field, selectTexts(value)]);
  return {
    message: parseText(message),
    otherText: quoteOtherText(body, text),
    fields: Object.fromEntries(fields) as Record<string, string[]>,
    body,
  };
}

function selectTexts(value: Json): string[] {
  return [value].flat().filter((item) => typeof item === "string");
}

/** Quotes an undocumented body, but only the errors of a resource, which may have a password. */
function quoteOtherText(body: Json | undefined, text: string): string {
  if (body === undefined) return text.trim();
  if (!isObject(body)) return quote(body);
  const { message, errors, error } = body;
  if (isObject(errors) && hasContent(errors)) return "";
  if (parseText(message) !== "") return quote(errors);
  const isResource = "data" in body || "attributes" in body;
  return quote(isResource ? (errors ?? error) : body);
}

function quote(value: Json | undefined): string {
  if (!hasContent(value)) return "";
  try {
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    // It's nested too deeply.
    return "";
  }
}
