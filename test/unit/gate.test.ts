/** The gate that all requests of a process leave by: in order, also for those that come back, and not for ever. */

import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { Gate, type Pass } from "../../provider/api/gate.js";

const start = Date.parse("2026-03-09T12:00:00Z");

/** Lets the time pass in small steps, so that what one step sets off can act in the next. */
async function pass(milliseconds: number): Promise<void> {
  for (let gone = 0; gone < milliseconds; gone += 10) {
    mock.timers.tick(10);
    await turn();
  }
}

describe("The gate", () => {
  const until = start + 600_000;
  let gate: Gate;
  /** The names of the requests that have left, and of those that have given up, as they did. */
  let events: string[];

  async function enter(name: string, pass = gate.pass(), limit = until): Promise<Pass> {
    gate.enter(pass, limit).then((left) => events.push(left ? name : `${name} gave up`));
    await turn();
    return pass;
  }

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: start });
    gate = new Gate();
    events = [];
  });
  afterEach(() => mock.timers.reset());

  it("lets every request leave at once as long as there is no limit", async () => {
    for (const name of ["a", "b", "c"]) await enter(name);
    expect(events).to.deep.equal(["a", "b", "c"]);
  });

  it("holds every request back while the API wants none", async () => {
    gate.limit(await enter("a"), 2000);
    await enter("b");
    await pass(1900);
    expect(events).to.deep.equal(["a"]);
    await pass(200);
    expect(events).to.deep.equal(["a", "b"]);
  });

  it("lets a request that comes back leave at its own place, before later ones", async () => {
    const passes = [await enter("a"), await enter("b"), await enter("c")];
    for (const limited of passes) gate.limit(limited, 1000);
    await enter("d");
    await enter("c again", passes[2]);
    await enter("a again", passes[0]);
    await enter("b again", passes[1]);
    events.length = 0;
    await pass(20_000);
    expect(events).to.deep.equal(["a again", "b again", "c again", "d"]);
  });

  it("lets one request after the other leave once it opens", async () => {
    gate.limit(await enter("a"), 1000);
    for (const name of ["b", "c", "d"]) await enter(name);
    events.length = 0;
    await pass(1000);
    expect(events).to.deep.equal(["b"]);
  });

  it("says how many wait when an answer closes it, and says it once", async () => {
    const [a, b] = [await enter("a"), await enter("b")];
    expect(gate.limit(a, 1000)).to.equal(1);
    expect(gate.limit(b, 1000)).to.equal(undefined);
    const first = await enter("c");
    await enter("d");
    await enter("e");
    await pass(1000);
    expect(gate.limit(first, 1000)).to.equal(3);
  });

  it("sends a request away whose time is over, and goes on with the others", async () => {
    gate.limit(await enter("a"), 5000);
    await enter("short", gate.pass(), start + 2000);
    await enter("long");
    await pass(2100);
    expect(events).to.deep.equal(["a", "short gave up"]);
    await pass(4000);
    expect(events).to.deep.equal(["a", "short gave up", "long"]);
  });

  it("lets 300 requests leave in their order behind one limit", async () => {
    gate.limit(await enter("first"), 1000);
    for (let count = 0; count < 20; count += 1) gate.accept();
    const names = Array.from({ length: 300 }, (_, index) => String(index));
    for (const name of names) gate.enter(gate.pass(), until).then(() => events.push(name));
    await pass(30_000);
    expect(events).to.deep.equal(["first", ...names]);
  });
});
