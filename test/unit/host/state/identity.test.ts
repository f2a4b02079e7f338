/** Which resource a response is about: that of the state, another one at its address, or one that the stack has already. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../../provider/host/dynamic-provider.js";
import { StoredFailure } from "../../../../provider/host/requests/failure.js";
import {
  catchError,
  createConfiguredHost,
  createConfiguredSession,
  createHost,
  createResource,
  type Response,
} from "../../host-fixture.js";
import { application, cache, environment, type TestedResource } from "../../resources.js";

const created = "2026-03-09T12:00:00Z";
const other = "2027-01-01T00:00:00Z";
const show = (id: string, type?: string, attributes: JsonObject = {}): Response => ({
  body: { data: { id, ...(type === undefined ? {} : { type }), attributes } },
});
const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
const login = { hostname: "other", port: 1, protocol: "redis", username: "u", password: "of-somebody-else" };

describe("Cache: the documented update", () => {
  for (const [what, response] of [
    ["another id", show("cache-2", "caches", { connection: login })],
    ["another type", show("cache-1", "applications", { connection: login })],
  ] as const) {
    it(`Cache: a response of ${what} to its adoption is an error, and nothing is adopted`, async () => {
      const { message } = await catchError(createHost(cache, response).host.create(sessions));
      expect(message).to.include(`update cache got a response with ${what}`);
      expect(message).to.include("set the id of another one as cacheId").and.to.include("may still have been changed");
    });

    it(`Cache: a response of ${what} to an update is an unknown outcome, and its login is not kept`, async () => {
      const { update } = await createResource(cache, sessions, { attributes: {} }, response);
      const error = await catchError(update({ ...sessions, size: "5gb" }));
      expect(error).to.be.instanceOf(StoredFailure);
      expect(JSON.stringify((error as StoredFailure).properties)).not.to.include("of-somebody-else");
      expect((error as StoredFailure).properties).to.deep.include({
        size: "5gb",
        answered: { size: { outcome: "unknown" } },
      });
    });
  }

  it("Cache: another createdAt is a warning, because the cache may have been made anew, and is kept", async () => {
    const dates = [created, created, other].map((created_at) => ({ attributes: { created_at } }));
    const { update, lines } = await createResource(cache, sessions, ...dates);
    await update({ ...sessions, size: "5gb" });
    expect(lines.join()).not.to.include("anew");
    expect(await update({ ...sessions, size: "50gb" })).to.include({ createdAt: other });
    expect(lines.join("\n")).to.include(
      "Cache cache-1: the API returned another createdAt than before: the cache may have been made anew",
    );
  });
});

describe("Update at a named address, with GET named, too", () => {
  const operations = { Environment: "GET, PATCH /environments/{id}" };
  const inputs = environment.required;
  const change = { ...inputs, branch: "another" };
  const stateOf = (more: JsonObject = {}): JsonObject => ({
    ...Object.fromEntries(environment.outputs.map((name) => [name, null])),
    ...inputs,
    ...more,
  });
  const updateFrom = async (state: JsonObject, ...responses: readonly Response[]) => {
    const { host, requests } = createConfiguredHost({ operations }, environment, ...responses);
    const thrown = await host.update("id-1", state, change).then(
      () => undefined,
      (error: Error) => error,
    );
    return { thrown, methods: requests.map(({ method }) => method) };
  };

  for (const [what, state, read] of [
    ["another id", stateOf(), show("id-2")],
    ["another type", stateOf(), show("id-1", "caches")],
    ["another createdAt", stateOf({ createdAt: created }), show("id-1", undefined, { created_at: other })],
    ["another name", stateOf(), show("id-1", undefined, { created_at: created, name: "other" })],
  ] as const) {
    it(`Update at a named address: not sent where the read before returns ${what}`, async () => {
      const { thrown, methods } = await updateFrom(state, read);
      expect(methods).to.deep.equal(["GET"]);
      expect(thrown).not.to.be.instanceOf(StoredFailure);
      expect(thrown?.message).to.include("update environment was not sent.\n").and.to.include(what);
      expect(thrown?.message).to.match(/`pulumi state delete` .* or set the id of another one as existingId/);
    });
  }

  for (const [what, state, attributes] of [
    [
      "the same createdAt to the second",
      stateOf({ createdAt: created }),
      { created_at: "2026-03-09T12:00:00.123456Z" },
    ],
    [
      "the requested name beside a createdAt that the state lacks",
      stateOf(),
      { created_at: created, name: inputs.name ?? null },
    ],
    ["neither createdAt nor name", stateOf({ createdAt: created }), {}],
    ["another name and the same createdAt", stateOf({ createdAt: created }), { created_at: created, name: "renamed" }],
  ] as const) {
    it(`Update at a named address: sent where the read before returns ${what}`, async () => {
      const { thrown, methods } = await updateFrom(state, show("id-1", "environments", attributes), { attributes: {} });
      expect([thrown, methods]).to.deep.equal([undefined, ["GET", "PATCH"]]);
    });
  }
});

describe("Create that returns what the stack has", () => {
  const inputs = environment.required;
  const renamed = { ...inputs, name: "renamed" };
  const found = (kind: TestedResource) => show("id-1", kind.definition.type, { created_at: created });
  const says = "create environment got a response with the id of Environment id-1, which the stack has already";

  for (const [what, meet] of [
    ["in a diff", (host: Host) => host.diff("id-1", inputs, renamed)],
    ["in an update", (host: Host) => host.update("id-1", inputs, inputs)],
    ["in a read", (host: Host) => host.read("id-1", inputs)],
    ["in an earlier create", (host: Host) => host.create(inputs)],
  ] as const) {
    it(`Create that returns an id which this run had ${what}: an error of unknown outcome, which is not repeated`, async () => {
      const { host } = createHost(environment, found(environment));
      await meet(host);
      expect((await catchError(host.create(renamed))).message).to.include(says);
      expect((await catchError(host.create(renamed))).message).to.include("was not sent: an identical request");
    });
  }

  it("Create that returns an id below another application, or of another class: is another resource", async () => {
    const { session } = createConfiguredSession({}, [show("id-1")]);
    await createDynamicProvider(application.definition, session).create(application.required);
    const host = createDynamicProvider(environment.definition, session);
    for (const applicationId of ["app-1", "app-2"]) {
      expect((await host.create({ ...inputs, applicationId })).id).to.equal("id-1");
    }
  });

  it("Create that returns no id: an id that the package makes is no id of the API", async () => {
    const { host } = createHost(environment, { body: {} });
    const { id, outs } = await host.create(inputs);
    await host.diff(id, outs, inputs);
    expect((await host.create(inputs)).id).to.equal(id);
  });
});

describe("Delete of an id that a resource of the stack keeps", () => {
  const configuration = { operations: { Environment: "GET, PATCH, DELETE /environments/{id}" } };
  const inputs = environment.required;
  const state = {
    ...Object.fromEntries(environment.outputs.map((name) => [name, null])),
    ...inputs,
    createdAt: created,
  };

  for (const [what, keep, reason] of [
    ["leaves", (host: Host) => host.diff("id-1", state, inputs), "another resource of the stack has the same id"],
    [
      "updates in place",
      (host: Host) => host.diff("id-1", state, { ...inputs, branch: "other" }),
      "another resource of the stack has the same id",
    ],
    ["has created", (host: Host) => host.create(inputs), "a create of this run has returned the same id"],
  ] as const) {
    it(`Delete: sends no request for the id of a resource that this up ${what}`, async () => {
      const { host, requests, lines } = createConfiguredHost(configuration, environment, show("id-1"));
      await host.check({}, inputs);
      await keep(host);
      const sent = requests.length;
      await host.delete("id-1", state);
      expect(requests).to.have.length(sent);
      expect(lines.at(-1)).to.equal(
        `warning: Environment id-1 is removed from the state, but it still exists: ${reason}`,
      );
    });
  }

  it("Delete: sent for a resource of which a refresh alone, before any check, or a replacement has asked", async () => {
    const gone: Response = { failure: { kind: "status", status: 410, message: undefined, fields: {} }, effect: "none" };
    const replacing = { ...inputs, clusterId: "another" };
    for (const ask of [
      (host: Host) => host.diff("id-1", state, inputs),
      (host: Host) => host.check({}, inputs).then(() => host.diff("id-1", state, replacing)),
    ]) {
      const { host, requests } = createConfiguredHost(configuration, environment, gone);
      await ask(host);
      await host.delete("id-1", state);
      expect(requests.map(({ method }) => method)).to.deep.equal(["GET"]);
    }
  });
});

describe("Create whose response a defect keeps from being read", () => {
  const broken = (data: object) => {
    const attributes = Object.defineProperty({}, "name", {
      enumerable: true,
      get() {
        throw new TypeError("broken");
      },
    });
    return { body: { data: { ...data, attributes } } } as Response;
  };

  it("Create: the resource is kept with the id that was read, and the error says that something may exist", async () => {
    const { host } = createHost(application, broken({ id: "app-1" }));
    const error = await catchError(host.create(application.required));
    expect(error).to.be.instanceOf(StoredFailure).and.to.include({ id: "app-1" });
    expect(error.message).to.include(
      "create application got a response that a defect of pulumi-apphosting kept from being read",
    );
    const { properties } = error as StoredFailure;
    expect(properties).to.deep.include({ ...application.required, slug: null });
    expect(await host.diff("app-1", properties, application.required)).to.deep.equal({ changes: false });
  });

  it("Create: without an id, its outcome is unknown, and an identical one is refused", async () => {
    const { host, requests } = createHost(application, broken({}));
    const { message } = await catchError(host.create(application.required));
    expect(message).to.include(
      "The application may still have been created. Look for it in the provider's web console",
    );
    await catchError(host.create(application.required));
    expect(requests).to.have.length(1);
  });

  it("Update: its outcome is unknown, and the next preview sends it", async () => {
    const { update, host } = await createResource(cache, sessions, { attributes: {} }, broken({ id: "cache-1" }));
    const error = await catchError(update({ ...sessions, size: "5gb" }));
    expect(error).to.be.instanceOf(StoredFailure);
    const { properties } = error as StoredFailure;
    expect(await host.diff("cache-1", properties, sessions)).to.deep.equal({ changes: true, replaces: [] });
  });
});

type Host = ReturnType<typeof createHost>["host"];
