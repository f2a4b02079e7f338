import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { required } from "./arguments.js";
import { hostSuite } from "./suite.js";

describe("The connections of the host process", () => {
  const suite = hostSuite();
  const create = () => suite.host.create("application", required.application);
  const adopt = () => suite.host.create("cache", required.cache);
  /** How many connections are made for what is done `times` over, after a first request. */
  async function made(times: number, act: () => Promise<unknown>): Promise<number> {
    await adopt();
    const before = suite.api.connections().made;
    for (let count = 0; count < times; count += 1) await act();
    return suite.api.connections().made - before;
  }

  it("are new for every request that creates: an old one could break just then, and nobody could tell", async () => {
    expect(await made(3, create)).to.equal(3);
  });

  it("are kept for requests that change", async () => {
    expect(await made(3, adopt)).to.equal(0);
  });

  it("are made anew where the API has closed an idle one", async () => {
    suite.api.closeIdleAfter(20);
    const later = async () => {
      await sleep(100);
      await adopt();
    };
    expect(await made(1, later)).to.equal(1);
  });
});
