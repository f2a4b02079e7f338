/** Decides which failures are retried, and when: what may have created a resource must not be sent twice. */

import type { Failure, Method } from "./errors.js";

/** 409 can also mean that the name is taken; waiting won't help. */
const busyStatuses = [409, 423, 425];

/** In milliseconds: for a limit (429), all attempts of a request together, and for a server that is out of service. */
export const longestWait = 600_000;

export function shouldRetry(
  method: Method,
  { status = 0, outcome, isTransient = false, retryAfter }: Failure,
): boolean {
  // The refusal had no effect, so even a POST can be repeated.
  if (busyStatuses.includes(status)) return retryAfter !== undefined;
  // A server that answers may have carried out the request, whatever it says: a POST would create another resource.
  const canRepeat = method !== "POST" || (outcome === "no effect" && status === 0);
  return isTransient && canRepeat;
}

const longestSensibleTime = 366 * 24 * 3_600_000;

/** Returns milliseconds: 0 for an unreadable header, and undefined for an absurd time, such as a Unix time. */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
  if (header === undefined || header === null) return undefined;
  const text = String(header).trim();
  const time = /(GMT|UTC)$/.test(text) ? Date.parse(text) - now : parseSeconds(text) * 1000;
  if (time > longestSensibleTime) return undefined;
  return Number.isNaN(time) ? 0 : Math.max(time, 0);
}

function parseSeconds(text: string): number {
  const items = text.split(",").map((item) => item.trim());
  return items.every((item) => /^\d+(\.\d+)?$/.test(item)) ? Math.ceil(Math.max(...items.map(Number))) : Number.NaN;
}

/** Honors a Retry-After up to one minute: a server may be back sooner than it says. */
export function computeWait(retryAfter: number, attempt: number): number {
  return Math.max(Math.min(retryAfter, 60_000), computeBackoff(attempt));
}

/** Takes up to a quarter off at random, so that requests that failed together don't come back together. */
export function computeBackoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
}
