/** What a preview says of a replacement: what becomes of the old resource, and what the replacement lacks. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { environment, type TestedResource } from "../documented-resources.js";
import { createConfiguredHost, type Settings } from "../host-fixture.js";

/** What a diff answers, and what it says. */
async function preview(resource: TestedResource, settings: Settings, state: JsonObject, news: JsonObject, id = "id-1") {
  const { host, lines } = createConfiguredHost(settings, resource);
  const { changes, replaces = [] } = await host.diff(id, { ...resource.nulls, ...state }, news);
  return {
    replaces: changes === false ? undefined : replaces,
    lines: lines.map((line) => line.replace("warning: ", "")),
  };
}

const staging = environment.required;
const otherBranch = { ...staging, branch: "next" };
const otherCluster = { ...staging, clusterId: "cluster-1" };

/** A state whose id the package has made. */
const made = (state: JsonObject): JsonObject => ({ ...state, __apphosting: { madeId: true } });

describe("Preview of a replacement", () => {
  const title = "Environment staging of app/1 (id-1)";
  const runs = "keeps running, and billing, until you delete it.";
  const stays = `${title} will be replaced. The old one leaves the stack and ${runs}`;
  const deleted = `${title} will be replaced, and the old one deleted.`;
  const taken = `${title}: the replacement has the same name. The API may refuse it while the old one exists.`;
  for (const [operations, ofBranch, fate] of [
    ["", "replaces", stays],
    ["read", "replaces", stays],
    ["read,update", "updates", stays],
    ["read,update,delete", "updates", deleted],
    ["delete", "replaces", deleted],
  ] as const) {
    it(`Preview of a replaced environment, with ${operations || "nothing"} named and consent where that is possible: a line says what becomes of the old one`, async () => {
      const settings = { operations };
      const consent = fate === deleted ? { __deletable: true } : {};
      const see = (news: JsonObject) =>
        preview(environment, settings, { ...staging, ...consent }, { ...news, ...consent });
      const replaced = { replaces: ["branch"], lines: [fate, taken] };
      expect(await see(otherBranch)).to.deep.equal(ofBranch === "replaces" ? replaced : { replaces: [], lines: [] });
      expect(await see(otherCluster)).to.deep.equal({ replaces: ["clusterId"], lines: [fate, taken] });
      for (const name of ["another", unknownInput]) {
        expect((await see({ ...otherCluster, name })).lines).to.deep.equal([fate]);
      }
    });
  }

  const consenting = { ...staging, __deletable: true };
  const madeId = `${staging.applicationId}/${staging.name}`;
  for (const [what, state, news, id] of [
    ["whose program does not consent", staging, otherCluster, "id-1"],
    ["whose program consents from now on", staging, { ...otherCluster, __deletable: true }, "id-1"],
    ["whose program withdraws its consent", consenting, otherCluster, "id-1"],
    ["whose id the package has made", made(consenting), { ...otherCluster, __deletable: true }, madeId],
  ] as const) {
    it(`Preview of a replaced environment ${what}, with delete named: it is not deleted`, async () => {
      const { lines } = await preview(environment, { operations: "update,delete" }, state, news, id);
      expect(lines[0]).to.equal(stays.replace("id-1", id));
    });
  }

  it("Preview that adopts another resource: says so of the old one, and nothing of names", async () => {
    const { replaces, lines } = await preview(environment, {}, staging, { ...staging, existingId: "id-2" });
    expect(replaces).to.deep.equal(["existingId"]);
    expect(lines).to.deep.equal([
      `${title} will leave the stack, because another one is adopted in its place. It ${runs}`,
    ]);
  });

  it("Preview that adopts the environment whose id the package has made by its real one: nobody is told to delete it", async () => {
    const { lines } = await preview(environment, {}, made(staging), { ...staging, existingId: "env-7" }, madeId);
    expect(lines).to.deep.equal([
      `Environment staging of app/1 (${madeId}) will leave the stack, because another one is adopted in its place. The package made its id, so both may be the same.`,
    ]);
  });

  it("Preview of a replacement that the engine does not mark, because each changed argument is null: named in a line", async () => {
    // The API has a default, which no program has set.
    const built = { ...staging, buildCommand: "make", __apphosting: { set: Object.keys(staging) } };
    const toNull = await preview(environment, {}, built, { ...staging, buildCommand: null });
    expect(toNull.replaces).to.deep.equal(["buildCommand"]);
    expect(toNull.lines[0]).to.equal(`${title} will be replaced because the program sets buildCommand to null.`);
    const { lines } = await preview(environment, {}, built, { ...otherBranch, buildCommand: null });
    expect(lines.join()).not.to.include("replaced because");
  });
});
