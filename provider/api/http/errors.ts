/** Why a request failed, in terms of HTTP. */

import type { Method } from "../../definitions/operation.js";
import type { Json } from "./json.js";

export interface RequestSummary {
  /** Such as `create application`. */
  readonly action: string;
  readonly method: Method;
  /** The encoded path below the base URL, with its query if there is one. */
  readonly path: string;
}

/** Whether the API may have carried out a failed request. */
export type Outcome = "no effect" | "unknown";

/** A response outside 2xx, or a 2xx with errors. */
export interface StatusFailure {
  readonly kind: "status";
  readonly status: number;
  readonly message: string | undefined;
  /** The text of an undocumented kind of body. */
  readonly otherText?: string | undefined;
  /** The API's messages by the name of the request's field; dots join the parts of a nested one. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** The host uses it to find secrets that the message quotes. */
  readonly body?: Json | undefined;
  /** In milliseconds, if that's too long to wait. */
  readonly retryAfter?: number;
}

export type Failure =
  | StatusFailure
  | { kind: "rate limit"; waitedSeconds: number; retryAfter?: number; message?: string | undefined }
  /** `detail` is the network's code, such as `ECONNREFUSED`; `status` belongs to a response whose body broke off. */
  | { kind: "connection"; detail: string; address: string; connected: boolean; status?: number | undefined }
  | { kind: "certificate"; detail: string; address: string }
  | { kind: "timeout"; seconds: number; address: string; connected: boolean; status?: number | undefined }
  /** `proxy` is its host and port, without a login. */
  | { kind: "proxy"; proxy: string; detail: string; isTemporary: boolean }
  | { kind: "unreadable"; status?: number | undefined; detail: string };

export const brokenHttp = "invalid HTTP";

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

/** Servers that don't know the path also respond so. */
export function isNotFound(failure: Failure): failure is StatusFailure {
  return failure.kind === "status" && [404, 410].includes(failure.status);
}

/** Whether a message repeats the path or the method, as routers do: "Cannot DELETE /environments/env-9". */
export function namesRoute(message: string, { method, path }: RequestSummary): boolean {
  // Some write the path without its first slash, and some decode it.
  const written = path.slice(1).replace(/\?.*/, "");
  const quotesPath = [written, decodeURIComponent(written)].some((one) => message.includes(one));
  return quotesPath || new RegExp(`\\b${method}\\b`).test(message);
}

/** Describes what happened, to follow the name of the operation, without the API's words, which can quote a secret. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case "status":
      return failure.status < 300
        ? `got a response with status ${failure.status} and errors`
        : `failed with status ${failure.status}${describeRetryAfter(failure)}`;
    case "rate limit": {
      const { waitedSeconds } = failure;
      const waited = waitedSeconds === 0 ? "" : ` after a wait of up to ${formatTime(waitedSeconds * 1000)}`;
      return `failed with status 429 (too many requests)${waited}${describeRetryAfter(failure)}`;
    }
    case "connection":
      return failure.connected
        ? `${describePart(failure.status)}: the connection to ${failure.address} failed (${failure.detail})`
        : `was not sent: no connection to ${failure.address} (${failure.detail})`;
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

function describeRetryAfter({ retryAfter }: { readonly retryAfter?: number }): string {
  return retryAfter === undefined ? "" : `; the API accepts requests again in ${formatTime(retryAfter)}`;
}

function formatTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

function describePart(status: number | undefined): string {
  return status === undefined ? "got no response" : `got a response with status ${status}, but not all of it`;
}
