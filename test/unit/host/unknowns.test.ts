import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { cache, environment } from "../documented-resources.js";
import { createHost, createResource, diffs } from "../host-fixture.js";

const consenting: JsonObject = { ...environment.required, __deletable: true };
const leaves =
  "isn't known before `up`. If it turns out to be the id of another environment, this one leaves the stack and keeps running, and billing, until you delete it.";
const title = "Environment staging of app/1";

for (const operations of ["", "update", "read,update,delete"]) {
  const settings = { operations };
  const { required } = environment;

  it(`Unknown existingId, operations "${operations}": only a warning, and no delete if it changes`, async () => {
    const adopted = { ...(operations.includes("delete") ? consenting : required), existingId: "env-9" };
    const resource = await createResource(settings, environment, adopted, { attributes: { name: "staging" } });
    const { host, id, state, diff, lines, requests } = resource;
    expect(await diff({ ...adopted, existingId: unknownInput })).to.deep.equal(diffs.none);
    expect(lines).to.deep.equal([`warning: ${title} (env-9): existingId ${leaves}`]);
    // In the `up`, it's another id.
    expect((await diff({ ...adopted, existingId: "env-10" })).replaces).to.deep.equal(["existingId"]);
    await host.delete(id, state);
    expect(requests).to.deep.equal([]);
  });

  it(`Unknown applicationId, operations "${operations}": may replace, unless existingId is set`, async () => {
    const { diff, lines } = await createResource(settings, environment, required);
    expect(await diff({ ...required, existingId: unknownInput })).to.deep.equal(diffs.none);
    expect((await diff({ ...required, applicationId: unknownInput })).replaces).to.deep.equal(["applicationId"]);
    expect(lines).to.include(
      `warning: ${title} (id-1) may be replaced: applicationId isn't known before \`up\`. The old one leaves the stack and keeps running, and billing, until you delete it.`,
    );
    const adopted = { ...required, existingId: "env-9" };
    const adoption = await createResource(settings, environment, adopted);
    expect((await adoption.diff({ ...adopted, applicationId: unknownInput })).replaces).to.deep.equal([]);
  });
}

for (const [what, operations, news, says] of [
  ["with a known replacement: warns of it", "", { branch: unknownInput, name: "next" }, "will be replaced. "],
  [
    "with an update: warns of a possible replacement",
    "update",
    { branch: "next", clusterId: unknownInput },
    "may be replaced: clusterId isn't known before `up`.",
  ],
] as const) {
  it(`Unknown value ${what}`, async () => {
    const { diff, lines } = await createResource({ operations }, environment, environment.required);
    await diff({ ...environment.required, ...news });
    expect(lines[0]).to.include(says);
  });
}

it("Unknown applicationId in an adoption: the warning leaves it out", async () => {
  const { host, lines } = createHost({}, environment);
  await host.check({}, { ...environment.required, applicationId: unknownInput, existingId: "env-1" });
  expect(lines.join()).to.match(/^warning: Environment staging \(env-1\) will be adopted/);
});

it("Unknown cacheId: no change, with a warning; a changed size still updates", async () => {
  const { diff, lines } = await createResource({}, cache, { ...cache.required, size: "1gb" });
  const unknown = { ...cache.required, cacheId: unknownInput, size: "1gb" };
  expect(await diff(unknown)).to.deep.equal(diffs.none);
  expect(lines.join()).to.include("cacheId isn't known before `up`. If it turns out to be the id of another cache,");
  expect(await diff({ ...unknown, size: "5gb" })).to.deep.equal(diffs.seen);
});

it("Unknown value inside an argument: counts as a change, and no warning shows its code", async () => {
  const triggers: Json = [{ of: [unknownInput] }];
  const { diff, lines } = await createResource({}, cache, { ...cache.required, triggers: [1] });
  expect(await diff({ ...cache.required, triggers })).to.deep.equal(diffs.seen);
  expect(lines.join()).to.not.include(unknownInput);
});
