/** The outputs of a cache after an update: what the response has, what was known before, and where no answer tells. */

import { expect } from "chai";
import type { JsonObject } from "../../../../provider/api/http/json.js";
import { StoredFailure } from "../../../../provider/host/requests/failure.js";
import { createRefusal, createResource, type Response } from "../../host-fixture.js";
import { cache } from "../../resources.js";

const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
const credentials = { username: "u", password: "p" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };
const known = {
  status: "available",
  size: "1gb",
  region: "us-east-1",
  connection: { ...connection, login: credentials },
};

/** The outputs of a cache that is adopted with these fields, then updated; and what the update says. */
async function updated(response: Response, first: JsonObject = known) {
  const { outs, written, lines, update } = await createResource(cache, sessions, { attributes: first }, response);
  const inputs = { ...sessions, triggers: [1] };
  return { outs, written, lines, inputs, after: await update(inputs) };
}

const warns = (what: string) =>
  `warning: Cache cache-1: the API ${what}. Change triggers once the cache is ready: that update reads them`;
const whole = { connection, credentials, connectionUri: "redis://u:p@h:6379" };

it("Update of a cache: null or an unusable part in the response keeps the output, with one warning", async () => {
  const moved = { hostname: "h2", port: 6380, protocol: "redis" };
  for (const [part, what, changed] of [
    [null, "connection and credentials"],
    [{ hostname: "h2" }, "connection"],
    [{ port: 6380 }, "connection"],
    [{ protocol: "redis", login: { username: "other" } }, "connection and credentials"],
    [{ ...moved, login: null }, "credentials", { connection: moved, connectionUri: "redis://u:p@h2:6380" }],
  ] as const) {
    const { after, lines } = await updated({ attributes: { connection: part } });
    expect(after).to.deep.include({ ...whole, ...changed });
    expect(lines).to.deep.equal([warns(`returned no complete ${what}; known values are kept`)]);
  }
});

it("Update of a cache: credentials of the response replace the whole login, also without a user name", async () => {
  const { after } = await updated({ attributes: { connection: { ...connection, login: { password: "new" } } } });
  expect(after).to.deep.include({ credentials: { password: "new" }, connectionUri: "redis://:new@h:6379" });
});

it("Update of a cache: null in the response is a value, except for what a cache always has", async () => {
  const { after } = await updated({ attributes: { status: null, region: null, size: null } });
  expect(after).to.deep.include({ status: null, region: "us-east-1", size: "1gb" });
});

it("Update of a cache: a response that is empty or has no attributes keeps every output", async () => {
  for (const body of [undefined, { data: { id: "cache-1" } }, { data: { id: "cache-1", attributes: [] } }]) {
    const { outs, after, inputs, lines } = await updated({ body });
    expect(after).to.deep.equal({ ...outs, ...inputs });
    expect(lines).to.deep.equal([]);
  }
});

it("Update of a cache: triggers that are left out are dropped from the state, and settings are not", async () => {
  const { outs, update } = await createResource(cache, { ...sessions, triggers: ["secret"] });
  expect(outs.triggers).to.deep.equal(["secret"]);
  expect(await update({ cacheId: "cache-1", name: "carts" })).to.include({ triggers: null, size: "1gb" });
});

const creating = { status: "creating", connection: null };

it("Cache without a connection or credentials: adoption warns, and so does an update by changed triggers", async () => {
  const { written, lines } = await updated({ attributes: { connection: null } }, creating);
  const says = "has no connection and credentials yet";
  expect([...written, ...lines]).to.deep.equal([warns(`${says} (status "creating")`), warns(says)]);
});

it("Cache without a connection or credentials: an update whose response leaves them out does not warn", async () => {
  for (const [attributes, first] of [
    [{}, creating],
    [{ connection: { ...connection, login: null } }, { connection }],
  ] as const) {
    const { after, lines } = await updated({ attributes }, first);
    expect(after).to.include({ credentials: null, connectionUri: null });
    expect(lines).to.deep.equal([]);
  }
});

const unknown = createRefusal(500, undefined, "unknown");
const small = { ...sessions, size: "250mb" };
const resized = { ...small, size: "1gb", triggers: [1], __provider: "loader" };

