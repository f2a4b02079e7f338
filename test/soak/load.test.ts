import { expect } from "chai";
import { startAccount } from "../engine/account.js";
import { describeEngine, engineTimeout, useStack } from "../engine/describe.js";
import { cutConnection, type FaultySandbox, limitRate, startFaultySandbox } from "../faults/index.js";
import { type Host, startHost } from "../host/host.js";

const count = 300;
const perSecond = 20;
/** As `--parallel` says. */
const atOnce = 64;

const names = Array.from({ length: count }, (_, index) => `call-${index}`);

/** The names in the requests that the API let through, in order. */
function accepted({ sandbox }: FaultySandbox, method: string): string[] {
  const requests = sandbox.requests().filter((request) => request.method === method);
  return requests.map(({ body }) => (body as { name: string }).name);
}

describe(`${count} calls at the host process, ${atOnce} at a time, where the API takes ${perSecond} requests a second`, function () {
  this.timeout(engineTimeout);
  let api: FaultySandbox;
  let host: Host;
  before(async () => {
    api = await startAccount(1);
    host = await startHost({ config: { token: api.token, baseUrl: api.url } });
  });
  after(async () => {
    await host?.stop();
    await api?.close();
  });

  /** A third of the calls for each resource. */
  function create(index: number): Promise<unknown> {
    const name = names[index] as string;
    if (index % 3 === 0) return host.create("application", { name, sourceControlProvider: "hostA" });
    if (index % 3 === 1) return host.create("environment", { applicationId: "app-1", name, branch: "main" });
    // Of some the connection breaks, before or after the change.
    const when = index % 100 < 50 ? "before" : "after";
    if (index % 50 === 26) api.addFault(cutConnection("reset", when), { method: "PATCH" });
    return host.create("cache", { cacheId: "cache-1", name });
  }

  it("Load of 300 calls at the host process: all take effect, no POST twice, under 429 without Retry-After and broken connections", async () => {
    api.addFault(limitRate(perSecond), { lasts: true });
    const closing = setInterval(() => api.server.closeIdleConnections(), 50);
    const indexes = names.keys();
    const worker = async () => {
      for (const index of indexes) await create(index);
    };
    await Promise.all(Array.from({ length: atOnce }, worker)).finally(() => clearInterval(closing));
    const [, ...posted] = accepted(api, "POST");
    expect(posted).to.have.members(names.filter((_, index) => index % 3 !== 2));
    expect(accepted(api, "PATCH")).to.include.members(names.filter((_, index) => index % 3 === 2));
  });
});

const underLoad = `${count} resources, ${atOnce} at a time, where the API takes ${perSecond} requests a second`;

describeEngine(underLoad, () => {
  const use = useStack(() => startFaultySandbox({ latencyMs: 300, operations: true }));

  it("Load of 300 resources under a rate limit: a refresh reads each once", async () => {
    await use.stack.configure({ "apphosting:operations": "read" });
    await use.stack.writeProgram(`
for (let index = 0; index < ${count}; index += 1) new Application("shop-" + index, { name: "Shop " + index, sourceControlProvider: "hostA" });\n`);
    await use.stack.up("--parallel", String(atOnce));
    use.api.addFault(limitRate(2 * perSecond), { lasts: true });
    const before = use.api.sandbox.requests().length;
    await use.stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes", "--parallel", String(atOnce));
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
