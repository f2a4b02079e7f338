/** Sends requests to the API, again where that is safe, and ends every one with a response or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type Effect, type Failure, isGone, isNotFound, isRateLimit } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import type { Json } from "./json.js";
import { hasWaitedLongest, longestLimitSeconds, RateLimiter } from "./rate-limiter.js";
import { computeBackoff, shouldRetry } from "./retry.js";
import { createTransport } from "./transport.js";
import { WaitLog } from "./wait-log.js";

export interface Client {
  /**
   * Sends a request, and returns the parsed body of the response, undefined for an empty one.
   *
   * @throws ApiError
   */
  send(request: ApiRequest): Promise<Json | undefined>;
}

export function createClient(settings: ClientSettings): Client {
  const { cancelled = new AbortController().signal, maxRetries } = settings;
  const waitLog = new WaitLog(settings);
  const limiter = new RateLimiter(cancelled, (wait, count) => waitLog.logLimit(wait, count));
  const sendAttempt = createTransport(settings);

  async function send(request: ApiRequest): Promise<Json | undefined> {
    const { operation, method } = request;
    const turn = limiter.createTurn();
    // The effect of all attempts together: if the API may have processed one, a later refusal does not undo that.
    let effect: Effect = "none";
    let attempt = 0;
    let limitedCount = 0;
    while (await limiter.waitForTurn(turn)) {
      const result = await sendAttempt(request, attempt > 0);
      if ("failure" in result && isRateLimit(result.failure)) {
        // The request waits until the limit is over. It fails only once limits have held it back for the longest time.
        limiter.noteLimit(turn, result.retryAfter ?? computeBackoff(limitedCount));
        if (hasWaitedLongest(turn)) break;
        limitedCount += 1;
        continue;
      }
      // Every result but 429 tells that the API takes requests at this pace.
      limiter.pace.speedUp();
      if ("body" in result) return result.body;
      if (method === "DELETE" && isDeleted(result.failure, effect)) return undefined;
      if (result.effect === "unknown" && method !== "GET") effect = "unknown";
      if (!shouldRetry(method, result) || attempt >= maxRetries) throw new ApiError(operation, result.failure, effect);
      const wait = result.retryAfter ?? computeBackoff(attempt);
      waitLog.logRetry(request, attempt, wait, result);
      attempt += 1;
      // A cancelled run ends this wait at once. The limiter then refuses the request its turn.
      await sleep(wait, undefined, { signal: cancelled }).catch(() => {});
    }
    const failure: Failure = cancelled.aborted
      ? { kind: "cancelled", isRepeat: attempt + limitedCount > 0 }
      : { kind: "rate limit", waitedSeconds: longestLimitSeconds };
    throw new ApiError(operation, failure, effect);
  }

  return { send };
}

/** Whether a refused DELETE is done: the resource is gone, or an earlier attempt may have deleted what this one does not find. */
function isDeleted(failure: Failure, earlierEffect: Effect): boolean {
  return isGone(failure) || (earlierEffect === "unknown" && isNotFound(failure));
}
