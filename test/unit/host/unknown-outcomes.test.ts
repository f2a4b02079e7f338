import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { cache } from "../documented-resources.js";
import { catchError, createHost, createRefusal, createResource, diffs, lost, type Response } from "../host-fixture.js";

const loader = 'exports.handler=()=>require("pulumi-apphosting/host").cache';
const small = { ...cache.required, cacheId: "cache-1", size: "250mb" };
const resized = { ...small, size: "1gb", triggers: [1], __provider: loader };

async function failUpdate(response: Response = lost, news: JsonObject = resized) {
  const created = await createResource({}, cache, small, { attributes: {} }, response);
  return { ...created, thrown: await catchError(created.update(news)) };
}

it("Update of unknown outcome: a partial failure, whose state only adds a flag and the loader", async () => {
  // The second response follows an attempt that may have had an effect.
  for (const response of [lost, createRefusal(404, "No such cache.", "unknown")]) {
    const { thrown, state, lines } = await failUpdate(response);
    const __apphosting = { ...(state.__apphosting as JsonObject), unconfirmed: "update" };
    expect({ ...thrown }).to.deep.equal({
      id: "cache-1",
      properties: { ...state, __apphosting, __provider: loader },
      reasons: [thrown.message],
    });
    // Only the API's own message is missing from the reason.
    expect(lines).to.have.length(response === lost ? 0 : 1);
  }
});

it("Update of unknown outcome: the next up sends every set argument, which confirms the state", async () => {
  const { properties } = (await failUpdate()).thrown as PartialFailure;
  for (const size of ["1gb", "250mb", "5gb"]) {
    const { host, lines, requests } = createHost({}, cache);
    const diff = await host.diff("cache-1", properties, { ...small, size });
    expect(diff, size).to.deep.equal(size === "250mb" ? diffs.unseen : diffs.seen);
    expect(lines).to.deep.equal([
      "warning: Cache sessions (cache-1): an earlier update may or may not have been carried out, so `pulumi up` will send name and size.",
    ]);
    const { outs } = await host.update("cache-1", properties, { ...small, size });
    expect(outs).to.include({ size });
    expect(outs.__apphosting).to.not.have.property("unconfirmed");
    expect(requests.map(({ body }) => body)).to.deep.equal([{ name: "sessions", size }]);
  }
});

it("Update of unknown outcome: the API's message is printed, but not stored in the state", async () => {
  const quoting = createRefusal(500, "SECRET is bad.", "unknown", { size: ["SECRET"] });
  const { thrown, lines } = await failUpdate(quoting, { ...small, size: "1gb" });
  expect(JSON.stringify({ ...thrown })).not.to.include("SECRET");
  expect(thrown.message).to.match(/^update cache failed with status 500\n/);
  expect(lines.join()).to.match(
    /^warning: Cache sessions \(cache-1\): update cache failed with status 500: SECRET is bad\.\n {2}size: SECRET\n/,
  );
});

it("Update of unknown outcome, state over 256 KiB: the error says that the state can't record it", async () => {
  const large = { ...small, triggers: ["x".repeat(256 * 1024)] };
  const created = await createResource({}, cache, large, { attributes: {} }, lost);
  const thrown = await catchError(created.update({ ...large, size: "1gb" }));
  expect(thrown).not.to.be.instanceOf(PartialFailure);
  expect(thrown.message).to.match(
    /\nThe state is too large to record this, so it stays as it was, with its retainOnDelete\.$/,
  );
});
