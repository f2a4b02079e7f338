/** The outputs of a cache after an update: what the response has, and what was known before. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { created, type Response } from "./host-fixture.js";
import { cache } from "./resources.js";

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

const warns = (what: string) =>
  `warning: Cache cache-1: the API ${what}. Change triggers once the cache is ready: that update reads them`;
const whole = { connection, credentials, connectionUri: "redis://u:p@h:6379" };

describe("An update of a cache", () => {
  it("keeps what the response has null of, or a part that leads nowhere, with one warning", async () => {
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
      expect(lines).to.deep.equal([warns(`answered no complete ${what}; known values are kept`)]);
    }
  });

  it("takes a login whole where the response has a password, also one without a user name", async () => {
    const { after } = await updated({ attributes: { connection: { ...connection, login: { password: "new" } } } });
    expect(after).to.deep.include({ credentials: { password: "new" }, connectionUri: "redis://:new@h:6379" });
  });

  it("takes null for a value, but not of what a cache always has", async () => {
    const { after } = await updated({ attributes: { status: null, region: null, size: null } });
    expect(after).to.deep.include({ status: null, region: "us-east-1", size: "1gb" });
  });

  it("keeps all that was known where the response is empty, or has no attributes", async () => {
    for (const body of [undefined, { data: { id: "cache-1" } }, { data: { id: "cache-1", attributes: [] } }]) {
      const { outs, after, inputs, lines } = await updated({ body });
      expect(after).to.deep.equal({ ...outs, ...inputs });
      expect(lines).to.deep.equal([]);
    }
  });

  it("forgets triggers that are left out, and no setting", async () => {
    const { outs, update } = await created(cache, { ...sessions, triggers: ["secret"] });
    expect(outs.triggers).to.deep.equal(["secret"]);
    expect(await update({ cacheId: "cache-1", name: "carts" })).to.include({ triggers: null, size: "1gb" });
  });
});

describe("A cache that has no connection yet, or no credentials,", () => {
  const creating = { status: "creating", connection: null };

  it("is warned of when it is adopted, and by an update that was to read it", async () => {
    const { written, lines } = await updated({ attributes: { connection: null } }, creating);
    const says = "has no connection and credentials yet";
    expect([...written, ...lines]).to.deep.equal([warns(`${says} (status "creating")`), warns(says)]);
  });

  it("is not warned of by an update that does not speak of them, or where they were never known", async () => {
    for (const [attributes, first] of [
      [{}, creating],
      [{ connection: { ...connection, login: null } }, { connection }],
    ] as const) {
      const { after, lines } = await updated({ attributes }, first);
      expect(after).to.include({ credentials: null, connectionUri: null });
      expect(lines).to.deep.equal([]);
    }
  });
});
