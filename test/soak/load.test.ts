import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { type FaultySandbox, limitRate, startFaultySandbox } from "../faults/index.js";

const count = 300;
const perSecond = 20;
/** As `--parallel` says. */
const atOnce = 64;

/** The names in the requests that the API let through, in order. */
function accepted({ sandbox }: FaultySandbox, method: string): string[] {
  const requests = sandbox.requests().filter((request) => request.method === method);
  return requests.map(({ body }) => (body as { name: string }).name);
}

describeEngine(`${count} resources, ${atOnce} at a time, with a rate limit`, () => {
  const use = useStack(() => startFaultySandbox({ latencyMs: 300, operations: true }));

  it("Load of 300 resources under a rate limit: a refresh reads each once", async () => {
    await use.stack.configure({ "apphosting:operations": "read" });
    const program = `
for (let index = 0; index < ${count}; index += 1) new Application("shop-" + index, { name: "Shop " + index, sourceControlProvider: "hostA" });\n`;
    await use.stack.upProgram(program, "--parallel", String(atOnce));
    use.api.addFault(limitRate(2 * perSecond), { lasts: true });
    const before = use.api.sandbox.requests().length;
    await use.stack.refresh("--expect-no-changes", "--parallel", String(atOnce));
    const sent = use.api.sandbox.requests().slice(before);
    expect(sent.filter(({ status }) => status === 200)).to.have.length(count);
  });

  it("Load of 300 resources: up creates each once where 429 has Retry-After: 2", async () => {
    use.api.addFault(limitRate(perSecond, "2"), { lasts: true });
    await use.stack.writeProgram(`
const shops = Array.from({ length: 100 }, (_, index) => new Application("shop-" + index, { name: "Shop " + index, sourceControlProvider: "hostA" }));
for (let index = 0; index < 197; index += 1)
  new Environment("e-" + index, { applicationId: shops[index % 100].id, name: "e-" + index, branch: "main" });
for (const index of [1, 2, 3]) new Cache("cache-" + index, { cacheId: "cache-" + index, name: "c-" + index });\n`);
    await use.stack.up("--parallel", String(atOnce));
    const { applications, environments } = use.api.sandbox.state();
    expect([applications.length, environments.length]).to.deep.equal([100, 1 + 100 + 197]);
    const sent = [...accepted(use.api, "POST"), ...accepted(use.api, "PATCH")];
    expect([sent.length, new Set(sent).size]).to.deep.equal([count, count]);
    const { resources } = await use.stack.readState();
    expect(resources.filter(({ type }) => type.includes("apphosting:"))).to.have.length(count);
  });
});
