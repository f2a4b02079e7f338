/** Why a request did not end well, in terms of HTTP; the host says it in terms of the resource. */

import type { HttpResponse } from "./http.js";
import { isObject, type Json, parseJson } from "./json.js";

/**
 * What became of the request: `none`, it has had no effect; `unknown`, it can have been processed. A request that
 * creates is never sent again after `unknown`.
 */
export type Effect = "none" | "unknown";

export type Failure =
  /** A response outside 2xx. */
  | {
      kind: "status";
      status: number;
      message: string | undefined;
      /** The API's messages by field name on the wire; a nested field's parts are joined by dots. */
      fields: Readonly<Record<string, string[]>>;
    }
  /** Nobody waits for it any more. */
  | { kind: "cancelled"; isRepeat: boolean }
  /** 429 until the request had waited for the longest time. */
  | { kind: "rate limit"; waitedSeconds: number }
  /**
   * The exchange broke; `detail` is the network's word alone, such as `ECONNREFUSED`, or `the proxy answered 407`, or
   * `broken off`.
   */
  | { kind: "connection"; detail: string; address: string }
  | { kind: "certificate"; detail: string; address: string }
  | { kind: "timeout"; seconds: number; address: string; connected: boolean }
  /** The response's body cannot be read; `status` is 2xx, or was not handed over with the broken body. */
  | { kind: "unreadable"; status: number | undefined; detail: string }
  /** 2xx, but nothing names what was created. */
  | { kind: "no id"; message: string | undefined };

/** How an attempt ended without a response to keep. */
export interface Failed {
  readonly failure: Failure;
  readonly effect: Effect;
}

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** What the request was to do, such as `create application`. */
    readonly operation: string,
    readonly failure: Failure,
    readonly effect: Effect,
  ) {
    super(`${operation}: ${failure.kind}`);
  }
}

/** The failure without what the API says of it. */
export function withoutWords(failure: Failure): Failure {
  if (failure.kind === "status") return { ...failure, message: undefined, fields: {} };
  return failure.kind === "no id" ? { ...failure, message: undefined } : failure;
}

/** What happened, after the name of the operation, without the words of the API, which can quote a secret. */
export function describe(failure: Failure): string {
  switch (failure.kind) {
    case "status":
      return `failed with status ${failure.status}`;
    case "rate limit":
      return `failed with status 429, too many requests, for ${failure.waitedSeconds / 60} minutes`;
    case "connection":
      return `got no response: the connection to ${failure.address} failed (${failure.detail})`;
    case "certificate":
      return `was not sent: the certificate of ${failure.address} was refused (${failure.detail})`;
    case "timeout":
      return failure.connected
        ? `got no response from ${failure.address} within ${failure.seconds} s`
        : `was not sent: no connection to ${failure.address} within ${failure.seconds} s`;
    case "unreadable":
      return `got an unreadable response${failure.status === undefined ? "" : ` with status ${failure.status}`}: ${failure.detail}`;
    case "cancelled":
      return `was not sent${failure.isRepeat ? " again" : ""}: the run was cancelled`;
    case "no id":
      return "got a response without an id";
  }
}

/** A response outside 2xx. Its `errors` count whatever the status: some operations document none for them. */
export function refused({ status, text }: HttpResponse): Failed {
  const body = parsed(text);
  const { message = null, errors } = isObject(body) ? body : {};
  const { "": general = [], ...fields } = readErrors(errors);
  const sentences = texts([message, ...general]).map((sentence) => sentence.trim());
  const failure: Failure = {
    kind: "status",
    status,
    message: sentences.filter((sentence) => sentence !== "").join(" ") || undefined,
    fields,
  };
  // A refused request has had no effect. A server that failed, or did not wait, may have worked on it before, and one
  // that says "see elsewhere" often has.
  return { failure, effect: status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "none" };
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** An object of messages by field, as documented, or a list of objects, as in JSON:API. Those of no field are under "". */
function readErrors(errors: Json | undefined): Record<string, string[]> {
  if (isObject(errors)) {
    return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, texts(messages)]));
  }
  const byField = new Map<string, string[]>();
  for (const error of Array.isArray(errors) ? errors : []) {
    if (!isObject(error)) continue;
    const { detail = null, source } = error;
    const field = isObject(source) ? fieldOf(source.pointer) : "";
    byField.set(field, [...(byField.get(field) ?? []), ...texts(detail)]);
  }
  return Object.fromEntries(byField);
}

/** `/data/attributes/repository/full_name` is `repository.full_name`. */
function fieldOf(pointer: Json | undefined): string {
  if (typeof pointer !== "string") return "";
  const path = pointer.replace(/^\/data(?=\/|$)/, "").replace(/^\/(?:attributes|relationships)(?=\/|$)/, "");
  return path.replace(/^\//, "").replaceAll("/", ".");
}

function texts(messages: Json): string[] {
  const listed = Array.isArray(messages) ? messages : [messages];
  return listed.filter((message) => typeof message === "string");
}
