/** The limiter that all requests of a process leave by: in order, also for those that are requeued, and not for ever; and its pace. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { Pace } from "../../provider/api/pace.js";
import { hasWaitedLongest, RateLimiter, type Turn } from "../../provider/api/rate-limiter.js";

/** Lets the time pass in small steps, so that what one step sets off can act in the next. */
async function pass(milliseconds: number, step = 10): Promise<void> {
  for (let gone = 0; gone < milliseconds; gone += step) {
    mock.timers.tick(step);
    await turn();
  }
}

describe("The limiter", () => {
  let limiter: RateLimiter;
  /** The names of the requests that have left, and of those that have given up, as they did. */
  let events: string[];
  /** What the limiter has told of those who wait: for how many milliseconds, and how many they are. */
  let told: [wait: number, requests: number][];

  async function noted(name: string, leaves: Promise<boolean>): Promise<void> {
    leaves.then((left) => events.push(left ? name : `${name} gave up`));
    await turn();
  }
  async function enter(name: string, own = limiter.createTurn()): Promise<Turn> {
    await noted(name, limiter.waitForTurn(own));
    return own;
  }
  async function requeue(name: string, own: Turn, wait: number): Promise<void> {
    limiter.noteLimit(own, wait);
    await noted(name, hasWaitedLongest(own) ? Promise.resolve(false) : limiter.waitForTurn(own));
  }

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    told = [];
    limiter = new RateLimiter(new AbortController().signal, (wait, requests) => told.push([wait, requests]));
    events = [];
  });
  afterEach(() => mock.timers.reset());

  it("lets a request that is requeued, or repeated after a failure, leave at its own place", async () => {
    const failed = await enter("failed");
    limiter.pace.speedUp();
    await requeue("limited again", await enter("limited"), 1000);
    await enter("later");
    await enter("failed again", failed);
    events.length = 0;
    await pass(20_000);
    expect(events).to.deep.equal(["failed again", "limited again", "later"]);
  });

  it("sends away a request whose time is over, and goes on with the others", async () => {
    const short = limiter.createTurn();
    short.givesUpAt = Date.now() + 2000;
    await requeue("a again", await enter("a"), 5000);
    await enter("short", short);
    await enter("long");
    await pass(2100);
    expect(events).to.deep.equal(["a", "short gave up"]);
    await pass(10_000);
    expect(events).to.deep.equal(["a", "short gave up", "a again", "long"]);
  });

  it("lets a request leave after its time, too, where no limit holds it back any more", async () => {
    const slow = limiter.createTurn();
    slow.givesUpAt = Date.now();
    await enter("slow", slow);
    expect(events).to.deep.equal(["slow"]);
  });

  it("sends away a request 10 minutes after its first 429, also where each comes late and asks for no wait", async () => {
    const slow = await enter("slow");
    for (let count = 0; count < 20; count += 1) {
      await pass(31_000, 1000);
      await requeue("again", slow, 0);
    }
    // The first 429 came after 31 s; that was no wait for a limit.
    expect(events).to.deep.equal(["slow", ...Array(20).fill("again")]);
    await pass(31_000, 1000);
    await requeue("again", slow, 0);
    expect(events.at(-1)).to.equal("again gave up");
  });

  it("tells when the last of them leaves at the pace of the API, where that is known", async () => {
    const first = await enter("first");
    for (let count = 0; count < 20; count += 1) limiter.pace.speedUp();
    await requeue("first again", first, 0);
    for (let count = 0; count < 40; count += 1) await enter(String(count));
    const [wait, requests] = told.at(-1) ?? [];
    expect(requests).to.equal(40);
    expect(wait).to.be.within(1950, 2050);
  });

  it("tells how long and how many wait, with each that comes or leaves, and no more once nobody waits", async () => {
    await requeue("a again", await enter("a"), 2500);
    await pass(500);
    await enter("b");
    await pass(4500, 500);
    const waits = told.map(([wait, requests]) => `${requests}: ${Math.round(wait)}`);
    expect(waits).to.deep.equal(["1: 2500", "2: 2067", "1: 67"]);
    await pass(100_000, 1000);
    expect(told).to.have.lengthOf(waits.length);
  });
});

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

describe("The pace", () => {
  it("has no limit before the first 429, then is what the API took before it, and 15 requests a second at least", () => {
    const pace = new Pace();
    pace.speedUp();
    pace.noteDeparture(5);
    expect([pace.findNextTime(5), pace.estimateLastTime(1000, 5)]).to.deep.equal([5, 5]);
    expect([0, 14, 30].map((accepted) => rate(limitedAfter(accepted)))).to.deep.equal([15, 15, 30]);
  });

  it("is a request in 5 s faster after each success, and slower by half after each 429, down to a request in 2 s", () => {
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

  it("counts those once that had left together, however late their 429 comes", () => {
    const pace = new Pace();
    for (let count = 0; count < 300; count += 1) pace.slowDown(count, 300 + count, 1000);
    expect(rate(pace, 2000)).to.equal(15);
    pace.slowDown(301, 2000, 0);
    expect(rate(pace, 5000)).to.equal(7.5);
  });

  it("lets nothing leave until the longest wait that a 429 asked for is over", () => {
    const pace = new Pace();
    pace.noteDeparture(0);
    pace.slowDown(0, 10, 2000);
    pace.slowDown(0, 20, 500);
    expect([pace.findNextTime(10), pace.findNextTime(2009), pace.findNextTime(2011)]).to.deep.equal([2010, 2010, 2011]);
    pace.slowDown(0, 30, 5000);
    expect(pace.findNextTime(30)).to.equal(5030);
  });
});
