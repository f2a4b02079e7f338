/** Why a request failed, in terms of HTTP. The host explains it in terms of the resource. */

import type { Method } from "../../definitions/operation.js";

export interface RequestSummary {
  /** For people, such as `create application`. */
  readonly action: string;
  readonly method: Method;
  /** The encoded path below the base URL, with its query if there is one. */
  readonly path: string;
}

/** What a failed request did, after all its attempts. A POST is never sent again after an unknown outcome. */
export type Outcome = "no effect" | "unknown";

/** A response outside 2xx, or a 2xx with errors. */
export interface StatusFailure {
  readonly kind: "status";
  readonly status: number;
  readonly message: string | undefined;
  /** The API's messages by the name of the request's field. Dots join the parts of a nested name. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** The wait in milliseconds that the API names, where it is too long. */
  readonly retryAfter?: number | undefined;
}

export type Failure =
  | StatusFailure
  /** `detail` is the network's code, such as `ECONNREFUSED`, or `broken off`. */
  | {
      kind: "connection" | "certificate";
      detail: string;
      address: string;
      connected: boolean;
      /** The status of a response whose body is incomplete. */
      status?: number | undefined;
    }
  | { kind: "timeout"; seconds: number; address: string; connected: boolean; status?: number | undefined }
  /** The proxy made no connection to the API. `proxy` has no login; `detail` follows it in a sentence. */
  | { kind: "proxy"; proxy: string; detail: string }
  /** The response can't be read. The status is 2xx, or undefined where nobody knows it. */
  | { kind: "unreadable"; status?: number | undefined; detail: string };

/** The `detail` of a body that is neither JSON nor HTML. */
export const brokenJson = "broken JSON";

/** How the `detail` of a response that breaks HTTP begins. */
export const invalidHttp = "invalid HTTP";

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

/** Describes what happened, without the API's own words, which can quote a secret. The operation's name comes first. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case "status":
      return `failed with status ${failure.status}${describeRetryAfter(failure)}`;
    case "connection": {
      const how = failure.connected ? describePart(failure.status) : "was not sent";
      return `${how}: the connection to ${failure.address} failed (${failure.detail})`;
    }
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

function describeRetryAfter({ retryAfter }: StatusFailure): string {
  return retryAfter ? `; the API takes requests again in ${formatTime(retryAfter)}` : "";
}

function formatTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

function describePart(status: number | undefined): string {
  return status === undefined ? "got no response" : `got a response with status ${status}, but not all of it`;
}
