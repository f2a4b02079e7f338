/** Sends requests to the API, again where that is safe, and ends every one with a response or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import type { FailedAttempt, SuccessfulAttempt } from "./attempt.js";
import { ApiError, describeFailure, isRateLimit, type Outcome } from "./errors.js";
import { computeBackoff, computeWait, longestWait, shouldRetry } from "./retry.js";
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

const rateLimitReason = `the API limits requests (429); each request waits for ${longestWait / 60_000} minutes at most`;

/** @param sendAttempt sends one attempt. Default: over HTTP */
export function createClient(
  settings: ClientSettings,
  sendAttempt: SendAttempt = createTransport(settings),
): SendRequest {
  const { maxRetries } = settings;
  let quietUntil = Number.NEGATIVE_INFINITY;
  /** Logs a wait of more than a second: a line at most every 15 s, for all requests together. */
  function logWait(milliseconds: number, reason: string): void {
    if (milliseconds <= 1000 || performance.now() < quietUntil) return;
    quietUntil = performance.now() + 15_000;
    settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
  }

  return async (request) => {
    // The outcome of all attempts together: if the API may have processed one, a later refusal doesn't undo that.
    let outcome: Outcome = "no effect";
    let attempt = 0;
    let limitedCount = 0;
    let limitedFor = 0;
    for (;;) {
      const result = await sendAttempt(request, attempt > 0);
      if ("body" in result) return result;
      const { failure, retryAfter = 0 } = result;
      if (result.outcome === "unknown" && request.method !== "GET") outcome = "unknown";
      if (isRateLimit(failure)) {
        // Requests that were limited together must not come back together.
        const wait = retryAfter > 0 ? retryAfter + Math.random() * 1000 : computeBackoff(limitedCount);
        if (limitedFor + wait > longestWait) {
          const { message } = failure;
          const waited = { waitedSeconds: Math.round(limitedFor / 1000), message };
          throw new ApiError(
            request,
            { kind: "rate limit", ...waited, ...(retryAfter > 0 && { retryAfter }) },
            outcome,
          );
        }
        logWait(wait, rateLimitReason);
        limitedCount += 1;
        limitedFor += wait;
        await sleep(wait);
        continue;
      }
      if (failure.kind === "status" && failure.status >= 500 && retryAfter > longestWait) {
        throw new ApiError(request, { ...failure, retryAfter }, outcome);
      }
      if (!shouldRetry(request.method, result) || attempt >= maxRetries) throw new ApiError(request, failure, outcome);
      const wait = computeWait(result, attempt);
      logWait(wait, describeRetry(request, attempt, result, settings));
      attempt += 1;
      await sleep(wait);
    }
  };
}

/** Describes why a request waits between the failed attempt, of which the first is 0, and the next one. */
function describeRetry(
  { action, method, path }: ApiRequest,
  attempt: number,
  { failure, outcome }: FailedAttempt,
  { maxRetries, timeoutSeconds }: ClientSettings,
): string {
  // Without a connection, all requests of the process fail alike.
  if (outcome === "no effect" && "address" in failure) {
    const how = failure.kind === "timeout" ? `within ${failure.seconds} s` : `(${failure.detail})`;
    return (
      `${failure.address} can't be reached ${how}; ` +
      `each request is attempted ${maxRetries + 1} times, timeout ${timeoutSeconds} s`
    );
  }
  // The path of a create has no id at its end.
  const id = method === "POST" ? "" : ` ${path.replace(/\?.*/, "").split("/").at(-1)}`;
  return (
    `${action}${id} ${describeFailure(failure)}; ` +
    `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`
  );
}
