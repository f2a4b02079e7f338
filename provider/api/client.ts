/** Sends requests to the API, and retries them where that's safe. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../rows/json.js";
import { type ApiRequest, type Outcome, RequestError } from "./errors.js";
import { computeBackoff, computeWait, longestWait } from "./retry.js";
import { createTransport, type SendAttempt, type TransportSettings } from "./transport.js";

export interface ClientSettings extends TransportSettings {
  readonly maxRetries: number;
  readonly log: (line: string) => void;
}

/** Returns the body of a success, undefined where it's empty, or throws a RequestError. */
export type SendRequest = (request: ApiRequest) => Promise<Json | undefined>;

const rateLimitReason = `the API limits requests (429); each request waits for ${longestWait / 60_000} min at most`;
const fewerRequests = "Run the command again later, or with fewer requests at a time: `--parallel 4`.";

export function createClient(
  settings: ClientSettings,
  sendAttempt: SendAttempt = createTransport(settings),
): SendRequest {
  const { maxRetries, timeoutSeconds } = settings;
  let quietUntil = Number.NEGATIVE_INFINITY;
  /** Logs a line at most every 15 s, for all requests together. */
  function logWait(milliseconds: number, reason: string): void {
    if (milliseconds <= 1000 || performance.now() < quietUntil) return;
    quietUntil = performance.now() + 15_000;
    settings.log(`waiting ${(milliseconds / 1000).toFixed(1)} s: ${reason}`);
  }

  return async (request) => {
    // This is the outcome of all attempts: if the API may have processed one, a later refusal doesn't undo that.
    let outcome: Outcome = "no effect";
    let attempt = 0;
    let limitedCount = 0;
    let limitedFor = 0;
    for (;;) {
      const result = await sendAttempt(request, attempt > 0);
      if ("body" in result) return result.body;
      if (result.failure.outcome === "unknown") outcome = "unknown";
      const error = new RequestError(request, { ...result.failure, outcome });
      const { status, isTransient, retryAfter } = error.failure;
      if (status === 429) {
        // Requests that were limited together must not come back together.
        const wait = retryAfter > 0 ? retryAfter + Math.random() * 1000 : computeBackoff(limitedCount);
        if (limitedFor + wait > longestWait) {
          throw new RequestError(request, { ...error.failure, nextStep: fewerRequests });
        }
        logWait(wait, rateLimitReason);
        limitedCount += 1;
        limitedFor += wait;
        await sleep(wait);
        continue;
      }
      // Repeating a POST that the API may have carried out would create another resource.
      const canRepeat = request.method !== "POST" || outcome === "no effect";
      const isOutOfService = retryAfter > longestWait;
      if (!isTransient || !canRepeat || isOutOfService || attempt >= maxRetries) throw error;
      const wait = computeWait(retryAfter, attempt);
      attempt += 1;
      logWait(wait, `${error.message}; attempt ${attempt + 1} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`);
      await sleep(wait);
    }
  };
}
