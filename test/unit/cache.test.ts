/** The outputs of a cache after an update: what the response has, and what was known before. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/definitions/cache.js";
import { created, type Response } from "./host-fixture.js";

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
  const { outs, written, lines, update } = await created(cache, sessions, { attributes: first }, response);
  const inputs = { ...sessions, triggers: [1] };
  return { outs, written, lines, inputs, after: await update(inputs) };
}

describe("An update of a cache", () => {
  it("keeps all that was known where the response is empty, or has no attributes", async () => {
    for (const body of [undefined, { data: { id: "cache-1" } }, { data: { id: "cache-1", attributes: [] } }]) {
      const { outs, after, inputs, lines } = await updated({ body });
      expect(after).to.deep.equal({ ...outs, ...inputs });
      expect(after.connectionUri).to.equal("redis://u:p@h:6379");
      expect(lines).to.deep.equal([]);
    }
  });

  it("takes null for a value, but not of what a cache always has", async () => {
    const { after } = await updated({ attributes: { status: null, region: null, size: null } });
    expect(after).to.deep.include({ status: null, region: "us-east-1", size: "1gb" });
  });

  it("forgets triggers that are left out, and no setting", async () => {
    const { outs, update } = await created(
      cache,
      { ...sessions, triggers: ["secret"] },
      { attributes: {} },
      { attributes: {} },
    );
    expect(outs.triggers).to.deep.equal(["secret"]);
    expect(await update({ cacheId: "cache-1", name: "carts" })).to.include({ triggers: null, size: "1gb" });
  });

  it("keeps a connection where the response has null, with one warning", async () => {
    const { outs, after, lines } = await updated({ attributes: { status: "updating", connection: null } });
    for (const name of ["connection", "credentials", "connectionUri"]) expect(after[name]).to.deep.equal(outs[name]);
    expect(lines).to.deep.equal([
      'warning: Cache cache-1: the API answered no complete connection and credentials (status "updating"); known values are kept. Change triggers once the cache is ready: that update reads them',
    ]);
  });

  it("keeps credentials where the response has null, and makes the address of a new host", async () => {
    const moved = { hostname: "h2", port: 6380, protocol: "redis" };
    const { after, lines } = await updated({ attributes: { connection: { ...moved, login: null } } });
    const connectionUri = "redis://u:p@h2:6380";
    expect(after).to.deep.include({ connection: moved, credentials, connectionUri });
    expect(lines.map((line) => line.replace(/;.*/, ""))).to.deep.equal([
      "warning: Cache cache-1: the API answered no complete credentials",
    ]);
  });

  it("does not warn of credentials that were never known", async () => {
    const { after, lines } = await updated(
      { attributes: { connection: { ...connection, login: null } } },
      { connection },
    );
    expect(after.credentials).to.equal(null);
    expect(lines).to.deep.equal([]);
  });

  it("keeps a connection and a login whole where the response has a part that leads nowhere", async () => {
    for (const part of [{ hostname: "h2" }, { port: 6380 }, { protocol: "redis", login: { username: "other" } }]) {
      const { outs, after, lines } = await updated({ attributes: { connection: part } });
      expect(after).to.deep.include({ connection, credentials, connectionUri: outs.connectionUri });
      expect(lines).to.have.length(1);
    }
  });

  it("takes a login whole where the response has a password, also one without a user name", async () => {
    const { after } = await updated({ attributes: { connection: { ...connection, login: { password: "new" } } } });
    expect(after).to.deep.include({ credentials: { password: "new" }, connectionUri: "redis://:new@h:6379" });
  });
});

describe("A cache that has no connection yet", () => {
  const creating = { status: "creating", connection: null };
  const line = (status: string) =>
    `warning: Cache cache-1: the API has no connection and credentials yet${status}. Change triggers once the cache is ready: that update reads them`;

  it("is warned of when it is adopted, and by an update that was to read it", async () => {
    const { written, lines } = await updated({ attributes: { connection: null } }, creating);
    expect([...written, ...lines]).to.deep.equal([line(' (status "creating")'), line("")]);
  });

  it("is not warned of by an update that does not speak of it", async () => {
    const { after, lines } = await updated({ attributes: {} }, creating);
    expect(after.connectionUri).to.equal(null);
    expect(lines).to.deep.equal([]);
  });
});
