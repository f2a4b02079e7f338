/** Computes how long to wait before a request is sent again. */

/** In milliseconds: for a limit (429), all attempts of a request together, and for a server that is out of service. */
export const longestWait = 600_000;

const longestSensibleTime = 366 * 24 * 3_600_000;

/** Returns milliseconds: 0 for an unreadable header, or an absurd time, such as a Unix time. */
export function parseRetryAfter(header: string, now: number): number {
  const time = /(GMT|UTC)$/.test(header) ? Date.parse(header) - now : Math.ceil(Number(header)) * 1000;
  return time > 0 && time < longestSensibleTime ? time : 0;
}

/** Honors a Retry-After up to one minute: a server may be back sooner than it says. */
export function computeWait(retryAfter: number, attempt: number): number {
  return Math.max(Math.min(retryAfter, 60_000), computeBackoff(attempt));
}

/** Takes up to a quarter off at random, so that requests that failed together don't come back together. */
export function computeBackoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
}
