/** The errors of a request, and how a response becomes one. */

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
    return [404, 410].includes(this.failure.status);
  }
}

/** Why a request wasn't sent: each line is a reason. */
export class Refusal extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

/** Whether the API's message repeats the path or the method, as routers do: "Cannot DELETE /environments/env-9". */
export function quotesRoute({ request: { method, path }, failure: { message } }: RequestError): boolean {
  // Some write the path without its first slash, and some decode it.
  const written = path.slice(1).replace(/\?.*/, "");
  const quotesPath = [written, decodeURIComponent(written)].some((text) => message.includes(text));
  return quotesPath || new RegExp(`\\b${method}\\b`).test(message);
}

export type Result =
  /** The body is undefined where it's empty, which counts as a response without fields. */
  { readonly body: Json | undefined } | { readonly failure: Failure };

/** Content delivery networks send 520 to 524. */
const transientStatuses = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529];

export function readResult(method: Method, status: number, text: string): Result {
  const body = parseJson(text);
  const isSuccess = status >= 200 && status <= 299;
  // Some APIs refuse with 200, and some carry out a part.
  if (!isSuccess || listErrors(body).some(hasContent)) {
    // A server that failed, gave up waiting, or redirects to the result, may have carried out the request.
    const isUnknown = isSuccess || status >= 500 || [302, 303, 408].includes(status);
    const refused = `failed with status ${status}${status === 429 ? " (too many requests)" : ""}`;
    const failure = {
      happened: isSuccess ? `got a response with status ${status} and errors` : refused,
      outcome: isUnknown ? "unknown" : "no effect",
      status,
      isTransient: transientStatuses.includes(status),
      ...readWords(body, text),
    } as const;
    return { failure };
  }
  const isHtml = text.trimStart().startsWith("<");
  if (body !== undefined || text.trim() === "" || (method === "DELETE" && !isHtml)) return { body };
  const [detail, nextStep] = isHtml
    ? ["HTML instead of JSON", "Check apphosting:baseUrl: it must be the API's address, not a web page's."]
    : ["broken JSON", ""];
  const happened = `got an unreadable response with status ${status}: ${detail}`;
  return { failure: { happened, outcome: "unknown", nextStep } };
}

function listErrors(body: Json | undefined) {
  const { errors, error } = toObject(body);
  return [errors, error];
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
  const fields = Object.entries(toObject(errors)).map(([field, value]) => {
    return [field, [value].flat().filter((item) => typeof item === "string")];
  });
  const otherText = quoteOtherText(body, text);
  return { message: parseText(message), otherText, fields: Object.fromEntries(fields), body };
}

/** Quotes an undocumented body, but only the errors of a resource, which may have a password. */
function quoteOtherText(body: Json | undefined, text: string): string {
  if (!isObject(body)) return body === undefined || hasContent(body) ? text.trim() : "";
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
    // JSON.stringify fails at a value that is nested too deeply.
    return "";
  }
}
