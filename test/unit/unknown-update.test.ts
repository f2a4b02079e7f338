/** An update of which no answer tells whether the API has applied it, and what comes after it. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { InitFailed } from "../../provider/host/init-failed.js";
import { created, type Response, refusal } from "./host-fixture.js";
import { cache } from "./resources.js";

const unknown = refusal(500, undefined, "unknown");
const sessions = { cacheId: "cache-1", name: "sessions", size: "250mb" };
const resized = { ...sessions, size: "1gb", triggers: [1], __provider: "loader" };

/** A cache whose second request ends as given. */
async function afterUpdate(failed: Response, inputs: JsonObject = resized) {
  const adopted = await created(cache, sessions, { attributes: {} }, failed, { attributes: {} });
  const thrown = await adopted.update(inputs).catch((one: Error) => one);
  const { properties = {} } = thrown instanceof InitFailed ? thrown : {};
  const bodies = () => adopted.requests.slice(2).map(({ body }) => body);
  const diff = (news: JsonObject) => adopted.host.diff?.("cache-1", properties, news);
  const update = async (news: JsonObject) => (await adopted.host.update?.("cache-1", properties, news))?.outs;
  return { ...adopted, thrown, properties, bodies, diff, update };
}

describe("An update with an unknown outcome", () => {
  it("is recorded with what the program sets and the loader, by the members that Pulumi's SDK looks for", async () => {
    const { thrown, outs } = await afterUpdate(unknown);
    expect({ ...thrown }).to.deep.equal({
      id: "cache-1",
      properties: { ...outs, ...resized, answered: { size: null, triggers: null } },
      reasons: [(thrown as Error).message],
    });
  });

  it("is an update in the next preview, and says so, whatever the program sets of it then; what it leaves out is not sent", async () => {
    for (const size of ["1gb", "250mb", "5gb"]) {
      const { diff, lines, update, bodies } = await afterUpdate(unknown);
      expect(await diff({ ...sessions, size })).to.deep.equal({ changes: true, replaces: [] });
      expect(lines).to.deep.equal([
        "warning: Cache cache-1: size: the outcome of the last update is unknown; the next `pulumi up` sends it again",
      ]);
      expect(await update({ ...sessions, size }))
        .to.include({ size })
        .and.not.to.have.any.keys("asked", "answered");
      expect(bodies()).to.deep.equal([{ name: "sessions", size }]);
    }
    const { diff, update, bodies } = await afterUpdate(unknown);
    const { size: _, ...without } = sessions;
    expect(await diff(without)).to.deep.equal({ changes: false });
    await update(without);
    expect(bodies()).to.deep.equal([]);
  });

  it("records nothing of the API's words, which can quote a secret: a warning has them", async () => {
    const quoting = refusal(500, "SECRET is bad.", "unknown", { size: ["SECRET"] });
    const { thrown, lines } = await afterUpdate(quoting);
    expect(JSON.stringify(thrown)).not.to.include("SECRET");
    expect(thrown.message).to.match(/^update cache failed with status 500\n/);
    expect(lines.join()).to.match(
      /^warning: Cache cache-1: update cache failed with status 500: SECRET is bad\.\n {2}size: SECRET\n/,
    );
  });

  it("is an error alone where the state is too large to be recorded, which says what then is not shown", async () => {
    const { thrown } = await afterUpdate(unknown, { ...resized, triggers: ["x".repeat(256 * 1024)] });
    expect(thrown).not.to.be.instanceOf(InitFailed);
    expect((thrown as Error).message).to.match(/the settings may stay changed also if the program goes back\.$/);
  });
});

it("An update with nothing changed sends nothing and returns the state, but for triggers that the program no longer has", async () => {
  const { outs, host, requests } = await created(cache, { ...sessions, triggers: ["secret"] });
  const state = { ...outs, answered: { isPublic: true } };
  const updated = await host.update?.("cache-1", state, sessions);
  expect(updated?.outs).to.deep.equal({ ...state, triggers: null });
  expect(requests).to.have.length(1);
});
