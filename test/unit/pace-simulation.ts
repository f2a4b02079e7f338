/** Requests behind a rate limit, in simulated time. */

import { Pace } from "../../provider/api/pace.js";
import { backoff } from "../../provider/api/retry.js";

interface Limit {
  readonly perSecond: number;
  /** Requests that the API takes at once before it limits. */
  readonly burst: number;
  /** How many of these it still takes at first, where others have used it before. Default: all. */
  readonly left?: number;
  /** What each 429 asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly latency: number;
}

interface Request {
  readonly order: number;
  limited: number;
}

/** Sends so many requests at once to an API with a token bucket; responses come after the latency. */
export function simulate(requests: number, { perSecond, burst, left = burst, retryAfter, latency }: Limit) {
  const pace = new Pace();
  const waiting: Request[] = Array.from({ length: requests }, (_, order) => ({ order, limited: 0 }));
  const flying: { back: number; left: number; request: Request; taken: boolean }[] = [];
  let [now, bucket, refilled, taken, refused] = [0, left, 0, 0, 0];

  function leave(request: Request): void {
    bucket = Math.min(burst, bucket + ((now - refilled) * perSecond) / 1000);
    refilled = now;
    const takes = bucket >= 1;
    bucket -= takes ? 1 : 0;
    pace.leave(now);
    flying.push({ back: now + latency, left: now, request, taken: takes });
  }

  function comeBack(): void {
    const response = flying.shift();
    if (response === undefined) throw new Error("no request is on the way");
    const { request } = response;
    if (response.taken) {
      pace.accept();
      taken += 1;
      return;
    }
    refused += 1;
    // Half of the jitter, so that a run is like the next.
    pace.limit(response.left, now, retryAfter ?? backoff(request.limited, () => 0.5));
    request.limited += 1;
    waiting.push(request);
    waiting.sort((a, b) => a.order - b.order);
  }

  while (taken < requests) {
    const leavesAt = waiting.length > 0 ? pace.next(now) : Number.POSITIVE_INFINITY;
    const backAt = flying[0]?.back ?? Number.POSITIVE_INFINITY;
    now = Math.min(leavesAt, backAt);
    if (leavesAt <= backAt) leave(waiting.shift() as Request);
    else comeBack();
  }
  return { seconds: now / 1000, refused };
}

/** The time that no order of requests could beat. */
export function ideal(requests: number, { perSecond, burst }: Limit): number {
  return (requests - burst) / perSecond;
}
