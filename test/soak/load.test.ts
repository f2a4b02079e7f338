import { join } from "node:path";
import { expect } from "chai";
import { addApplications } from "../engine/account.js";
import { describeEngine, useStack, type Way } from "../engine/describe.js";
import { type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { type Host, startHost } from "../host/host.js";

const count = 300;
const perSecond = 20;
/** As `--parallel` says. */
const atOnce = 64;

const nameOf = (index: number) => `call-${index}`;
const names = Array.from({ length: count }, (_, index) => nameOf(index));
const posted = names.filter((_, index) => index % 3 !== 2);
const patched = names.filter((_, index) => index % 3 === 2);

/** The names in the requests that the API let through, in order. */
function accepted({ sandbox }: FaultySandbox, method: string): string[] {
  const requests = sandbox.requests().filter((request) => request.method === method);
  return requests.map(({ body }) => (body as { name: string }).name);
}

describe(`${count} calls at the host process, ${atOnce} at a time, where the API takes ${perSecond} requests a second`, () => {
  let api: FaultySandbox;
  let host: Host;
  beforeEach(async () => {
    api = await startFaultySandbox();
    await addApplications(api, 1);
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "connections.cjs"))}` };
    host = await startHost({ config: { token: api.token, baseUrl: api.url }, env });
  });
  afterEach(async () => {
    await host.stop();
    await api.close();
  });

  /** A third of the calls for each resource. */
  function create(index: number): Promise<unknown> {
    const name = nameOf(index);
    if (index % 3 === 0) return host.create("application", { name, sourceControlProvider: "hostA" });
    if (index % 3 === 1) return host.create("environment", { applicationId: "app-1", name, branch: "main" });
    return host.create("cache", { cacheId: "cache-1", name });
  }

  /** All calls in the order of their numbers, so many at a time; the first failure is thrown when all have ended. */
  async function inParallel(width: number, call: (index: number) => Promise<unknown>): Promise<void> {
    const failures: unknown[] = [];
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < count; index = next++) {
        await call(index).catch((error) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: width }, worker));
    if (failures.length > 0) throw failures[0];
  }

  function expectNoneTwice(): void {
    const state = api.sandbox.state();
    // One application was there before; each has an environment of its own, and one belongs to none.
    expect(state.applications).to.have.length(count / 3 + 1);
    expect(state.environments).to.have.length(state.applications.length + count / 3 + 1);
    const [, ...others] = accepted(api, "POST");
    expect(others).to.have.members(posted);
  }

  for (const retryAfter of ["1", undefined]) {
    it(`all take effect, each once, with ${retryAfter === undefined ? "no Retry-After" : `Retry-After: ${retryAfter}`}`, async () => {
      api.limit({ perSecond, retryAfter });
      await inParallel(atOnce, create);
      expectNoneTwice();
      expect(accepted(api, "PATCH")).to.have.members(patched);
      const connections = (await host.lines()).flatMap((line) => /^(\d+) connections$/.exec(line)?.[1] ?? []);
      expect(Number(connections.at(-1))).to.be.within(1, atOnce);
    });
  }

  it("all take effect, none that creates twice, where idle connections are closed after 50 ms", async () => {
    api.limit({ perSecond, retryAfter: "1" });
    api.closeIdleAfter(50);
    await inParallel(atOnce, create);
    expectNoneTwice();
    expect(accepted(api, "PATCH")).to.include.members(patched);
  });

  it("all change, where the connection of every 50th breaks, before or after the change", async () => {
    api.limit({ perSecond, retryAfter: "1" });
    let broken = 0;
    await inParallel(count, async (index) => {
      if (index % 50 === 25) api.fault({ kind: "reset", when: broken++ % 2 === 0 ? "after" : "before" });
      const olds = { cacheId: "cache-1", name: "sessions" };
      await host.update("cache", "cache-1", olds, { ...olds, name: nameOf(index) });
    });
    const changed = accepted(api, "PATCH");
    expect(changed).to.include.members(names);
    expect(changed).to.have.length(count + broken / 2);
  });
});

const underLoad = (way: Way) => () => {
  const use = useStack(() => startFaultySandbox({ sandbox: { latencyMs: 300 } }), way);

  it("are all created, each once, with Retry-After: 2", async () => {
    use.api.limit({ perSecond, retryAfter: "2" });
    await use.stack.program(`
const shops = Array.from({ length: 100 }, (_, index) => new Application("shop-" + index, { name: "Shop " + index, sourceControlProvider: "hostA" }));
for (let index = 0; index < 197; index += 1)
  new Environment("e-" + index, { applicationId: shops[index % 100].id, name: "e-" + index, branch: "main" });
for (const index of [1, 2, 3]) new Cache("cache-" + index, { cacheId: "cache-" + index, name: "c-" + index });\n`);
    await use.stack.up("--parallel", String(atOnce));
    const { applications, environments } = use.api.sandbox.state();
    expect([applications.length, environments.length]).to.deep.equal([100, 1 + 100 + 197]);
    const sent = [...accepted(use.api, "POST"), ...accepted(use.api, "PATCH")];
    expect([sent.length, new Set(sent).size]).to.deep.equal([count, count]);
    const { resources = [] } = (await use.stack.state()).deployment;
    expect(resources.filter(({ type }) => type.includes("apphosting:"))).to.have.length(count);
  });
};

for (const way of ["dynamic provider", "plugin"] as const) {
  const title = `${count} resources by the ${way}, ${atOnce} at a time, where the API takes ${perSecond} requests a second`;
  describeEngine(title, underLoad(way));
}
