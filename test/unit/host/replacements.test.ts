import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { environment } from "../documented-resources.js";
import { createHost } from "../host-fixture.js";

const staging = environment.required;
const otherCluster = { ...staging, clusterId: "cluster-1" };
const title = "Environment staging of app/1 (id-1)";
const runs = "keeps running, and billing, until you delete it.";
const stays = `${title} will be replaced. The old one leaves the stack and ${runs}`;
const deleted = `${title} will be replaced, and the old one deleted.`;
const taken = `${title}: the replacement has the same name. The API may refuse it while the old one exists.`;

async function preview(operations: string, state: JsonObject, news: JsonObject, id = "id-1") {
  const { host, lines } = createHost({ operations }, environment);
  const { replaces } = await host.diff(id, { ...environment.nulls, ...state }, news);
  return { replaces, lines: lines.map((line) => line.replace("warning: ", "")) };
}

for (const [operations, ofBranch, fate] of [
  ["", "replaces", stays],
  ["read", "replaces", stays],
  ["read,update", "updates", stays],
  ["read,update,delete", "updates", deleted],
  ["delete", "replaces", deleted],
] as const) {
  it(`Preview of a replaced environment, ${operations || "nothing"} enabled: warns that the old one ${fate === deleted ? "is deleted" : "keeps running"}`, async () => {
    const consent = fate === deleted ? { __deletable: true } : {};
    const see = (changes: JsonObject) =>
      preview(operations, { ...staging, ...consent }, { ...staging, ...consent, ...changes });
    const replaced = { replaces: ["branch"], lines: [fate, taken] };
    const ofUpdate = { replaces: [], lines: [] };
    expect(await see({ branch: "next" })).to.deep.equal(ofBranch === "replaces" ? replaced : ofUpdate);
    expect(await see({ clusterId: "cluster-1" })).to.deep.equal({ replaces: ["clusterId"], lines: [fate, taken] });
    for (const name of ["another", unknownInput]) {
      expect((await see({ clusterId: "cluster-1", name })).lines).to.deep.equal([fate]);
    }
  });
}

const fallbackId = `${staging.applicationId}/${staging.name}`;
const made = { ...staging, __apphosting: { fallbackId: true } };

it("Preview of a replaced environment with a fallback id: warns that it stays, even with consent", async () => {
  const consent = { __deletable: true };
  const { lines } = await preview(
    "update,delete",
    { ...made, ...consent },
    { ...otherCluster, ...consent },
    fallbackId,
  );
  expect(lines[0]).to.equal(stays.replace("id-1", fallbackId));
});

for (const [what, state, id, says] of [
  ["an environment", staging, "id-1", `It ${runs}`],
  ["one with a fallback id", made, fallbackId, "The package made its id, so both may be the same resource."],
] as const) {
  it(`Preview of an adoption in place of ${what}: one warning, about the old environment`, async () => {
    const { replaces, lines } = await preview("", state, { ...staging, existingId: "env-7" }, id);
    expect(replaces).to.deep.equal(["existingId"]);
    expect(lines).to.deep.equal([
      `Environment staging of app/1 (${id}) will leave the stack, because another one is adopted in its place. ${says}`,
    ]);
  });
}

it("Preview of a replacement only by null: a warning names the argument, as the engine doesn't", async () => {
  // The API has a default that no program set.
  const built = { ...staging, buildCommand: "make", __apphosting: { set: Object.keys(staging) } };
  const toNull = await preview("", built, { ...staging, buildCommand: null });
  expect(toNull.replaces).to.deep.equal(["buildCommand"]);
  expect(toNull.lines[0]).to.equal(`${title} will be replaced because the program sets buildCommand to null.`);
  const { lines } = await preview("", built, { ...staging, branch: "next", buildCommand: null });
  expect(lines.join()).not.to.include("replaced because");
});
