/** Sends requests to the API, again where that is safe, and ends every one with a response or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import type { FailedAttempt, SuccessfulAttempt } from "./attempt.js";
import { ApiError, brokenJson, describeFailure, isGone, isNotFound, isRateLimit, type Outcome } from "./errors.js";
import {
  capRetryAfter,
  computeBackoff,
  computeWait,
  findExcessiveWait,
  maxRateLimitWait,
  shouldRetry,
} from "./retry.js";
import { type ApiRequest, createTransport, type SendAttempt, type TransportSettings } from "./transport.js";

export interface ClientSettings extends TransportSettings {
  readonly maxRetries: number;
  /** Prints a line about a wait of more than a second. */
  readonly log: (line: string) => void;
}

/**
 * Sends a request.
 *
 * @throws ApiError
 */
export type SendRequest = (request: ApiRequest) => Promise<SuccessfulAttempt>;

const rateLimitReason = `the API limits requests (429); each request waits for ${maxRateLimitWait / 60_000} minutes at most`;

/** @param sendAttempt sends one attempt. Default: over HTTP */
export function createClient(
  settings: ClientSettings,
  sendAttempt: SendAttempt = createTransport(settings),
): SendRequest {
  const { maxRetries } = settings;
  let quietUntil = 0;
  /** Logs a wait of more than a second: a line at most every 15 s, for all requests together. */
  function logWait(milliseconds: number, reason: string): void {
    if (milliseconds <= 1000 || Date.now() < quietUntil) return;
    quietUntil = Date.now() + 15_000;
    settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
  }
  /** The time before which no request leaves after a 429. All requests share it, because the API counts them together. */
  let pausedUntil = 0;

  return async (request) => {
    const { method } = request;
    // The effect of all attempts together: if the API may have processed one, a later refusal does not undo that.
    let outcome: Outcome = "no effect";
    let attempt = 0;
    let limitedCount = 0;
    /** When limits have held the request back for the longest time. It is infinite until one does. */
    let rateLimitDeadline = Number.POSITIVE_INFINITY;
    for (;;) {
      // Responses to other requests can make the pause longer meanwhile.
      while (Date.now() < Math.min(pausedUntil, rateLimitDeadline)) {
        rateLimitDeadline = Math.min(rateLimitDeadline, Date.now() + maxRateLimitWait);
        // If all requests left together after the pause, they would meet the limit again.
        await sleep(Math.min(pausedUntil, rateLimitDeadline) - Date.now() + Math.random() * 1000);
      }
      const result = await sendAttempt(request, attempt > 0);
      if ("body" in result) return { ...result, outcomeOfEarlierAttempts: outcome };
      const { failure, retryAfter } = result;
      if (method === "DELETE" && isDeleted(request, result, outcome)) return { body: undefined };
      if (result.outcome === "unknown" && method !== "GET") outcome = "unknown";
      const excessiveWait = findExcessiveWait(result, Math.min(rateLimitDeadline - Date.now(), maxRateLimitWait));
      if (excessiveWait !== undefined) throw new ApiError(request, excessiveWait, outcome);
      if (isRateLimit(failure)) {
        // A Retry-After of 0 names no wait: the API would only refuse the request again, and all that wait with it. A longer one says
        // when the API takes requests again. It counts as it is: all requests share the pause, and each refusal would double it.
        const wait = capRetryAfter(retryAfter) || computeBackoff(limitedCount);
        logWait(wait, rateLimitReason);
        pausedUntil = Math.max(pausedUntil, Date.now() + wait);
        limitedCount += 1;
        continue;
      }
      if (!shouldRetry(method, result) || attempt >= maxRetries) throw new ApiError(request, failure, outcome);
      const wait = computeWait(result, attempt);
      logWait(wait, describeRetry(request, attempt, result, settings));
      attempt += 1;
      await sleep(wait);
    }
  };
}

/**
 * Whether a failed DELETE is done: the resource is gone, an earlier attempt may have deleted what this one does not find, or the API says
 * so in plain text.
 */
function isDeleted(request: ApiRequest, { failure }: FailedAttempt, outcomeOfEarlierAttempts: Outcome): boolean {
  if (failure.kind === "unreadable") return failure.detail === brokenJson;
  return isGone(failure) || (outcomeOfEarlierAttempts === "unknown" && isNotFound(failure, request));
}

/** Describes why a request waits between the failed attempt, of which the first is 0, and the next one. */
function describeRetry(
  { action, method, path }: ApiRequest,
  attempt: number,
  { failure, outcome }: FailedAttempt,
  { maxRetries, timeoutSeconds }: ClientSettings,
): string {
  // Where no connection can be made, no request has left, and all requests of the process meet the same.
  if (outcome === "no effect" && "address" in failure) {
    const how = failure.kind === "timeout" ? `within ${failure.seconds} s` : `(${failure.detail})`;
    return (
      `${failure.address} can't be reached ${how}; ` +
      `each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`
    );
  }
  // The path ends with the id of the resource, except where the request creates it.
  const id = method === "POST" ? "" : ` ${path.replace(/\?.*/, "").split("/").at(-1)}`;
  return (
    `${action}${id} ${describeFailure(failure)}; ` +
    `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`
  );
}
