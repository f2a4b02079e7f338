import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { limitRate, startFaultySandbox } from "../faults/index.js";

const count = 300;
const perSecond = 20;
/** As `--parallel` says. */
const atOnce = 64;

describeEngine(`${count} resources, ${atOnce} at a time, with a rate limit`, () => {
  const use = useStack(() => startFaultySandbox({ latencyMs: 300 }));

  it("Load of 300 resources: up creates each once despite 429 with Retry-After: 2", async () => {
    use.api.addFault(limitRate(perSecond, "2"), { lasts: true });
    const program = `
const shops = Array.from({ length: 100 }, (_, index) => new Application("shop-" + index, { name: "Shop " + index, sourceControlProvider: "hostA" }));
for (let index = 0; index < 197; index += 1)
  new Environment("e-" + index, { applicationId: shops[index % 100].id, name: "e-" + index, branch: "main" });
for (const index of [1, 2, 3]) new Cache("cache-" + index, { cacheId: "cache-" + index, name: "c-" + index });\n`;
    await use.stack.upProgram(program, "--parallel", String(atOnce));
    const { applications, environments } = use.api.sandbox.state();
    expect([applications.length, environments.length]).to.deep.equal([100, 1 + 100 + 197]);
    // Requests that the API accepted.
    const sent = use.api.sandbox.requests().map(({ path, body }) => path + JSON.stringify(body));
    expect([sent.length, new Set(sent).size]).to.deep.equal([count, count]);
    const { resources } = await use.stack.readState();
    expect(resources.filter(({ type }) => type.includes("apphosting:"))).to.have.length(count);
  });
});
