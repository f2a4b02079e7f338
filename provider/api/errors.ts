/** Why a request did not end well, in terms of HTTP; the host says it in terms of the resource. */

/**
 * What became of the request: `none`, it has had no effect; `unknown`, it can have been processed. A request that
 * creates is never sent again after `unknown`.
 */
export type Effect = "none" | "unknown";

export type Failure =
  /** A response outside 2xx. `fields` has the API's messages by field name on the wire; dots join the parts of a nested one. */
  | { kind: "status"; status: number; message: string | undefined; fields: Readonly<Record<string, string[]>> }
  /** Nobody waits for it any more. */
  | { kind: "cancelled"; isRepeat: boolean }
  /** 429 until the request had waited for the longest time. */
  | { kind: "rate limit"; waitedSeconds: number }
  /**
   * The exchange broke; `detail` is the network's word alone, such as `ECONNREFUSED`, or `the proxy answered 407`, or
   * `broken off`.
   */
  | { kind: "connection" | "certificate"; detail: string; address: string }
  | { kind: "timeout"; seconds: number; address: string; connected: boolean }
  /** The response's body cannot be read; `status` is 2xx, or was not handed over with the broken body. */
  | { kind: "unreadable"; status?: number | undefined; detail: string }
  /** A path that a URL would not hold as it is: it has a segment of `..`, for instance. */
  | { kind: "path"; path: string }
  /** 2xx, but nothing names what was created. */
  | { kind: "no id"; message: string | undefined };

/** How an attempt ended without a response to keep. */
export interface Failed {
  readonly failure: Failure;
  readonly effect: Effect;
  /** After how many milliseconds the API wants the request again, where it says so. */
  readonly retryAfter?: number | undefined;
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

/**
 * Whether the API itself does not find what the path names. A server that has no such path answers 404 as well, without a
 * message or with that of its router.
 */
export function isNotFound(failure: Failure): boolean {
  return failure.kind === "status" && failure.status === 404 && !isUnknownRoute(failure.message);
}

function isUnknownRoute(message: string | undefined): boolean {
  return message === undefined || /^The route .* could not be found/i.test(message);
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
    case "path":
      return `was not sent: the path ${failure.path} leads elsewhere`;
    case "no id":
      return "got a response without an id";
  }
}
