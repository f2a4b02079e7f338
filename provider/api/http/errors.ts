/** Why a request failed, in terms of HTTP. The host explains it in terms of the resource. */

import type { Method } from "../../definitions/operation.js";

/** What a failure tells of the request. */
export interface RequestSummary {
  /** What the request does, in words, such as `create application`. */
  readonly action: string;
  readonly method: Method;
  /** The encoded path below the base URL, with its query if there is one. */
  readonly path: string;
}

/**
 * What became of a request that failed, after all its attempts: it had no effect on the account, or the API may have carried it out. A request
 * that creates is never sent again after an unknown outcome.
 */
export type Outcome = "no effect" | "unknown";

/** A response outside 2xx, or a 2xx with errors. */
export interface StatusFailure {
  readonly kind: "status";
  readonly status: number;
  readonly message: string | undefined;
  /** The API's messages by the name of the request's field; dots join the parts of a nested one. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** After how many milliseconds the API takes requests again, where that is too long to wait for. */
  readonly retryAfter?: number;
}

export type Failure =
  | StatusFailure
  /** The API returned 429 until the request had waited for the longest time, or would have to wait for longer than that. */
  | { kind: "rate limit"; waitedSeconds: number; retryAfter?: number; message?: string | undefined }
  /**
   * The connection failed before a whole response had come. `detail` is the network's code alone, such as `ECONNREFUSED`, or
   * `the proxy answered 503`, or `broken off`. The status is that of a response whose body did not come to its end.
   */
  | { kind: "connection" | "certificate"; detail: string; address: string; status?: number | undefined }
  | { kind: "timeout"; seconds: number; address: string; connected: boolean; status?: number | undefined }
  /** The proxy made no connection to the API. `proxy` is its host and port, without a login; `detail` stands after it in a sentence. */
  | { kind: "proxy"; proxy: string; detail: string }
  /** The body of the response cannot be read. The status is 2xx, or undefined where axios did not hand it over. */
  | { kind: "unreadable"; status?: number | undefined; detail: string };

/** The `detail` of a body that is neither JSON nor HTML. */
export const brokenJson = "broken JSON";

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly request: RequestSummary,
    readonly failure: Failure,
    readonly outcome: Outcome,
  ) {
    super(`${request.action}: ${failure.kind}`);
  }
}

/** Whether the API refused the request because too many have come. */
export function isRateLimit(failure: Failure): boolean {
  return hasStatus(failure, 429);
}

/**
 * Whether the API does not find the resource that the path names. A server that does not know the path at all returns 404 as
 * well, but without a message, or with that of its router. 410 always is about the resource.
 */
export function isNotFound(failure: Failure, request: RequestSummary): boolean {
  return isGone(failure) || (hasStatus(failure, 404) && !isUnknownRoute(failure.message, request));
}

/** Whether the API says that the resource existed and does not any more. */
export function isGone(failure: Failure): boolean {
  return hasStatus(failure, 410);
}

function hasStatus(failure: Failure, status: number): failure is StatusFailure {
  return failure.kind === "status" && failure.status === status;
}

/**
 * What routers say of a path that they do not know: those of Kong, Symfony, Spring, Laravel and Fastify, and the gateways of Amazon and Azure
 * use these words.
 */
const routerWords = /\bno (route|static resource)\b|^(the )?route\b|^(resource )?not found$/i;

/**
 * Whether a 404 comes from a router, which knows of no resource: "Cannot DELETE /environments/env-9". An API that looks for the
 * resource has no reason to repeat the method or the path. A gateway may repeat neither, or a path of its own.
 */
function isUnknownRoute(message: string | undefined, { method, path }: RequestSummary): boolean {
  if (message === undefined || routerWords.test(message)) return true;
  // Some write the path without its first slash, and some decode it.
  const written = path.slice(1).replace(/\?.*/, "");
  const quoted = [written, decodeURIComponent(written)].some((one) => message.includes(one));
  return quoted || new RegExp(`\\b${method}\\b`).test(message);
}

/** Describes what happened, to stand after the name of the operation. The API's own words can quote a secret, and are left out. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case "status":
      return `failed with status ${failure.status}${describeRetryAfter(failure)}`;
    case "rate limit":
      return (
        "failed with status 429 (too many requests)" +
        `${describeWaited(failure.waitedSeconds)}${describeRetryAfter(failure)}`
      );
    case "connection":
      return `${describePart(failure.status)}: the connection to ${failure.address} failed (${failure.detail})`;
    case "certificate":
      return `was not sent: the certificate of ${failure.address} was refused (${failure.detail})`;
    case "timeout":
      return failure.connected
        ? `${describePart(failure.status)} from ${failure.address} within ${failure.seconds} s`
        : `was not sent: no connection to ${failure.address} within ${failure.seconds} s`;
    case "proxy":
      return `was not sent: the proxy ${failure.proxy} ${failure.detail}`;
    case "unreadable": {
      const status = failure.status === undefined ? "" : ` with status ${failure.status}`;
      return `got an unreadable response${status}: ${failure.detail}`;
    }
  }
}

function describeWaited(seconds: number): string {
  return seconds === 0 ? "" : ` after a wait of ${formatTime(seconds * 1000)}`;
}

function describeRetryAfter({ retryAfter }: { readonly retryAfter?: number }): string {
  return retryAfter === undefined ? "" : `; the API takes requests again in ${formatTime(retryAfter)}`;
}

function formatTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Describes how much of a response has come: nothing, or a status without the whole body. */
function describePart(status: number | undefined): string {
  return status === undefined ? "got no response" : `got a response with status ${status}, but not all of it`;
}
