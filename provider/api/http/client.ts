/** Sends requests to the API, and retries them where that's safe. */

import { setTimeout as sleep } from "node:timers/promises";
import type { FailedAttempt, SuccessfulAttempt } from "./attempt.js";
import { ApiError, describeFailure, type Outcome } from "./errors.js";
import { computeBackoff, computeWait, longestWait, shouldRetry } from "./retry.js";
import { type ApiRequest, createTransport, type SendAttempt, type TransportSettings } from "./transport.js";

export interface ClientSettings extends TransportSettings {
  readonly maxRetries: number;
  readonly log: (line: string) => void;
}

/** @throws ApiError */
export type SendRequest = (request: ApiRequest) => Promise<SuccessfulAttempt>;

const rateLimitReason = `the API limits requests (429); each request waits for ${longestWait / 60_000} minutes at most`;

export function createClient(
  settings: ClientSettings,
  sendAttempt: SendAttempt = createTransport(settings),
): SendRequest {
  const { maxRetries } = settings;
  let quietUntil = Number.NEGATIVE_INFINITY;
  /** Logs a line at most every 15 s, for all requests together. */
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
      if (failure.kind === "status" && failure.status === 429) {
        // Requests that were limited together must not come back together.
        const wait = retryAfter > 0 ? retryAfter + Math.random() * 1000 : computeBackoff(limitedCount);
        if (limitedFor + wait > longestWait) {
          const waitedSeconds = Math.round(limitedFor / 1000);
          const limited = { kind: "rate limit", waitedSeconds, message: failure.message } as const;
          throw new ApiError(request, retryAfter > 0 ? { ...limited, retryAfter } : limited, outcome);
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
  const id = method === "POST" ? "" : ` ${path.replace(/\?.*/, "").split("/").at(-1)}`;
  return (
    `${action}${id} ${describeFailure(failure)}; ` +
    `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`
  );
}
