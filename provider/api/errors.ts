/** Why a request did not end well, in terms of HTTP; the host says it in terms of the resource. */

import { isObject, type Json, parseJson } from "./json.js";

export type Operation = "create application" | "create environment" | "update cache";

/**
 * What became of the request: `none`, it has had no effect; `unknown`, it can have been processed. A request that
 * creates is never sent again after `unknown`.
 */
export type Effect = "none" | "unknown";

export type Failure =
  /** An answer outside 2xx. `fields` holds the API's messages by field name on the wire. */
  | {
      kind: "status";
      status: number;
      message: string | undefined;
      fields: Readonly<Record<string, string[]>>;
    }
  /** 429 until the request had waited for the longest time. */
  | { kind: "rate limit"; waitedSeconds: number }
  /**
   * The exchange broke; `detail` is the network's word alone, such as `ECONNREFUSED`, or `the proxy answered 407`, or
   * `broken off`.
   */
  | { kind: "connection"; detail: string; address: string }
  | { kind: "certificate"; detail: string; address: string }
  | { kind: "timeout"; seconds: number; address: string; connected: boolean }
  /** The answer's body cannot be read; `status` is 2xx, or was not handed over with the broken body. */
  | { kind: "unreadable"; status: number | undefined; detail: string }
  /** 2xx, but nothing names what was created. */
  | { kind: "no id" };

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly operation: Operation,
    readonly failure: Failure,
    readonly effect: Effect,
  ) {
    super(`${operation}: ${failure.kind}`);
  }
}

/** An answer outside 2xx. An `errors` object counts whatever the status: two operations document none for it. */
export function statusFailure(status: number, text: string): Failure {
  let answer: Json | undefined;
  try {
    answer = parseJson(text);
  } catch {
    answer = undefined;
  }
  const { message, errors } = isObject(answer) ? answer : {};
  return {
    kind: "status",
    status,
    message: typeof message === "string" && message.trim() !== "" ? message.trim() : undefined,
    fields: isObject(errors)
      ? Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, texts(messages)]))
      : {},
  };
}

function texts(messages: Json): string[] {
  const listed = Array.isArray(messages) ? messages : [messages];
  return listed.filter((message) => typeof message === "string");
}

/**
 * A refused request has had no effect. A server that failed, or did not wait, may have worked on it before, and one
 * that says "see elsewhere" often has.
 */
export function statusEffect(status: number): Effect {
  return status >= 500 || [302, 303, 408].includes(status) ? "unknown" : "none";
}
