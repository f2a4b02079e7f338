/** Sends requests to the API, and retries them where that's safe. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../rows/json.js";
import { type ApiRequest, type Failure, type Outcome, RequestError } from "./errors.js";
import { computeBackoff, computeWait, longestWait, shouldRetry } from "./retry.js";
import { createTransport, type SendAttempt, type TransportSettings } from "./transport.js";

export interface ClientSettings extends TransportSettings {
  readonly maxRetries: number;
  readonly log: (line: string) => void;
}

/** Returns the body of a success, undefined where it's empty, or throws a RequestError. */
export type SendRequest = (request: ApiRequest) => Promise<Json | undefined>;

const formatMinutes = (milliseconds: number) => `${Math.ceil(milliseconds / 60_000)} min`;

const rateLimitReason = `the API limits requests (429); each request waits for ${formatMinutes(longestWait)} at most`;

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
    const { action, method, path } = request;
    // The outcome of all attempts together: if the API may have processed one, a later refusal doesn't undo that.
    let outcome: Outcome = "no effect";
    let attempt = 0;
    let limitedCount = 0;
    let limitedFor = 0;
    function fail(failure: Failure, waited = ""): never {
      const { retryAfter = 0 } = failure;
      const again = retryAfter > 60_000 ? `; the API accepts requests again in ${formatMinutes(retryAfter)}` : "";
      throw new RequestError(request, { ...failure, happened: failure.happened + waited + again, outcome });
    }
    for (;;) {
      const result = await sendAttempt(request, attempt > 0);
      if ("body" in result) return result.body;
      const { failure } = result;
      const { retryAfter = 0, status = 0 } = failure;
      if (failure.outcome === "unknown" && method !== "GET") outcome = "unknown";
      if (status === 429) {
        // Requests that were limited together must not come back together.
        const wait = retryAfter ? retryAfter + Math.random() * 1000 : computeBackoff(limitedCount);
        if (limitedFor + wait > longestWait) {
          const waited = limitedFor === 0 ? "" : ` after a wait of up to ${formatMinutes(limitedFor)}`;
          fail({ ...failure, nextStep: fewerRequests }, waited);
        }
        logWait(wait, rateLimitReason);
        limitedCount += 1;
        limitedFor += wait;
        await sleep(wait);
        continue;
      }
      const isOutOfService = status >= 500 && retryAfter > longestWait;
      if (isOutOfService || !shouldRetry(method, failure) || attempt >= maxRetries) fail(failure);
      const wait = computeWait(retryAfter, attempt);
      const id = method === "POST" ? "" : ` ${path.replace(/\?.*/, "").split("/").at(-1)}`;
      const next = `attempt ${attempt + 2} of ${maxRetries + 1}, timeout ${timeoutSeconds} s`;
      logWait(wait, `${action}${id} ${failure.happened}; ${next}`);
      attempt += 1;
      await sleep(wait);
    }
  };
}

const fewerRequests = "Run the command again later, or with fewer requests at a time: `--parallel 4`.";
