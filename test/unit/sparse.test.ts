/** What becomes of outputs that a response leaves out, and of those that were known before. */

import { expect } from "chai";
import { application } from "../../provider/api/application.js";
import { ApiError } from "../../provider/api/errors.js";
import type { JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/host/cache.js";
import { outputNames, validInputs } from "../documented/index.js";
import { hostOf, type Response } from "./host-fixture";
import { resources } from "./resources";

const shop = { name: "Shop", sourceControlProvider: "hostA" };
const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
const credentials = { username: "u", password: "p" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };
const known = {
  status: "available",
  size: "1gb",
  region: "us-east-1",
  connection: { ...connection, login: credentials },
};

for (const { documented, api } of resources) {
  const stated = validInputs(documented, "required");

  it(`A ${documented.kind} whose answer has an id alone has each output, as stated or null`, async () => {
    const { host } = hostOf(api, { body: { data: { id: "id-1" } } });
    const { outs } = await host.create(stated);
    const names = outputNames(documented);
    expect(outs).to.deep.equal({ ...Object.fromEntries(names.map((name) => [name, null])), ...stated });
  });

  it(`A refresh of a ${documented.kind} fills outputs that an earlier release left out, and says once that nothing was read`, async () => {
    const { host, lines, bodies } = hostOf(api);
    const earlier = { ...stated, asked: { name: "Other" }, status: "ready" };
    const { id, props } = (await host.read?.("id-1", earlier)) ?? {};
    await host.read?.("id-1", earlier);
    expect(id).to.equal("id-1");
    expect(props).to.deep.include({ ...earlier, createdAt: null });
    expect(lines.map((line) => line.split(":")[1])).to.deep.equal([" nothing was read"]);
    expect(bodies).to.deep.equal([]);
  });
}

/** The outputs of a cache that is adopted with all fields, then updated; and what the update says. */
async function updated(response: Response, first: JsonObject = known) {
  const { host, lines } = hostOf(cache, { attributes: first }, response);
  const { outs } = await host.create(sessions);
  lines.length = 0;
  const stated = { ...sessions, triggers: [1] };
  const after = (await host.update?.("cache-1", outs, stated))?.outs as JsonObject;
  return { outs: outs as JsonObject, after, lines, stated };
}

describe("An update", () => {
  for (const [what, response] of [
    ["is empty, as of a 204", { body: undefined }],
    ["has no attributes", { body: { data: { id: "cache-1" } } }],
    ["holds an object that is empty", { body: { data: { id: "cache-1", attributes: [] } } }],
  ] as [string, Response][]) {
    it(`keeps all that was known where the response ${what}`, async () => {
      const { outs, after, stated, lines } = await updated(response);
      expect(after).to.deep.equal({ ...outs, ...stated });
      expect(after.connectionUri).to.equal("redis://u:p@h:6379");
      expect(lines).to.deep.equal([]);
    });
  }

  it("takes null for an answer", async () => {
    const { after } = await updated({ attributes: { status: null, region: null } });
    expect(after).to.deep.include({ status: null, region: null, size: "1gb" });
  });

  it("takes the type of a mismatched field for no answer", async () => {
    const { after, lines } = await updated({ attributes: { status: 5 } });
    expect(after.status).to.equal("available");
    expect(lines).to.deep.equal([
      "warning: Cache cache-1: unexpected type for status in the response (expected a string); omitted",
    ]);
  });

  it("keeps a connection that is answered with null, with one warning", async () => {
    const { outs, after, lines } = await updated({ attributes: { status: "updating", connection: null } });
    for (const name of ["connection", "credentials", "connectionUri"]) expect(after[name]).to.deep.equal(outs[name]);
    expect(lines).to.deep.equal([
      'warning: Cache cache-1: the API answered null for connection (status "updating"); the output keeps its known value. Change triggers once the cache is ready: that update reads it again',
    ]);
  });

  it("keeps credentials that are answered with null, and makes the address of a new host", async () => {
    const answered = { hostname: "h2", port: 6380, protocol: "redis", login: null };
    const { after, lines } = await updated({ attributes: { connection: answered } });
    expect(after).to.deep.include({
      connection: { hostname: "h2", port: 6380, protocol: "redis" },
      credentials,
      connectionUri: "redis://u:p@h2:6380",
    });
    expect(lines.map((line) => line.replace(/;.*/, ""))).to.deep.equal([
      "warning: Cache cache-1: the API answered null for credentials",
    ]);
  });

  it("makes the address of what it answers and what was known together", async () => {
    const { after } = await updated({ attributes: { connection: { hostname: "h2" } } });
    expect(after.connectionUri).to.equal("redis://u:p@h2:6379");
  });
});

describe("A cache that has no connection yet", () => {
  const creating = { status: "creating", connection: null };
  const line =
    'warning: Cache cache-1: the API has no connection yet (status "creating"): connection, credentials and connectionUri are null. Change triggers once the cache is ready: that update reads them';

  it("is adopted with a warning that says its status, which outputs are null, and how to read them", async () => {
    const { host, lines } = hostOf(cache, { attributes: creating });
    await host.create(sessions);
    expect(lines).to.deep.equal([line]);
  });

  it("is warned of again by an update that was to read it", async () => {
    expect((await updated({ attributes: creating }, creating)).lines).to.deep.equal([line]);
  });

  it("has an address after the update that reads it", async () => {
    const { after, lines } = await updated({ attributes: known }, creating);
    expect(after.connectionUri).to.equal("redis://u:p@h:6379");
    expect(lines).to.deep.equal([]);
  });
});

describe("After a create of unknown outcome", () => {
  const failed = new ApiError("create application", { kind: "no id" }, "unknown");
  const message = (call: Promise<unknown>) => call.then(String, (error: Error) => error.message);

  it("an identical create is refused, and says why and what to do", async () => {
    const { host, bodies } = hostOf(application, failed);
    await message(host.create(shop));
    const second = await message(host.create({ sourceControlProvider: "hostA", name: "Shop" }));
    expect(bodies).to.have.lengthOf(1);
    expect(second)
      .to.match(/^create application was not sent: .* unknown outcome/)
      .and.to.include("if it is there, state its id as existingId, or delete it.")
      .and.to.include("A second resource with the same arguments is refused");
  });

  it("another create is sent", async () => {
    const { host, bodies } = hostOf(application, failed, { attributes: {} });
    await message(host.create(shop));
    await host.create({ ...shop, name: "Store" });
    expect(bodies).to.have.lengthOf(2);
  });

  it("of no effect, an identical create is sent", async () => {
    const refused = new ApiError("create application", { kind: "rate limit", waitedSeconds: 600 }, "none");
    const { host, bodies } = hostOf(application, refused, { attributes: {} });
    await message(host.create(shop));
    await host.create(shop);
    expect(bodies).to.have.lengthOf(2);
  });

  it("an adoption of a cache, which creates nothing, is sent again", async () => {
    const unread = new ApiError("update cache", { kind: "unreadable", status: 200, detail: "HTML" }, "unknown");
    const { host, bodies } = hostOf(cache, unread, { attributes: known });
    await message(host.create(sessions));
    await host.create(sessions);
    expect(bodies).to.have.lengthOf(2);
  });
});