/** A cache whose second request ends as given. */
async function afterUpdate(failed: Response, inputs: JsonObject = resized) {
  const adopted = await createResource(cache, small, { attributes: {} }, failed, { attributes: {} });
  const thrown = await adopted.update(inputs).catch((one: Error) => one);
  const { properties = {} } = thrown instanceof StoredFailure ? thrown : {};
  const bodies = () => adopted.requests.slice(2).map(({ body }) => body);
  const diff = (news: JsonObject) => adopted.host.diff?.("cache-1", properties, news);
  const update = async (news: JsonObject) => (await adopted.host.update?.("cache-1", properties, news))?.outs;
  return { ...adopted, thrown, properties, bodies, diff, update };
}

it("Update with an unknown outcome: is kept with the inputs and the loader, as Pulumi's SDK expects a partial failure", async () => {
  // The second one is of an attempt after one that may have had an effect.
  for (const failed of [unknown, createRefusal(404, "No such cache.", "unknown")]) {
    const { thrown, outs } = await afterUpdate(failed);
    expect({ ...thrown }).to.deep.equal({
      id: "cache-1",
      properties: { ...outs, ...resized, answered: { size: { outcome: "unknown" }, triggers: { outcome: "unknown" } } },
      reasons: [(thrown as Error).message],
    });
  }
});

it("Update with an unknown outcome: is an update in the next preview, whatever the program sets then", async () => {
  for (const size of ["1gb", "250mb", "5gb"]) {
    const { diff, lines, update, bodies } = await afterUpdate(unknown);
    expect(await diff({ ...small, size })).to.deep.equal({ changes: true, replaces: [] });
    expect(lines).to.deep.equal([
      "warning: Cache cache-1: size: the outcome of the last update is unknown; `pulumi up` sends it",
    ]);
    expect(await update({ ...small, size }))
      .to.include({ size })
      .and.not.to.have.any.keys("asked", "answered");
    expect(bodies()).to.deep.equal([{ name: "sessions", size }]);
  }
  const { diff, update, bodies } = await afterUpdate(unknown);
  const { size: _, ...without } = small;
  expect(await diff(without)).to.deep.equal({ changes: false });
  await update(without);
  expect(bodies()).to.deep.equal([]);
});

it("Update with an unknown outcome: stays one after a second failure, for an argument that the program leaves out", async () => {
  const created = await createResource(cache, { ...small, triggers: [1] }, { attributes: {} }, unknown, unknown);
  let properties = created.outs;
  for (const size of ["1gb", "5gb"]) {
    const thrown = await created.host.update?.("cache-1", properties, { ...small, size }).catch((one: Error) => one);
    if (!(thrown instanceof StoredFailure)) throw new Error("the update has not failed");
    ({ properties } = thrown);
    expect(properties).to.have.nested.property("answered.triggers");
  }
});

it("Update with an unknown outcome: a warning has the API's message, and the state does not", async () => {
  const quoting = createRefusal(500, "SECRET is bad.", "unknown", { size: ["SECRET"] });
  const { thrown, lines, properties } = await afterUpdate(quoting, { ...small, size: "1gb" });
  expect(JSON.stringify(thrown)).not.to.include("SECRET");
  expect(properties).not.to.have.property("__provider");
  expect(thrown.message).to.match(/^update cache failed with status 500\n/);
  expect(lines.join()).to.match(
    /^warning: Cache cache-1: update cache failed with status 500: SECRET is bad\.\n {2}size: SECRET\n/,
  );
});

it("Update with an unknown outcome: a state too large to be kept is an error that says what is not shown", async () => {
  const { thrown } = await afterUpdate(unknown, { ...resized, triggers: ["x".repeat(256 * 1024)] });
  expect(thrown).not.to.be.instanceOf(StoredFailure);
  expect((thrown as Error).message).to.match(/the settings may stay changed also if the program goes back\.$/);
});

it("Update with nothing changed: sends nothing and returns the state without triggers that the program no longer has", async () => {
  const { outs, host, lines, requests } = await createResource(cache, { ...small, triggers: ["secret"] });
  const state = { ...outs, answered: { isPublic: true } };
  lines.length = 0;
  const updated = await host.update?.("cache-1", state, small);
  expect(updated?.outs).to.deep.equal({ ...state, triggers: null });
  expect(requests).to.have.length(1);
  expect(lines).to.deep.equal([]);
});
