import { expect } from "chai";
import { version } from "../../../package.json";
import { GetProvider } from "../../../provider/host/get-provider.js";
import { HostProvider } from "../../../provider/host/host-provider.js";
import { application, cache, environment } from "../documented-resources.js";
import { createRun, openRun, type Settings } from "../host-fixture.js";

type ConfigureRequest = Parameters<HostProvider["configure"]>[0];

const requestWith = (token: string): ConfigureRequest => {
  const values: Settings = { "apphosting:token": token, "apphosting:baseUrl": "https://a.example" };
  return { config: { get: (key: string) => values[key] } } as unknown as ConfigureRequest;
};

it("Run: configured synchronously, because the engine calls check while configure is pending", async () => {
  const provider = new HostProvider(cache.table, createRun({}));
  const pending = provider.configure(requestWith("secret-token"));
  expect((await provider.check({}, cache.required)).failures).to.deep.equal([]);
  await pending;
});

it("Run: keeps the first configuration, from any provider, whatever comes later", async () => {
  const run = createRun({});
  await new GetProvider(application.table, run).configure(requestWith("secret-token"));
  await new HostProvider(cache.table, run).configure(requestWith("other-token"));
  expect(run.settings.values).to.include({ token: "secret-token", baseUrl: "https://a.example" });
});

it("Run: the first request creates one client for all providers", async () => {
  const { run, clients } = openRun({ timeoutSeconds: 5, maxRetries: "0" });
  const [shop, sessions] = [application, cache].map(({ table }) => new HostProvider(table, run));
  await shop?.check({}, application.valid);
  expect(clients).to.deep.equal([]);
  await shop?.create(application.valid);
  await sessions?.create(cache.valid);
  expect(clients).to.have.lengthOf(1);
  expect(clients[0]).to.include({
    ...{ token: "token", baseUrl: "https://api.example.com", timeoutSeconds: 5, maxRetries: 0 },
    userAgent: `pulumi-apphosting/${version}`,
  });
});

it("Run: prints every line of the client, cleaned of the token and of control characters", async () => {
  const { run, clients, lines } = openRun({ token: "secret-token" });
  await new HostProvider(cache.table, run).create(cache.valid);
  lines.splice(0);
  for (const _ of [1, 2]) clients[0]?.log("waiting 2.0 s: update cache secret-token failed\u001b");
  expect(lines).to.deep.equal(Array(2).fill("waiting 2.0 s: update cache [token] failed\\u001b"));
});

for (const [what, first, second, count] of [
  ["the same resource: once", [1], [1], 1],
  ["two resources: twice", [1], [2], 2],
] as const) {
  it(`Run: prints the same warning about ${what}`, async () => {
    const { run, lines } = openRun({});
    const caches = new HostProvider(cache.table, run);
    for (const triggers of [first, second]) await caches.check({}, { ...cache.required, triggers: [...triggers] });
    expect(lines).to.have.lengthOf(count);
    expect(new Set(lines)).to.have.lengthOf(1);
  });
}

it("Run: a call ends only when the engine has taken its warnings", async () => {
  const { run } = openRun({});
  const events: string[] = [];
  Object.assign(run, {
    warn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push("taken");
    },
  });
  await new HostProvider(environment.table, run).delete("id-1", environment.required);
  expect([...events, "ended"]).to.deep.equal(["taken", "ended"]);
});
