/** The pace of requests behind a rate limit, in simulated time. */

import { expect } from "chai";
import * as fc from "fast-check";
import { Pace } from "../../provider/api/pace.js";
import { backoff } from "../../provider/api/retry.js";

interface Limit {
  readonly perSecond: number;
  /** Requests that the API takes at once before it limits. */
  readonly burst: number;
  /** What each 429 asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly latency: number;
}

interface Request {
  readonly order: number;
  limited: number;
}

/** Sends so many requests at once to an API with a token bucket; answers come after the latency. */
function simulate(requests: number, { perSecond, burst, retryAfter, latency }: Limit) {
  const pace = new Pace();
  const waiting: Request[] = Array.from({ length: requests }, (_, order) => ({ order, limited: 0 }));
  const flying: { back: number; left: number; request: Request; taken: boolean }[] = [];
  const taken: number[] = [];
  let [now, bucket, refilled, refused] = [0, burst, 0, 0];

  function leave(request: Request): void {
    bucket = Math.min(burst, bucket + ((now - refilled) * perSecond) / 1000);
    refilled = now;
    const takes = bucket >= 1;
    bucket -= takes ? 1 : 0;
    pace.leave(now);
    flying.push({ back: now + latency, left: now, request, taken: takes });
  }

  function comeBack(): void {
    const answer = flying.shift();
    if (answer === undefined) throw new Error("nobody is on the way");
    const { request } = answer;
    if (answer.taken) {
      pace.accept();
      taken.push(request.order);
      return;
    }
    refused += 1;
    // Half of the jitter, so that a run is like the next.
    pace.limit(answer.left, now, retryAfter ?? backoff(request.limited, () => 0.5));
    request.limited += 1;
    waiting.push(request);
    waiting.sort((a, b) => a.order - b.order);
  }

  while (taken.length < requests) {
    const leavesAt = waiting.length > 0 ? pace.next(now) : Number.POSITIVE_INFINITY;
    const backAt = flying[0]?.back ?? Number.POSITIVE_INFINITY;
    now = Math.min(leavesAt, backAt);
    if (leavesAt <= backAt) leave(waiting.shift() as Request);
    else comeBack();
  }
  return { seconds: now / 1000, taken, refused };
}

/** The time that no order of requests could beat. */
function ideal(requests: number, { perSecond, burst }: Limit): number {
  return (requests - burst) / perSecond;
}

describe("The pace behind a limit of 20 requests a second", () => {
  const table: readonly [retryAfter: number | undefined, share: number][] = [
    [0, 1.3],
    [1000, 1.3],
    [undefined, 1.3],
    [2000, 1.5],
  ];
  for (const [retryAfter, share] of table) {
    for (const latency of [5, 50, 300]) {
      const asked = retryAfter === undefined ? "no Retry-After" : `Retry-After ${retryAfter / 1000} s`;
      it(`takes 300 requests within ${share} of the ideal time: ${asked}, latency ${latency} ms`, () => {
        const limit = { perSecond: 20, burst: 20, retryAfter, latency };
        expect(simulate(300, limit).seconds).to.be.below(ideal(300, limit) * share);
      });

      it(`wastes few requests after the first rush: ${asked}, latency ${latency} ms`, () => {
        // All leave at once before the limit is known: 280 of 300 come back.
        const { refused } = simulate(300, { perSecond: 20, burst: 20, retryAfter, latency });
        expect(refused - 280).to.be.below(15);
      });
    }
  }
});

describe("The pace", () => {
  it("does not hold anything back before the first 429", () => {
    const pace = new Pace();
    for (let count = 0; count < 1000; count += 1) {
      expect(pace.next(0)).to.equal(0);
      pace.leave(0);
      pace.accept();
    }
  });

  it("lets nothing leave until the wait is over", () => {
    const pace = new Pace();
    pace.leave(0);
    pace.limit(0, 10, 2000);
    expect([pace.next(10), pace.next(2009), pace.next(2010)]).to.deep.equal([2010, 2010, 2010]);
  });

  it("takes the longest of the waits that several 429 ask for", () => {
    const pace = new Pace();
    pace.leave(0);
    pace.limit(0, 10, 2000);
    pace.limit(0, 20, 500);
    expect(pace.next(20)).to.equal(2010);
    pace.limit(0, 30, 5000);
    expect(pace.next(30)).to.equal(5030);
  });

  it("is closed once by all the 429 to requests that left together", () => {
    const pace = new Pace();
    for (let count = 0; count < 3; count += 1) pace.leave(0);
    expect([10, 11, 12].map((now) => pace.limit(0, now, 1000))).to.deep.equal([true, false, false]);
  });

  it("lets one after the other leave once it opens, not all at once", () => {
    const pace = new Pace();
    for (let count = 0; count < 10; count += 1) pace.leave(0);
    for (let count = 0; count < 5; count += 1) pace.accept();
    pace.limit(0, 0, 1000);
    pace.leave(1000);
    // Five in the first second were taken, so a fifth of a second each, and a little slower at first.
    expect(pace.next(1000)).to.be.within(1200, 1300);
  });

  it("is not closed again by a late 429 to a request that had left before it opened", () => {
    const pace = new Pace();
    for (let count = 0; count < 2; count += 1) pace.leave(0);
    pace.limit(0, 10, 100);
    pace.leave(110);
    expect(pace.limit(0, 120, 100)).to.equal(false);
    expect(pace.limit(110, 130, 100)).to.equal(true);
  });

  it("comes back to the last known limit after four seconds, and then looks for a higher one", () => {
    const pace = new Pace();
    for (let count = 0; count < 20; count += 1) {
      pace.leave(0);
      pace.accept();
    }
    pace.limit(0, 0, 1000);
    const gaps = [1000, 3000, 5000, 9000].map((now) => {
      pace.leave(now);
      return Math.round(pace.next(now) - now);
    });
    expect(gaps).to.deep.equal([59, 51, 50, 43]);
  });

  it("lets a request leave every two seconds where the API took none so far", () => {
    const pace = new Pace();
    pace.leave(0);
    pace.limit(0, 0, 1000);
    pace.leave(1000);
    expect(pace.next(1000)).to.equal(3000);
  });

  it("never stops, however little the API takes", () => {
    const limit = { perSecond: 0.2, burst: 1, retryAfter: 0, latency: 10 };
    expect(simulate(10, limit).taken).to.have.lengthOf(10);
  });

  it("lets every request through, whatever the limit", () => {
    const limit = fc.record({
      perSecond: fc.double({ min: 0.5, max: 100, noNaN: true }),
      burst: fc.integer({ min: 1, max: 50 }),
      retryAfter: fc.constantFrom(undefined, 0, 1000, 5000, 60_000),
      latency: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), limit, (requests, api) => {
        const { taken } = simulate(requests, api);
        expect([...taken].sort((a, b) => a - b)).to.deep.equal(Array.from({ length: requests }, (_, i) => i));
      }),
      { numRuns: 100 },
    );
  });
});
