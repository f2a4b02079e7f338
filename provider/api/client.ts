/** Sends requests to the API, again where that is safe, and ends every one with a response or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type Effect, type Failure, isNotFound } from "./errors.js";
import type { ApiRequest, ClientSettings } from "./http.js";
import type { Json } from "./json.js";
import { Progress } from "./progress.js";
import { longestLimitSeconds, RateLimiter } from "./rate-limiter.js";
import { backoff, shouldRetry } from "./retry.js";
import { exchangeWith } from "./transport.js";

export type Client = ReturnType<typeof createClient>;

export function createClient(settings: ClientSettings) {
  const { cancelled = new AbortController().signal, maxRetries } = settings;
  const progress = new Progress(settings);
  const limiter = new RateLimiter(cancelled, (wait, requests) => progress.limited(wait, requests));
  const exchange = exchangeWith(settings);

  /**
   * The parsed body of the response, undefined for an empty one.
   *
   * @throws ApiError
   */
  async function send(request: ApiRequest): Promise<Json | undefined> {
    const { operation, method } = request;
    const ticket = limiter.ticket();
    // Of all attempts: one that can have been processed is not undone by a later one that was refused.
    let effect: Effect = "none";
    let attempt = 0;
    let limited = 0;
    while (await limiter.enter(ticket)) {
      const answer = await exchange(request, attempt > 0);
      if ("failure" in answer && "status" in answer.failure && answer.failure.status === 429) {
        // It is waited out, and is no failure until that has taken the longest time.
        if (!limiter.limit(ticket, answer.retryAfter ?? backoff(limited))) break;
        limited += 1;
        continue;
      }
      // No limit stopped it, however it ended.
      limiter.pace.accept();
      if ("body" in answer) return answer.body;
      // An earlier attempt may have deleted the resource, which a later one then does not find.
      if (method === "DELETE" && effect === "unknown" && isNotFound(answer.failure)) return undefined;
      if (answer.effect === "unknown" && method !== "GET") effect = "unknown";
      if (!shouldRetry(method, answer) || attempt >= maxRetries) throw new ApiError(operation, answer.failure, effect);
      const wait = answer.retryAfter ?? backoff(attempt);
      progress.repeat(request, attempt, wait, answer);
      attempt += 1;
      // What was cancelled ends at the limiter.
      await sleep(wait, undefined, { signal: cancelled }).catch(() => {});
    }
    const failure: Failure = cancelled.aborted
      ? { kind: "cancelled", isRepeat: attempt + limited > 0 }
      : { kind: "rate limit", waitedSeconds: longestLimitSeconds };
    throw new ApiError(operation, failure, effect);
  }

  return { send };
}
