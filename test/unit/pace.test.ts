/** The pace of requests behind a rate limit, in simulated time. */

import { expect } from "chai";
import * as fc from "fast-check";
import { Pace } from "../../provider/api/pace.js";
import { ideal, simulate } from "./pace-simulation.js";

describe("The pace behind a limit of 20 requests a second", () => {
  const table: readonly [retryAfter: number | undefined, share: number][] = [
    [0, 1.3],
    [1000, 1.3],
    [undefined, 1.3],
    [2000, 1.5],
  ];
  for (const [retryAfter, share] of table) {
    for (const latency of [5, 50, 300]) {
      const wait = retryAfter === undefined ? "no Retry-After" : `Retry-After ${retryAfter / 1000} s`;
      it(`takes 300 requests within ${share} of the ideal time: ${wait}, latency ${latency} ms`, () => {
        const limit = { perSecond: 20, burst: 20, retryAfter, latency };
        const { seconds, refused } = simulate(300, limit);
        expect(seconds).to.be.below(ideal(300, limit) * share);
        // All leave at once before the limit is known: 280 of 300 come back.
        expect(refused - 280).to.be.below(15);
      });
    }
  }
});

describe("The pace behind a limit that others have used up", () => {
  it("is soon that of the API, which took nothing so far", () => {
    const limit = { perSecond: 20, burst: 20, left: 0, retryAfter: 1000, latency: 50 };
    expect(simulate(300, limit).seconds).to.be.below(45);
  });
});

describe("The pace after a pause in which nothing was held back", () => {
  for (const perSecond of [1, 5, 20]) {
    for (const pause of [60_000, 600_000]) {
      it(`is that of before: ${perSecond} a second, ${pause / 1000} s`, () => {
        const limit = { perSecond, burst: perSecond, retryAfter: undefined, latency: 50 };
        const atOnce = simulate(300, limit, { requests: 3 * perSecond, pause: 0 });
        const later = simulate(300, limit, { requests: 3 * perSecond, pause });
        expect(later.seconds).to.be.at.most(atOnce.seconds * 1.1);
        expect(later.refused).to.be.at.most(atOnce.refused * 1.1);
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

  it("lets nothing leave until the longest wait that a 429 asked for is over", () => {
    const pace = new Pace();
    pace.leave(0);
    pace.limit(0, 10, 2000);
    pace.limit(0, 20, 500);
    expect([pace.next(10), pace.next(2009), pace.next(2011)]).to.deep.equal([2010, 2010, 2011]);
    pace.limit(0, 30, 5000);
    expect(pace.next(30)).to.equal(5030);
  });

  it("knows when the last of those who wait leaves, once the limit is known", () => {
    const pace = new Pace();
    for (let count = 0; count < 20; count += 1) {
      pace.leave(0);
      pace.accept();
    }
    pace.limit(0, 0, 1000);
    expect(pace.last(41, 0)).to.equal(1000);
    pace.leave(1000);
    expect(pace.last(41, 1000) - pace.next(1000)).to.be.closeTo(2000, 0.001);
    expect(pace.last(1, 1000)).to.equal(pace.next(1000));
  });

  it("lets a request leave every two seconds where the API took none so far", () => {
    const pace = new Pace();
    pace.leave(0);
    pace.limit(0, 0, 1000);
    pace.leave(1000);
    expect(pace.next(1000)).to.equal(3000);
  });

  it("lets every request through, whatever the limit", () => {
    const limit = fc.record({
      perSecond: fc.double({ min: 0.2, max: 100, noNaN: true }),
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
