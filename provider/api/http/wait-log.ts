/** Writes the lines about waits, so that a user knows what a slow run waits for, and how long at most. */

import type { FailedAttempt } from "./attempt.js";
import { describeFailure } from "./errors.js";
import type { ApiRequest } from "./transport.js";

export type LogWait = (milliseconds: number, reason: string) => void;

/** Creates the function that logs waits of more than a second: a line at most every 15 s, for all requests together. */
export function createWaitLog(log: (line: string) => void): LogWait {
  let quietUntil = 0;
  return (milliseconds, reason) => {
    if (milliseconds <= 1000 || Date.now() < quietUntil) return;
    quietUntil = Date.now() + 15_000;
    log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
  };
}

/** Describes why a request waits between the failed attempt, of which the first is 0, and the next one. */
export function describeRetry(
  { operation, method, path }: ApiRequest,
  attempt: number,
  { failure, delivery }: FailedAttempt,
  { maxRetries, timeoutSeconds }: { readonly maxRetries: number; readonly timeoutSeconds: number },
): string {
  // Where no connection can be made, no request has left, and all requests of the process meet the same.
  if (delivery === "none" && "address" in failure) {
    const how = failure.kind === "timeout" ? `within ${failure.seconds} s` : `(${failure.detail})`;
    return `${failure.address} can't be reached ${how}; each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`;
  }
  // The path ends with the id of the resource, except where the request creates it.
  const id = method === "POST" ? "" : ` ${path.split("?", 1)[0]?.split("/").at(-1)}`;
  return `${operation}${id} ${describeFailure(failure)}; attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`;
}
