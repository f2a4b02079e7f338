/** What the resources of one run share: a configuration, a client, and a log. */

import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { version } from "../../../package.json";
import { HostProvider } from "../../../provider/host/host-provider.js";
import { connectToEngine, createLog } from "../../../provider/host/log.js";
import { Run } from "../../../provider/host/run.js";
import { application, cache } from "../documented-resources.js";
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

it("Run: the first request creates one client for all providers", async () => {
  const { run, clients } = openRun({ timeoutSeconds: 5, maxRetries: "0" });
  const shop = new HostProvider(application.table, run);
  await shop.check({}, application.valid);
  expect(clients).to.deep.equal([]);
  await shop.create(application.valid);
  await new HostProvider(cache.table, run).create(cache.valid);
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

it("Run: prints the same warning once", async () => {
  const { run, lines } = openRun({});
  const caches = new HostProvider(cache.table, run);
  for (const one of [1, 1, 2]) await caches.check({}, { ...cache.required, triggers: [one] });
  expect(lines).to.have.lengthOf(1);
});

it("Run: a call ends only when the engine has taken its warnings", async () => {
  const events: string[] = [];
  const warn = async () => {
    await setImmediate();
    events.push("taken");
  };
  const run = new Run({ environment: {}, write: () => {}, warn });
  await new HostProvider(application.table, run).delete("id-1", application.required);
  expect(events).to.deep.equal(["taken"]);
});

it("Log: connects once, then sends a warning when the engine has taken the one before", async () => {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const connect = () => {
    events.push("connected");
    return (message: string) => {
      events.push(`sent ${message}`);
      return new Promise<void>((resolve) => waiting.push(resolve));
    };
  };
  const log = createLog(connect, (line) => events.push(line));
  expect(events).to.deep.equal([]);
  const logged = ["a", "b"].map((message) => log(message).then(() => events.push(`ended ${message}`)));
  for (const _ of logged) {
    await setImmediate();
    events.push("taken");
    waiting.shift()?.();
  }
  await Promise.all(logged);
  expect(events).to.deep.equal(["connected", "sent a", "taken", "ended a", "sent b", "taken", "ended b"]);
});

const unavailable = async (message: string) => {
  if (message === "b") throw new Error("14 UNAVAILABLE");
};
for (const [what, connect, expected] of [
  ["the engine rejects it, and the next one goes to the engine", () => unavailable, ["warning: b"]],
  ["the process has no engine", () => connectToEngine(undefined), ["warning: a", "warning: b", "warning: c"]],
] as const) {
  it(`Log: a warning goes to stderr if ${what}`, async () => {
    const lines: string[] = [];
    const log = createLog(connect, (line) => lines.push(line));
    for (const message of ["a", "b", "c"]) await log(message);
    expect(lines).to.deep.equal(expected);
  });
}
