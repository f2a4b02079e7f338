/** The pace at which requests leave after the first 429. */

import { expect } from "chai";
import { Pace } from "../../provider/api/pace.js";

/** After a first 429 at 0 ms, that asked for no wait, to an API that took so many requests before. */
function limitedAfter(accepted: number): Pace {
  const pace = new Pace();
  for (let count = 0; count < accepted; count += 1) pace.speedUp();
  pace.slowDown(0, 0, 0);
  return pace;
}

/** Requests a second, as the next ones leave. */
function rate(pace: Pace, now = 0): number {
  pace.noteDeparture(now);
  return Math.round(100_000 / (pace.findNextTime(now) - now)) / 100;
}

it("Pace: unlimited before the first 429, then what the API took before it, and 15 requests a second at least", () => {
  const pace = new Pace();
  pace.speedUp();
  pace.noteDeparture(5);
  expect([pace.findNextTime(5), pace.estimateLastTime(1000, 5)]).to.deep.equal([5, 5]);
  expect([0, 14, 30].map((accepted) => rate(limitedAfter(accepted)))).to.deep.equal([15, 15, 30]);
});

it("Pace: a request in 5 s faster after each success, half after each 429, down to a request in 2 s", () => {
  const faster = limitedAfter(0);
  for (let count = 0; count < 10; count += 1) faster.speedUp();
  expect(rate(faster)).to.equal(17);
  const pace = limitedAfter(0);
  const rates = [1, 2, 3, 4, 5, 6].map((time) => {
    pace.slowDown(time, time, 0);
    return rate(pace, time);
  });
  expect(rates).to.deep.equal([7.5, 3.75, 1.88, 0.94, 0.5, 0.5]);
});

it("Pace: counts as one the 429s of requests that had left together, however late they come", () => {
  const pace = new Pace();
  for (let count = 0; count < 300; count += 1) pace.slowDown(count, 300 + count, 1000);
  expect(rate(pace, 2000)).to.equal(15);
  pace.slowDown(301, 2000, 0);
  expect(rate(pace, 5000)).to.equal(7.5);
});

it("Pace: nothing leaves until the longest Retry-After of a 429 is over", () => {
  const pace = new Pace();
  pace.noteDeparture(0);
  pace.slowDown(0, 10, 2000);
  pace.slowDown(0, 20, 500);
  expect([pace.findNextTime(10), pace.findNextTime(2009), pace.findNextTime(2011)]).to.deep.equal([2010, 2010, 2011]);
  pace.slowDown(0, 30, 5000);
  expect(pace.findNextTime(30)).to.equal(5030);
});
