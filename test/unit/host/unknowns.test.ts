/** Values that are not known before `up`: what a preview says of them, and what is never said. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { cache, environment } from "../documented-resources.js";
import { createConfiguredHost, createResource, noChange, seenUpdate } from "../host-fixture.js";

const consenting: JsonObject = { ...environment.required, __deletable: true };
const leaves =
  "isn't known before `up`. If it turns out to be the id of another environment, this one leaves the stack and keeps running, and billing, until you delete it.";
const title = "Environment staging of app/1";

for (const operations of ["", "update", "read,update,delete"]) {
  const settings = { operations };

  it(`Unknown existingId, operations "${operations}": no change, a warning, and nothing is deleted if it is another one`, async () => {
    const adopted = { ...(operations.includes("delete") ? consenting : environment.required), existingId: "env-9" };
    const attributes = { name: "staging" };
    const { host, id, state, diff, lines, requests } = await createResource(settings, environment, adopted, {
      attributes,
    });
    requests.splice(0);
    expect(await diff({ ...adopted, existingId: unknownInput })).to.deep.equal(noChange);
    expect(lines).to.deep.equal([`warning: ${title} (env-9): existingId ${leaves}`]);
    // The `up`, in which it is another one.
    expect((await diff({ ...adopted, existingId: "env-10" })).replaces).to.deep.equal(["existingId"]);
    await host.delete(id, state);
    expect(requests.filter(({ method }) => method === "DELETE")).to.deep.equal([]);
  });

  it(`Unknown existingId that is newly set, operations "${operations}": no change of a created environment`, async () => {
    const { diff } = await createResource(settings, environment, environment.required);
    expect(await diff({ ...environment.required, existingId: unknownInput })).to.deep.equal(noChange);
  });

  it(`Unknown applicationId, operations "${operations}": may be replaced, and while existingId is set nothing replaces`, async () => {
    const { diff, lines } = await createResource(settings, environment, environment.required);
    const news = { ...environment.required, applicationId: unknownInput };
    expect((await diff(news)).replaces).to.deep.equal(["applicationId"]);
    expect(lines[0]).to.equal(
      `warning: ${title} (id-1) may be replaced: applicationId isn't known before \`up\`. The old one leaves the stack and keeps running, and billing, until you delete it.`,
    );
    const adopted = { ...environment.required, existingId: "env-9" };
    const adoption = await createResource(settings, environment, adopted);
    expect((await adoption.diff({ ...adopted, applicationId: unknownInput })).replaces).to.deep.equal([]);
  });
}

it("Unknown branch: replaces where no update is named, and else is an update that the engine marks, without a line", async () => {
  for (const [operations, replaces, count] of [
    ["", ["branch"], 2],
    ["update", [], 0],
  ] as const) {
    const { diff, lines } = await createResource({ operations }, environment, environment.required);
    expect(await diff({ ...environment.required, branch: unknownInput })).to.deep.equal({ replaces });
    expect(lines).to.have.lengthOf(count);
  }
});

it("Unknown value beside a known one that replaces: will be replaced", async () => {
  const { diff, lines } = await createResource({}, environment, environment.required);
  await diff({ ...environment.required, branch: unknownInput, name: "next" });
  expect(lines[0]).to.include("will be replaced").and.not.include("known before");
});

it("Unknown value that replaces beside a change that an update sends: may be replaced, for the unknown one", async () => {
  const { diff, lines } = await createResource({ operations: "update" }, environment, environment.required);
  expect((await diff({ ...environment.required, branch: "next", clusterId: unknownInput })).replaces).to.deep.equal([
    "clusterId",
  ]);
  expect(lines[0]).to.include("may be replaced: clusterId isn't known before `up`.");
});

it("Unknown applicationId of an environment that is adopted: its title has none", async () => {
  const { host, lines } = createConfiguredHost({}, environment);
  await host.check({}, { ...environment.required, applicationId: unknownInput, existingId: "env-1" });
  expect(lines.join()).to.match(/^warning: Environment staging \(env-1\) will be adopted/);
});

it("Unknown cacheId: no change, and a warning; a setting beside it is marked", async () => {
  const { diff, lines } = await createResource({}, cache, { ...cache.required, size: "1gb" });
  const unknown = { ...cache.required, cacheId: unknownInput, size: "1gb" };
  expect(await diff(unknown)).to.deep.equal(noChange);
  expect(lines.join()).to.include("cacheId isn't known before `up`. If it turns out to be the id of another cache,");
  expect(await diff({ ...unknown, size: "5gb" })).to.deep.equal(seenUpdate);
});

it("Unknown value inside an argument: counts as unknown, and no line names it", async () => {
  const triggers: Json = [{ of: [unknownInput] }];
  const { diff, lines } = await createResource({}, cache, { ...cache.required, triggers: [1] });
  expect(await diff({ ...cache.required, triggers })).to.deep.equal(seenUpdate);
  expect(lines.join()).to.not.include(unknownInput);
});

it("Unknown value after an update of unknown outcome: no line names it", async () => {
  const { host, id, state, lines } = await createResource({ operations: "update" }, environment, environment.required);
  const lost = { ...state, __apphosting: { ...(state.__apphosting as JsonObject), unconfirmed: "update" } };
  await host.diff(id, lost, { ...environment.required, branch: unknownInput });
  expect(lines.join()).to.include("will send name and branch again").and.not.include(unknownInput);
});
