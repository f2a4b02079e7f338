/** Decides when a request is sent again, and after which wait. These functions are pure; the client acts on them. */

import type { Method } from "../../definitions/operation.js";
import type { FailedAttempt } from "./attempt.js";

/** The server, or one in front of it, may recover. 520 to 524 are those of a CDN. */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/** The resource is busy with another change. A 409 without Retry-After can be a name that is taken. */
const busyStatuses = new Set([409, 423, 425]);

export function shouldRetry(method: Method, { failure, outcome, retryAfter }: FailedAttempt): boolean {
  const canRepeat = method !== "POST";
  if (failure.kind === "status") {
    if (busyStatuses.has(failure.status)) return retryAfter !== undefined;
    return canRepeat && transientStatuses.has(failure.status);
  }
  if (failure.kind !== "connection" && failure.kind !== "timeout") return false;
  // A POST creates another resource each time, so it is repeated only if the connection was never made.
  return canRepeat || outcome === "no effect";
}

const year = 365 * 86_400_000;

/**
 * Parses a Retry-After header into milliseconds. A wait of more than a year, such as a Unix time, counts as no header.
 * A header that can't be read is 0, which asks for a retry without naming a wait.
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = String(header);
  let wait = 0;
  // A list comes from a proxy that joins two headers.
  if (/^[\d.,\s]+$/.test(value)) wait = Math.ceil(Math.max(...value.split(",").map(Number))) * 1000;
  // Date.parse takes a date without a zone for local time.
  if (/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun).* (GMT|UTC)$/.test(value)) wait = Date.parse(value) - now;
  if (wait > year) return undefined;
  // NaN is a number such as 1.2.3, or a date such as the 99th.
  return Math.max(wait, 0) || 0;
}

/** Computes the wait, without jitter, after a number of failed attempts: Retry-After, or 0.5 s, doubled up to 8 s. */
export function computeWait({ retryAfter }: FailedAttempt, earlierFailures: number): number {
  return retryAfter || Math.min(500 * 2 ** earlierFailures, 8_000);
}
