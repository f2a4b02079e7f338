/** Sends requests to the API, again where that is safe. Each ends with a response or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import type { FailedAttempt, SuccessfulAttempt } from "./attempt.js";
import { ApiError, brokenJson, describeFailure, isGone, isNotFound, isRateLimit, type Outcome } from "./errors.js";
import { computeWait, shouldRetry } from "./retry.js";
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

/** The longest time in milliseconds that a request waits for the API, between all its attempts together. */
const maxWait = 600_000;

const rateLimitReason = `the API limits requests (429); each request waits for ${maxWait / 60_000} minutes at most`;

/** @param sendAttempt sends one attempt. Default: over HTTP */
export function createClient(
  settings: ClientSettings,
  sendAttempt: SendAttempt = createTransport(settings),
): SendRequest {
  const { maxRetries } = settings;
  let quietUntil = 0;
  /** Logs a wait of more than a second: a line at most every 15 s, for all requests together. */
  function logWait(milliseconds: number, reason: string): void {
    // Unlike Date.now(), this clock can't be set.
    const now = performance.now();
    if (milliseconds <= 1000 || now < quietUntil) return;
    quietUntil = now + 15_000;
    settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
  }

  return async (request) => {
    const { method } = request;
    // If the API may have processed one attempt, a later refusal doesn't undo that.
    let outcome: Outcome = "no effect";
    let retries = 0;
    let failedAttempts = 0;
    let waited = 0;
    for (;;) {
      const result = await sendAttempt(request, retries > 0);
      if ("body" in result) return { ...result, outcomeOfEarlierAttempts: outcome };
      const { failure, retryAfter } = result;
      if (method === "DELETE" && isDeleted(request, result, outcome)) return { body: undefined };
      if (result.outcome === "unknown" && method !== "GET") outcome = "unknown";
      const wait = computeWait(result, failedAttempts);
      if (failure.kind === "status" && waited + wait > maxWait)
        throw new ApiError(request, { ...failure, retryAfter }, outcome);
      const isLimited = isRateLimit(failure);
      const canRetry = shouldRetry(method, result) && retries < maxRetries;
      if (!isLimited && !canRetry) throw new ApiError(request, failure, outcome);
      logWait(wait, isLimited ? rateLimitReason : describeRetry(request, retries, result, settings));
      if (!isLimited) retries += 1;
      failedAttempts += 1;
      waited += wait;
      // Requests that failed together must not return together.
      await sleep(wait + Math.random() * 1000);
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

/** Describes why a request waits after the failed attempt. The first attempt is 0. */
function describeRetry(
  { action, method, path }: ApiRequest,
  attempt: number,
  { failure, outcome }: FailedAttempt,
  { maxRetries, timeoutSeconds }: ClientSettings,
): string {
  // All requests of the process meet the same.
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
