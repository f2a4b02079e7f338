import { expect } from "chai";
import { version } from "../../../package.json";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { createGetProvider } from "../../../provider/host/reads.js";
import { formatKey } from "../../../provider/host/run.js";
import { application, cache } from "../documented-resources.js";
import { createSession, openSession, type Settings } from "../host-fixture.js";

type ConfigureRequest = Parameters<ReturnType<typeof createDynamicProvider>["configure"]>[0];

const requestWith = (token: string): ConfigureRequest => {
  const values: Readonly<Settings> = { "apphosting:token": token, "apphosting:baseUrl": "https://a.example" };
  return { config: { get: (key: string) => values[key] } } as unknown as ConfigureRequest;
};

it("Session: configured synchronously, because the engine calls check while configure is pending", async () => {
  const provider = createDynamicProvider(cache.definition, createSession({}));
  const pending = provider.configure(requestWith("secret-token"));
  expect((await provider.check({}, cache.required)).failures).to.deep.equal([]);
  await pending;
});

it("Session: keeps the first configuration, even if another provider configures it later", async () => {
  const session = createSession({});
  await createDynamicProvider(application.definition, session).configure(requestWith("secret-token"));
  await createDynamicProvider(cache.definition, session).configure(requestWith("other-token"));
  expect(session.settings.values).to.include({ token: "secret-token", baseUrl: "https://a.example" });
});

it("Session: a get's provider configures it, too", async () => {
  const session = createSession({});
  await createGetProvider(cache.definition, session).configure(requestWith("secret-token"));
  expect(session.settings.values).to.include({ token: "secret-token" });
});

it("Session: the first request creates one client for all providers", async () => {
  const { session, clients } = openSession({ timeoutSeconds: 5, maxRetries: "0" });
  const [shop, sessions] = [application, cache].map(({ definition }) => createDynamicProvider(definition, session));
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

it("Session: prints every waiting line, with the token redacted", async () => {
  const { session, clients, lines } = openSession({ token: "secret-token" });
  await createDynamicProvider(cache.definition, session).create(cache.valid);
  lines.splice(0);
  for (const _ of [1, 2]) clients[0]?.log("waiting 2.0 s: update cache secret-token failed\u001b");
  expect(lines).to.deep.equal(Array(2).fill("waiting 2.0 s: update cache [token] failed\\u001b"));
});

it("Session: prints a warning once for each resource; identical inputs count as one resource", async () => {
  const { session, lines } = openSession({});
  const caches = createDynamicProvider(cache.definition, session);
  for (const triggers of [[1], [1], [2]]) await caches.check({}, { ...cache.valid, triggers });
  expect(lines).to.have.lengthOf(2);
  expect(new Set(lines)).to.have.lengthOf(1);
});

it("Session: resolves a definition once, and once more without operations for a fallback id", () => {
  const { session } = openSession({ operations: "update" });
  const [real, made] = [false, true].map((hasFallbackId) => session.resolve(application.definition, hasFallbackId));
  expect([real?.operations.update?.method, made?.operations.update]).to.deep.equal(["PATCH", undefined]);
  expect(session.resolve(application.definition)).to.equal(real);
  expect(session.resolve(application.definition, true)).to.equal(made);
});

it("Key of a resource: depends on class, id and inputs, but not on the inputs' order", () => {
  const key = (value: string | JsonObject, { definition } = application) => formatKey(definition, value);
  expect(key({ name: "a", region: "b" })).to.equal(key({ region: "b", name: "a" }));
  const keys = [key("app-12"), key("app-21"), key("app-12", cache), key({ name: "a" }), key({ name: "b" })];
  expect(new Set(keys).size).to.equal(keys.length);
});

it("State with secret marks: a diff reads it like the plain state", async () => {
  const { session } = openSession({});
  const caches = createDynamicProvider(cache.definition, session);
  const { id, outs } = await caches.create(cache.required);
  await caches.check({}, cache.required);
  expect(await caches.diff(id, outs, cache.required)).to.deep.equal({ changes: false });
});
