/** The limiter that all requests of a process leave by: in order, also for those that are requeued, and not for ever. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { hasWaitedLongest, RateLimiter, type Turn } from "../../provider/api/rate-limiter.js";

/** Lets the time pass in small steps, so that what one step sets off can act in the next. */
async function pass(milliseconds: number, step = 10): Promise<void> {
  for (let gone = 0; gone < milliseconds; gone += step) {
    mock.timers.tick(step);
    await turn();
  }
}

describe("Rate limiter", () => {
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

  it("Rate limiter: a request that is sent again after a 429 or a failure leaves at its first place", async () => {
    const failed = await enter("failed");
    limiter.pace.speedUp();
    await requeue("limited again", await enter("limited"), 1000);
    await enter("later");
    await enter("failed again", failed);
    events.length = 0;
    await pass(20_000);
    expect(events).to.deep.equal(["failed again", "limited again", "later"]);
  });

  it("Rate limiter: a request whose time is over gives up, and the others go on", async () => {
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

  it("Rate limiter: a request whose time is over leaves where no limit holds it back", async () => {
    const slow = limiter.createTurn();
    slow.givesUpAt = Date.now();
    await enter("slow", slow);
    expect(events).to.deep.equal(["slow"]);
  });

  it("Rate limiter: a request gives up 10 minutes after its first 429, also with no Retry-After", async () => {
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

  it("Rate limiter: computes from the pace when the last waiting request leaves", async () => {
    const first = await enter("first");
    for (let count = 0; count < 20; count += 1) limiter.pace.speedUp();
    await requeue("first again", first, 0);
    for (let count = 0; count < 40; count += 1) await enter(String(count));
    const [wait, requests] = told.at(-1) ?? [];
    expect(requests).to.equal(40);
    expect(wait).to.be.within(1950, 2050);
  });

  it("Rate limiter: reports how long and how many requests wait, with each that comes or leaves", async () => {
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
