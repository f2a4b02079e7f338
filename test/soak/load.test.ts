import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { startFaultySandbox } from "../faults/index.js";
import { accepted, atOnce, count, inParallel, type Load, measured, nameOf, perSecond, startLoad } from "./load.js";

const names = Array.from({ length: count }, (_, index) => nameOf(index));
const posted = names.filter((_, index) => index % 3 !== 2);
const patched = names.filter((_, index) => index % 3 === 2);

describe(`${count} calls at the host process, ${atOnce} at a time, where the API takes ${perSecond} requests a second`, () => {
  let load: Load;
  beforeEach(async () => {
    load = await startLoad();
  });
  afterEach(() => load.stop());

  function expectNoneTwice(): void {
    const state = load.api.sandbox.state();
    // One application was there before; each has an environment of its own, and one belongs to none.
    expect(state.applications).to.have.length(count / 3 + 1);
    expect(state.environments).to.have.length(state.applications.length + count / 3 + 1);
    const [first, ...others] = accepted(load.api, "POST");
    expect(first).to.equal("Shop");
    expect(others).to.have.members(posted);
  }

  for (const retryAfter of ["1", undefined]) {
    it(`all take effect, each once, with ${retryAfter === undefined ? "no Retry-After" : `Retry-After: ${retryAfter}`}`, async () => {
      load.api.limit({ perSecond, retryAfter });
      await measured(load.api, "creates", inParallel(atOnce, load.create));
      expectNoneTwice();
      expect(accepted(load.api, "PATCH")).to.have.members(patched);
      expect(await load.stop()).to.be.within(1, atOnce);
    });
  }

  it("all take effect, none that creates twice, where idle connections are closed after 50 ms", async () => {
    load.api.limit({ perSecond, retryAfter: "1" });
    load.api.closeIdleAfter(50);
    await measured(load.api, "creates, idle connections closed", inParallel(atOnce, load.create));
    expectNoneTwice();
    expect(accepted(load.api, "PATCH")).to.include.members(patched);
  });

  it("all change, where the connection of every 50th breaks, before or after the change", async () => {
    load.api.limit({ perSecond, retryAfter: "1" });
    let broken = 0;
    const update = async (index: number) => {
      if (index % 50 === 25) {
        broken += 1;
        load.api.fault({ kind: "reset", when: broken % 2 === 0 ? "before" : "after" });
      }
      await load.update(index);
    };
    await measured(load.api, "updates, 2 % of them broken", inParallel(count, update));
    const changed = accepted(load.api, "PATCH");
    expect(changed).to.include.members(names);
    expect(changed).to.have.length(count + broken / 2);
  });

  it("all change, where idle connections are closed at the moment at which the next call comes", async () => {
    load.api.closeIdleAfter(50);
    const update = async (index: number) => {
      await load.update(index);
      await sleep(45 + (index % 10));
    };
    await inParallel(8, update);
    expect(accepted(load.api, "PATCH")).to.include.members(names);
  });
});

describeEngine(`${count} resources, ${atOnce} at a time, where the API takes ${perSecond} requests a second`, () => {
  const use = useStack(() => startFaultySandbox({ sandbox: { latencyMs: 300 } }));

  it("are all created, each once, with Retry-After: 2", async () => {
    use.api.limit({ perSecond, retryAfter: "2" });
    await use.stack.program(`
const shops = Array.from({ length: 100 }, (_, index) => new Application("shop-" + index, { name: "Shop " + index, sourceControlProvider: "hostA" }));
for (let index = 0; index < 197; index += 1)
  new Environment("e-" + index, { applicationId: shops[index % 100].id, name: "e-" + index, branch: "main" });
for (const index of [1, 2, 3]) new Cache("cache-" + index, { cacheId: "cache-" + index, name: "c-" + index });\n`);
    await measured(use.api, "up", use.stack.up("--parallel", String(atOnce)));
    const { applications, environments } = use.api.sandbox.state();
    expect([applications.length, environments.length]).to.deep.equal([100, 1 + 100 + 197]);
    const sent = [...accepted(use.api, "POST"), ...accepted(use.api, "PATCH")];
    expect([sent.length, new Set(sent).size]).to.deep.equal([count, count]);
    const { resources = [] } = (await use.stack.state()).deployment;
    expect(resources.filter(({ type }) => type.includes("apphosting:"))).to.have.length(count);
  });
});
