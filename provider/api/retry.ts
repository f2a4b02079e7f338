/** Decides which failures are retried, and when: what may have created a resource must not be sent twice. */

import type { Failure, Method } from "./errors.js";

/** In milliseconds: for a limit (429), all attempts of a request together, and for a server that is out of service. */
export const longestWait = 600_000;

export function shouldRetry(method: Method, { status = 0, outcome, isTransient, retryAfter }: Failure): boolean {
  // The refusal had no effect, so even a POST can be repeated. Without a time, waiting may not help: the name is taken.
  if ([409, 423, 425].includes(status)) return retryAfter !== undefined;
  // A server that answers may have carried out the request, whatever it says: a POST would create another resource.
  const canRepeat = method !== "POST" || (outcome === "no effect" && status === 0);
  return isTransient === true && canRepeat;
}

const longestSensibleTime = 366 * 24 * 3_600_000;

/** Returns milliseconds: 0 for an unreadable header, and undefined for an absurd time, such as a Unix time. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^[\d.]+$/.test(header) ? Math.ceil(Number(header)) : Number.NaN;
  const time = /(GMT|UTC)$/.test(header) ? Date.parse(header) - now : seconds * 1000;
  return time > longestSensibleTime ? undefined : Math.max(time, 0) || 0;
}

/** Honors a Retry-After up to one minute: a server may be back sooner than it says. */
export function computeWait(retryAfter: number, attempt: number): number {
  return Math.max(Math.min(retryAfter, 60_000), computeBackoff(attempt));
}

/** Takes up to a quarter off at random, so that requests that failed together don't come back together. */
export function computeBackoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
}
