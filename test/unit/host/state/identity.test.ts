/** Which resource a response is about: that of the state, or another one at its address. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { withOperations } from "../../../../provider/definitions/definition.js";
import { StoredFailure } from "../../../../provider/host/requests/failure.js";
import { hasRequestedName } from "../../../../provider/host/state/identity.js";
import { createState } from "../../../../provider/host/state/resource-state.js";
import {
  catchError,
  createConfiguredHost,
  createHost,
  createResource,
  type Response,
  thing,
} from "../../host-fixture.js";
import { cache, environment } from "../../resources.js";

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
    ...environment.nulls,
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
      expect(thrown?.message)
        .to.include("update environment was not sent.\n")
        .and.to.include(`read environment got a response with ${what}`);
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

it("Requested name: that of a resource without an argument for one is never the same", () => {
  const definition = withOperations(thing, {});
  expect(hasRequestedName(definition, createState(thing), {})).to.equal(false);
});
