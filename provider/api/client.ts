/** Sends requests to the API, again where that is safe, and ends every one with a response or an ApiError. */

import { setTimeout as sleep } from "node:timers/promises";
import type { AllFieldNames } from "../definitions/field-names.js";
import { ApiError, type Effect, type Failed, refused } from "./errors.js";
import type { ApiRequest, ClientSettings, HttpResponse } from "./http.js";
import { type Json, parseJson } from "./json.js";
import { Progress } from "./progress.js";
import { longestLimitSeconds, RateLimiter, type Ticket } from "./rate-limiter.js";
import { backoff, retryAfter, shouldRetry } from "./retry.js";
import { exchangeWith } from "./transport.js";

export interface Client {
  readonly fieldNames: AllFieldNames;
  /**
   * The parsed body of the response, undefined for an empty one.
   *
   * @throws ApiError
   */
  send(request: ApiRequest): Promise<Json | undefined>;
}

export function createClient(settings: ClientSettings): Client {
  const progress = new Progress(settings);
  const limiter = new RateLimiter((wait, requests) => progress.limited(wait, requests));
  const exchange = exchangeWith(settings);
  const { cancelled } = settings;
  if (cancelled?.aborted) limiter.close();
  cancelled?.addEventListener("abort", () => limiter.close());

  /** One attempt. Waits out 429, which is no failure until that has taken the longest time. */
  async function throughLimiter(
    request: ApiRequest,
    url: string,
    ticket: Ticket,
    attempt: number,
  ): Promise<HttpResponse | Failed> {
    let mayLeave = await limiter.enter(ticket);
    let limited = 0;
    for (; mayLeave; limited += 1) {
      const response = await exchange(request, url, attempt > 0);
      if (!("status" in response) || response.status !== 429) {
        limiter.accept();
        return response;
      }
      mayLeave = await limiter.requeue(ticket, retryAfter(response.retryAfter, Date.now()) ?? backoff(limited));
    }
    return {
      failure: cancelled?.aborted
        ? { kind: "cancelled", isRepeat: attempt + limited > 0 }
        : { kind: "rate limit", waitedSeconds: longestLimitSeconds },
      effect: "none",
    };
  }

  return {
    fieldNames: settings.fieldNames,
    async send(request) {
      const url = settings.baseUrl + request.path;
      const ticket = limiter.ticket();
      // Of all attempts: one that can have been processed is not undone by a later one that was refused.
      let effect: Effect = "none";
      for (let attempt = 0; ; attempt += 1) {
        const response = await throughLimiter(request, url, ticket, attempt);
        if ("status" in response && response.status >= 200 && response.status < 300) return read(request, response);
        const failed = "status" in response ? refused(response) : response;
        if (failed.effect === "unknown" && request.method !== "GET") effect = "unknown";
        if (!shouldRetry(request.method, failed) || attempt >= settings.maxRetries)
          throw new ApiError(request.operation, failed.failure, effect);
        const asked = "status" in response ? retryAfter(response.retryAfter, Date.now()) : undefined;
        const wait = asked ?? backoff(attempt);
        progress.repeat(request, attempt, wait, failed);
        // What was cancelled ends at the limiter.
        await sleep(wait, undefined, { signal: cancelled }).catch(() => {});
      }
    },
  };
}

/** JSON whatever the content type says; an empty body is a response without fields. */
function read({ operation, method }: ApiRequest, { status, text }: HttpResponse): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    const detail = text.trimStart().startsWith("<") ? "HTML instead of JSON" : "broken JSON";
    throw new ApiError(operation, { kind: "unreadable", status, detail }, method === "GET" ? "none" : "unknown");
  }
}
