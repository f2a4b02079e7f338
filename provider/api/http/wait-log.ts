/** Writes the lines about waits of more than a second, so that a user knows what a slow run waits for, and how long at most. */

import type { FailedAttempt } from "./attempt.js";
import { describeFailure } from "./errors.js";
import { longestLimitSeconds } from "./rate-limit.js";
import type { ApiRequest } from "./transport.js";

/** Why a request waits. */
export interface WaitReason {
  readonly text: string;
  /** Whether all requests of the process wait for the same: a limit that ends, or an API that can be reached. */
  readonly isShared: boolean;
}

export type LogWait = (wait: number, reason: WaitReason) => void;

/** Creates the function that logs a wait. Of a shared reason it writes a line at most every 15 s. */
export function createWaitLog(log: (line: string) => void): LogWait {
  const quietUntil = new Map<string, number>();
  return (wait, { text, isShared }) => {
    if (wait <= 1000 || Date.now() < (quietUntil.get(text) ?? 0)) return;
    if (isShared) quietUntil.set(text, Date.now() + 15_000);
    log(`waiting ${(wait / 1000).toFixed(1)} s: ${text}`);
  };
}

/** Why all requests wait after a 429. */
export const limitReason: WaitReason = {
  text: `the API limits requests (429); each request waits for ${longestLimitSeconds / 60} minutes at most`,
  isShared: true,
};

/** Describes why a request waits between the failed attempt, of which the first is 0, and the next one. */
export function describeRetry(
  { operation, path }: ApiRequest,
  attempt: number,
  { failure, effect }: FailedAttempt,
  { maxRetries, timeoutSeconds }: { readonly maxRetries: number; readonly timeoutSeconds: number },
): WaitReason {
  // Where no connection can be made, no request has left, and all requests of the process meet the same.
  if (effect === "none" && "address" in failure) {
    const how = failure.kind === "timeout" ? `within ${failure.seconds} s` : `(${failure.detail})`;
    const each = `each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`;
    return { text: `${failure.address} cannot be reached ${how}; ${each}`, isShared: true };
  }
  // The path ends with the id of the resource: a request that creates one is sent again only where it could not leave.
  const id = path.split("?", 1)[0]?.split("/").at(-1);
  const next = `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`;
  return { text: `${operation} ${id} ${describeFailure(failure)}; ${next}`, isShared: false };
}
