/** The errors of a request, and how a response becomes one. */

import { isObject, type Json, type JsonObject, listDeep, parseJson, parseText, toObject } from "../rows/json.js";
import { parseRetryAfter } from "./retry.js";

export type Method = "POST" | "PATCH" | "GET" | "DELETE";

export interface ApiRequest {
  readonly action: string;
  readonly method: Method;
  /** The encoded path below the base URL, with its query if there is one. */
  readonly path: string;
  readonly body?: JsonObject;
}

export type Outcome = "no effect" | "unknown";

type FieldMessages = Readonly<Record<string, readonly string[]>>;

const noDetails = {
  nextStep: "",
  /** 0 if the API sent no response, or not a refusal. */
  status: 0,
  /** Whether another attempt may succeed where it's safe. */
  isTransient: false,
  /** The milliseconds after which the API wants the request again. 0: it doesn't say. */
  retryAfter: 0,
  message: "",
  /** The text of an undocumented kind of body. */
  otherText: "",
  /** The API's messages by the name of the request's field; dots join the parts of a nested one. */
  fields: {} as FieldMessages,
  /** The body, which tells the secrets that the API's words may quote. */
  body: undefined as Json | undefined,
};

export interface Failure extends Partial<Readonly<typeof noDetails>> {
  /** Follows the name of the request, such as `failed with status 422`. It has none of the API's words. */
  readonly happened: string;
  readonly outcome: Outcome;
}

export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly failure: Required<Failure>;

  constructor(
    readonly request: ApiRequest,
    failure: Failure,
  ) {
    const { action, method, path } = request;
    super(`${action} (${method} ${path.replace(/\?.*/, "")}) ${failure.happened}`);
    this.failure = { ...noDetails, ...failure };
  }

  /** Whether the API doesn't have the resource. Servers also answer 404 for unknown paths. */
  get isNotFound(): boolean {
    return [404, 410].includes(this.failure.status);
  }
}

/** The error of a request that the host doesn't send. Each line is a reason. */
export class Refusal extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

export type Result =
  /** The body is undefined where it's empty, which counts as a response without fields. */
  { readonly body: Json | undefined } | { readonly failure: Failure };

/** Content delivery networks send 520 to 524. */
const transientStatuses = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529];
/** They are transient only with a Retry-After: without a time, waiting may not help, because the name is taken. */
const busyStatuses = [409, 423, 425];

export function readResult(method: Method, status: number, text: string, retryAfter = ""): Result {
  const body = parseJson(text);
  const { errors, error, message } = toObject(body);
  const isSuccess = Math.floor(status / 100) === 2;
  // Some APIs refuse with 200, and some carry out a part.
  if (!isSuccess || hasContent([errors, error])) {
    // A server that failed, gave up waiting, or redirects to the result, may have carried out the request.
    const isUnknown = isSuccess || status >= 500 || [302, 303, 408].includes(status);
    const isBusy = busyStatuses.includes(status) && retryAfter !== "";
    const wait = parseRetryAfter(retryAfter, Date.now());
    const again = wait > 60_000 ? `; the API accepts requests again in ${Math.ceil(wait / 60_000)} min` : "";
    const happened = isSuccess ? `got a response with status ${status} and errors` : `failed with status ${status}`;
    const failure: Failure = {
      happened: happened + again,
      outcome: isUnknown ? "unknown" : "no effect",
      status,
      isTransient: isBusy || transientStatuses.includes(status),
      retryAfter: wait,
      message: parseText(message),
      fields: listFieldMessages(errors),
      otherText: quoteOtherText(body, text),
      body,
    };
    return { failure };
  }
  const isHtml = text.trimStart().startsWith("<");
  const isReadable = method === "DELETE" ? !isHtml : body !== undefined || text.trim() === "";
  if (isReadable) return { body };
  const detail = isHtml ? "HTML instead of JSON" : "broken JSON";
  const happened = `got an unreadable response with status ${status}: ${detail}`;
  const nextStep = isHtml ? "Check apphosting:baseUrl: it must be the API's address, not a web page's." : "";
  return { failure: { happened, outcome: "unknown", nextStep } };
}

/** Some envelopes always have `error: false`, or a list of messages for each field; PHP writes `{}` as `[]`. */
function hasContent(value: unknown): boolean {
  const texts = listDeep(value).flatMap(([, one]) => (typeof one === "object" ? [] : [String(one ?? "").trim()]));
  return texts.some((text) => !["", "0", "false"].includes(text));
}

function listFieldMessages(errors: Json | undefined): FieldMessages {
  const listTexts = (value: Json) => [value].flat().filter(hasContent).map(toText);
  return Object.fromEntries(Object.entries(toObject(errors)).map(([field, value]) => [field, listTexts(value)]));
}

const toText = (value: Json | undefined) => (typeof value === "string" ? value : JSON.stringify(value));

/** Quotes an undocumented body, but only the errors of a resource, which may have a password. */
function quoteOtherText(body: Json | undefined, text: string): string {
  if (!isObject(body)) return text.trim();
  const { message, data, attributes, included, errors, error } = body;
  if (hasContent(toObject(errors))) return "";
  const quoted = hasContent([message, data, attributes, included]) ? (errors ?? error) : body;
  return hasContent(quoted) ? toText(quoted) : "";
}
