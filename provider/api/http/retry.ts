/** Decides when a request is sent again, and after which wait. These functions are pure; the client acts on them. */

import type { Method } from "../../definitions/operation.js";
import type { FailedAttempt } from "./attempt.js";
import type { Failure } from "./errors.js";

/**
 * The statuses of a server that failed or gave up waiting, or of one that stands before it. Both may recover after a while.
 * A content delivery network has 520 to 524 for a server behind it that fails or does not answer.
 */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524]);

/** The statuses of a resource that is busy with another change. 409 can also mean a name that is taken: no Retry-After ends that. */
const busyStatuses = new Set([409, 423, 425]);

export function shouldRetry(method: Method, { failure, outcome, retryAfter }: FailedAttempt): boolean {
  const canRepeat = method !== "POST";
  if (failure.kind === "status") {
    // Such a refusal had no effect, so that even a POST can be sent again.
    if (busyStatuses.has(failure.status)) return retryAfter !== undefined;
    // A PATCH sets the wanted values, so that sending it twice leaves what sending it once does.
    return canRepeat && transientStatuses.has(failure.status);
  }
  // A certificate, a wrong proxy, or a response that cannot be unpacked does not get better by a second attempt.
  if (failure.kind !== "connection" && failure.kind !== "timeout") return false;
  // A POST creates another resource each time. It is repeated only if the connection was never made: then the API cannot have
  // processed the first one.
  return canRepeat || outcome === "no effect";
}

/** The longest time for which limits (429) hold a request back, all its attempts together. */
export const maxRateLimitWait = 600_000;

/**
 * Returns the failure of a request that would have to wait for too long: for a limit, longer than it may still wait; for a server that is out
 * of service, more than ten minutes. A server may be back sooner than it says, so that any other time is waited for in part.
 *
 * @param left how many milliseconds the request may still wait for a limit
 */
export function findExcessiveWait({ failure, retryAfter = 0 }: FailedAttempt, left: number): Failure | undefined {
  if (failure.kind !== "status") return undefined;
  const { status, message } = failure;
  if (status === 503 && retryAfter > maxRateLimitWait) return { ...failure, retryAfter };
  if (status !== 429) return undefined;
  if (left <= 0) return { kind: "rate limit", waitedSeconds: maxRateLimitWait / 1000 };
  const waitedSeconds = (maxRateLimitWait - left) / 1000;
  return retryAfter > left ? { kind: "rate limit", waitedSeconds, retryAfter, message } : undefined;
}

/**
 * Parses a Retry-After header, which has seconds or an HTTP date, into milliseconds. Undefined for any other value: nobody knows what
 * it means, so the client waits as it does without a header.
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
  const value = String(header).trim();
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse reads "-5" and "2" as years, and a date without a zone as local time. An HTTP date has the name of a day, and GMT.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun).*GMT$/.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

const maxRetryAfter = 60_000;

/** Computes how much of a Retry-After counts: a minute at most, because the API may take the request again sooner than it says. */
export function capRetryAfter(retryAfter = 0): number {
  return Math.min(retryAfter, maxRetryAfter);
}

/** Computes the wait between a failed attempt, of which the first is 0, and the next one: Retry-After, and never less than the back-off. */
export function computeWait({ retryAfter }: FailedAttempt, attempt: number): number {
  return Math.max(capRetryAfter(retryAfter), computeBackoff(attempt));
}

/**
 * Computes the wait after a failed attempt, of which the first is 0: half a second, doubled with each attempt up to 8 s. Up to
 * a quarter is taken off at random, so that requests that failed together do not come back together.
 */
export function computeBackoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
}
