/** The pace of requests behind a rate limit. */

import { expect } from "chai";
import { Pace } from "../../provider/api/pace.js";

/** After a first 429 at 0 ms, that asked for no wait, to an API that took so many requests before. */
function limitedAfter(accepted: number): Pace {
  const pace = new Pace();
  for (let count = 0; count < accepted; count += 1) pace.accept();
  pace.limit(0, 0, 0);
  return pace;
}

/** Requests a second, as the next ones leave. */
function rate(pace: Pace, now = 0): number {
  pace.leave(now);
  return Math.round(100_000 / (pace.next(now) - now)) / 100;
}

describe("The pace", () => {
  it("has no limit before the first 429", () => {
    const pace = new Pace();
    pace.accept();
    pace.leave(5);
    expect([pace.next(5), pace.last(1000, 5)]).to.deep.equal([5, 5]);
  });

  it("is at first what the API took before its first 429, and 15 requests a second at least", () => {
    expect([0, 14, 30].map((accepted) => rate(limitedAfter(accepted)))).to.deep.equal([15, 15, 30]);
  });

  it("is slower by half after each 429, down to a request in 2 s", () => {
    const pace = limitedAfter(0);
    const rates = [1, 2, 3, 4, 5, 6].map((time) => {
      pace.limit(time, time, 0);
      return rate(pace, time);
    });
    expect(rates).to.deep.equal([7.5, 3.75, 1.88, 0.94, 0.5, 0.5]);
  });

  it("counts those once that had left together, however late their 429 comes", () => {
    const pace = new Pace();
    for (let count = 0; count < 300; count += 1) pace.limit(count, 300 + count, 1000);
    expect(rate(pace, 2000)).to.equal(15);
    pace.limit(301, 2000, 0);
    expect(rate(pace, 5000)).to.equal(7.5);
  });

  it("is a request in 5 s faster after each success", () => {
    const pace = limitedAfter(0);
    for (let count = 0; count < 10; count += 1) pace.accept();
    expect(rate(pace)).to.equal(17);
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
});
