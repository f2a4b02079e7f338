/** What diff returns for one change. What becomes of several, and of responses and drift, is in oracle.test.ts. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { cache, environment, type TestedResource } from "../documented-resources.js";
import { createHost, createResource, diffs, unknownInput } from "../host-fixture.js";

const replace = (...names: string[]) => ({ replaces: names });

const triggered = (one: Json) => ({ triggers: [one] });
const own = { existingId: "id-1" };
const other = { existingId: "id-2" };
const unknownId = { existingId: unknownInput };
const moved = { applicationId: "app-2" };
const [cluster, built] = [{ clusterId: "c" }, { buildCommand: "make" }];
const [noCluster, notBuilt] = [{ clusterId: null }, { buildCommand: null }];
const unknownCluster = { clusterId: unknownInput };
for (const [what, before, after, expected, of = environment] of [
  ["the same inputs, from another release: no change", {}, { __provider: "0.8" }, diffs.none],
  ["a value that can be updated: a change", { size: "1gb" }, { size: "5gb" }, diffs.seen, cache],
  ["a value that was left out: a change", {}, { size: "1gb" }, diffs.seen, cache],
  ["a change, with another value left out: a change", { size: "1gb" }, { isPublic: true }, diffs.seen, cache],
  ["a value left out: recorded", { size: "1gb" }, {}, diffs.unseen, cache],
  ["an unknown value: a change", cluster, unknownCluster, replace("clusterId")],
  ["an unknown value in a list: a change", triggered(1), triggered(unknownInput), diffs.seen, cache],
  ["null where it's the same as left out: recorded", cluster, noCluster, diffs.unseen],
  ["null instead of left out, where it's the same: no change", {}, noCluster, diffs.none],
  ["null where it's a value: another value", built, notBuilt, replace("buildCommand")],
  ["a value instead of null: a change", notBuilt, built, replace("buildCommand")],
  ["null instead of left out, where it's a value: recorded", {}, notBuilt, diffs.unseen],
  ["null left out, where it's a value: recorded", notBuilt, {}, diffs.unseen],
  ["white space at the ends: no change", built, { buildCommand: " make\n" }, diffs.none],
  ["other line endings: no change", { buildCommand: "a\r\nb" }, { buildCommand: "a\nb" }, diffs.none],
  ["an empty text instead of null: no change", notBuilt, { buildCommand: "" }, diffs.none],
  ["white space in a list: a change", triggered("a"), triggered("a "), diffs.seen, cache],
  ["the own id: no change", {}, own, diffs.none],
  ["the own id, with an argument that can't be updated: recorded", {}, { ...own, ...moved }, diffs.unseen],
  ["an existingId left out: no change", own, {}, diffs.none],
  ["an existingId left out, with another change: replaces", own, moved, replace("applicationId")],
  ["another existingId: replaces", own, other, replace("existingId")],
  ["an existingId in another letter case: replaces", own, { existingId: "ID-1" }, replace("existingId")],
  ["an unknown existingId: no change", own, unknownId, diffs.none],
  ["an unknown existingId, with another change: recorded", {}, { ...moved, ...unknownId }, diffs.unseen],
] as readonly (readonly [string, JsonObject, JsonObject, object, TestedResource?])[]) {
  it(`Diff of ${what}`, async () => {
    const { diff } = await createResource({}, of, { ...of.required, ...before });
    expect(await diff({ ...of.required, ...after })).to.deep.equal(expected);
  });
}

for (const [what, response, change, ...replaced] of [
  ["two arguments, one can be updated: replaces by the other", { attributes: {} }, moved, "applicationId"],
  ["an argument where the id is made: replaces, because it can't be updated", { body: undefined }, {}, "branch"],
] as const) {
  it(`Diff with update enabled of ${what}`, async () => {
    const { diff } = await createResource({ operations: "update" }, environment, environment.required, response);
    expect(await diff({ ...environment.required, branch: "next", ...change })).to.deep.equal(replace(...replaced));
  });
}

it("Diff of an existingId in the state that isn't the id: replaces, though the engine sees no change", async () => {
  const { host } = createHost({}, environment);
  const inputs = { ...environment.required, ...other };
  expect(await host.diff("id-1", inputs, inputs)).to.deep.equal({ changes: true, ...replace("existingId") });
});

it("Diff of white space in a value that isn't known: sent, though the engine may see no change", async () => {
  const { diff } = await createResource({}, cache, cache.required, { attributes: { name: "other" } });
  expect(await diff({ ...cache.required, name: `${cache.required.name} ` })).to.deep.equal(diffs.unseen);
});
