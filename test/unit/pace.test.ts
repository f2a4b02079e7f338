/** The pace of requests behind a rate limit, in simulated time. */

import { expect } from "chai";
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

describe("The pace", () => {
  it("lets nothing leave until the longest wait that a 429 asked for is over", () => {
    const pace = new Pace();
    pace.leave(0);
    pace.limit(0, 10, 2000);
    pace.limit(0, 20, 500);
    expect([pace.next(10), pace.next(2009), pace.next(2011)]).to.deep.equal([2010, 2010, 2011]);
    pace.limit(0, 30, 5000);
    expect(pace.next(30)).to.equal(5030);
  });

  it("goes on as before after a pause in which nothing was held back", () => {
    /** The time between two requests, where the first leaves so long after the limit was known. */
    function between(pause: number): number {
      const pace = new Pace();
      pace.leave(0);
      for (let count = 0; count < 20; count += 1) pace.accept();
      pace.limit(0, 0, 1000);
      pace.leave(1000);
      const later = pace.next(1000) + pause;
      pace.leave(later);
      return pace.next(later) - later;
    }
    expect(between(0)).to.be.within(50, 60);
    expect(between(600_000)).to.be.closeTo(between(0), 0.001);
  });
});
