/** When a request is sent again, and after which wait. Pure decisions; the client acts on them. */

import type { Method } from "../definitions/operation.js";
import type { Failed } from "./errors.js";

/** Of a server that failed, or of one that stood in for it. */
const transient = new Set([500, 502, 503, 504]);

export function shouldRetry(method: Method, { failure, effect }: Failed): boolean {
  const canRepeat = method !== "POST";
  // A PATCH sets the wanted values, so that sending it twice leaves what sending it once does.
  if (failure.kind === "status") return canRepeat && transient.has(failure.status);
  // A certificate, or a response that cannot be unpacked, does not get better by asking again.
  if (failure.kind !== "connection" && failure.kind !== "timeout") return false;
  // What creates is repeated only where the first request cannot have been processed: a connection never made.
  return canRepeat || effect === "none";
}

const longestWait = 60_000;

/**
 * Milliseconds to wait by a Retry-After header, seconds or an HTTP date, at most a minute. Undefined for anything
 * else: an odd value is refused instead of guessed.
 */
export function retryAfter(header: unknown, now: number): number | undefined {
  const value = String(header).trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestWait);
  // Date.parse reads "-5" and "2" as years, and a date without a zone as local: a day's name and GMT make it one.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun).*GMT$/.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), longestWait);
}

/** Half a second, doubled with each attempt up to 8 s, less up to a quarter so that waiters do not return at once. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
}
