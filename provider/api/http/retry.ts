/** Decides when a request is sent again, and after which wait. */

import type { Method } from "../../definitions/operation.js";
import type { FailedAttempt } from "./attempt.js";

/** 520 to 524 come from content delivery networks. */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/** 409 can also mean a taken name, which no wait frees. */
const busyStatuses = new Set([409, 423, 425]);

/** In milliseconds: for a limit (429), all attempts of a request together, and for a server that is out of service. */
export const longestWait = 600_000;

export function shouldRetry(method: Method, { failure, outcome, retryAfter }: FailedAttempt): boolean {
  // A POST creates another resource each time.
  const canRepeat = method !== "POST";
  switch (failure.kind) {
    case "status":
      // The refusal had no effect, so even a POST can be repeated.
      if (busyStatuses.has(failure.status)) return retryAfter !== undefined;
      return canRepeat && transientStatuses.has(failure.status);
    case "connection":
    case "timeout":
      return canRepeat || outcome === "no effect";
    case "proxy":
      return failure.isTemporary;
    case "certificate":
    case "rate limit":
    case "unreadable":
      // Another attempt doesn't mend these.
      return false;
  }
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

/** A minute of a Retry-After counts at most: a server may be back sooner than it says. */
export function computeWait({ retryAfter = 0 }: FailedAttempt, attempt: number): number {
  return Math.max(Math.min(retryAfter, 60_000), computeBackoff(attempt));
}

/** Takes up to a quarter off at random, so that requests that failed together don't come back together. */
export function computeBackoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
}
