/** What a diff decides. The sentences of a preview are in sentences.test.ts. */

import { expect } from "chai";
import { unknownInput } from "../../../provider/host/plan.js";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { cache, environment } from "../documented-resources.js";
import { createHost, createResource, diffs } from "../host-fixture.js";

const replace = (...names: string[]) => ({ replaces: names });
const absent = undefined;

const command = (buildCommand: Json) => ({ buildCommand });
const cluster = (clusterId: Json) => ({ clusterId });
for (const [what, before, after, expected] of [
  ["the same inputs, from another release: no change", {}, { __provider: "another release" }, diffs.none],
  ["an argument that isn't known: a change", cluster("c"), cluster(unknownInput), replace("clusterId")],
  ["null where it's the same as leaving out: recorded", cluster("c"), cluster(null), diffs.unseen],
  ["null instead of leaving out, where it's the same: no change", {}, cluster(null), diffs.none],
  ["null where it's a value: another value", command("make"), command(null), replace("buildCommand")],
  ["a value instead of null: a change", command(null), command("make"), replace("buildCommand")],
  ["null instead of leaving out, where it's a value: recorded", {}, command(null), diffs.unseen],
  ["null left out, where it's a value: recorded", command(null), {}, diffs.unseen],
  ["an existingId that isn't known: no change", { existingId: "e-1" }, { existingId: unknownInput }, diffs.none],
] as const) {
  it(`Diff of ${what}`, async () => {
    const { diff } = await createResource({}, environment, { ...environment.required, ...before });
    expect(await diff({ ...environment.required, ...after })).to.deep.equal(expected);
  });
}

/** What the state has of an argument. Without an input, the program left it out; without `actual`, it's not known. */
interface Before {
  readonly input?: Json;
  readonly output: Json;
  readonly actual?: Json;
  /** A value that a response showed last, while the API may still be applying another one. */
  readonly shown?: Json;
}

function createState(name: string, { input, output, actual, shown }: Before, more: JsonObject = {}): JsonObject {
  const isKnown = actual !== undefined;
  const hidden = {
    set: [
      ...Object.keys({ ...environment.required, ...more }).filter((one) => one !== name),
      ...(input === absent ? [] : [name]),
    ],
    input: input === absent ? {} : { [name]: input },
    actual: isKnown ? { [name]: actual } : shown === absent ? {} : { [name]: shown },
    notKnown: isKnown ? [] : [name],
  };
  return { ...environment.nulls, ...environment.required, ...more, [name]: output, __apphosting: hidden };
}

const same = { input: "a", output: "a", actual: "a" };
type Row = readonly [what: string, Before, input: Json | undefined, diff: object, isSent?: boolean];

const updatable: readonly Row[] = [
  ["the API has it", same, "a", diffs.none],
  ["changed", same, "b", diffs.seen, true],
  ["newly set, and the API has it", { output: "a", actual: "a" }, "a", diffs.seen, true],
  ["newly set, and not known", { output: null }, "a", diffs.seen, true],
  ["not known, no response had it", { input: "a", output: "a" }, "a", diffs.unseen, true],
  ["not known, a response showed another value", { input: "a", output: "a", shown: "b" }, "a", diffs.unseen, true],
  ["not known, back to what a response showed", { input: "a", output: "a", shown: "b" }, "b", diffs.seen, true],
  ["not applied by the API", { ...same, actual: "b" }, "a", diffs.unseen, true],
  ["drifted", { input: "a", output: "b", actual: "b" }, "a", diffs.seen, true],
  ["changed to what the API has", { ...same, actual: "b" }, "b", diffs.unseen],
  ["set to the drift", { input: "a", output: "b", actual: "b" }, "b", diffs.unseen],
  ["back to what the API has", { input: "a", output: "b", actual: "a" }, "a", diffs.unseen],
  ["left out", same, absent, diffs.unseen],
  ["never set", { output: "a", actual: "a" }, absent, diffs.none],
];
for (const [what, before, input, expected, isSent = false] of updatable) {
  it(`Argument that can be updated, ${what}: ${isSent ? "sent" : expected === diffs.none ? "no change" : "recorded"}`, async () => {
    const { host, requests } = createHost({ operations: "update" }, environment);
    const state = createState("branch", before);
    const { branch: _, ...others }: JsonObject = environment.required;
    const news = input === absent ? others : { ...others, branch: input };
    expect(await host.diff("env-1", state, news)).to.deep.equal(expected);
    await host.update("env-1", state, news);
    expect(requests.map(({ body }) => body)).to.deep.equal(isSent ? [{ branch: input }] : []);
  });
}

const fixed: readonly Row[] = [
  ["same as input and output, the API has another one", { ...same, actual: "b" }, "a", diffs.none],
  ["same as input and output, not known", { input: "a", output: "a" }, "a", diffs.none],
  ["same as the input", { input: "a", output: "b", actual: "c" }, "a", diffs.unseen],
  ["same as the output", { input: "a", output: "b", actual: "c" }, "b", diffs.unseen],
  ["same as what the API has", { input: "a", output: "b", actual: "c" }, "c", diffs.unseen],
  ["newly set, same as what the API has", { output: "a", actual: "a" }, "a", diffs.unseen],
  ["same as a value that isn't known", { input: "a", output: "a", shown: "b" }, "b", replace("branch")],
  ["another value", { input: "a", output: "b", actual: "c" }, "d", replace("branch")],
  ["newly set, another value", { output: "a", actual: "a" }, "b", replace("branch")],
];
for (const [what, before, input, expected] of fixed) {
  it(`Argument that can't be updated, ${what}: ${"changes" in expected ? "never replaces" : "replaces"}`, async () => {
    const { host, requests } = createHost({}, environment);
    const state = createState("branch", before);
    const news = { ...environment.required, branch: input as Json };
    expect(await host.diff("env-1", state, news)).to.deep.equal(expected);
    await host.update("env-1", state, news);
    expect(requests).to.deep.equal([]);
  });
}

const own = { existingId: "env-1" };
const other = { existingId: "env-2" };
const moved = { applicationId: "app-2" };
for (const [what, before, change, expected] of [
  ["the own id: no change", {}, own, diffs.none],
  ["the own id, with an argument that can't be updated: recorded", {}, { ...own, ...moved }, diffs.unseen],
  ["left out: no change", own, { existingId: null }, diffs.none],
  ["left out, with an argument that can't be updated: replaces", own, moved, replace("applicationId")],
  ["another id: replaces", own, other, replace("existingId")],
  ["another id than the own, as in the state: replaces", other, other, { changes: true, ...replace("existingId") }],
  ["an id in another letter case: replaces", own, { existingId: "ENV-1" }, replace("existingId")],
  ["not known before up, with another argument: recorded", {}, { ...moved, existingId: unknownInput }, diffs.unseen],
] as const) {
  it(`existingId ${what}`, async () => {
    const { host } = createHost({}, environment);
    const news: JsonObject = { ...environment.required, ...change };
    if (news.existingId === null) delete news.existingId;
    expect(await host.diff("env-1", { ...environment.required, ...before }, news)).to.deep.equal(expected);
  });
}

for (const [what, before, after, operations] of [
  ["another line ending", "npm ci\r\nnpm test", "npm ci\nnpm test", ""],
  ["white space at the ends", "make", " make\n", "update"],
  ["an empty text instead of null", null, "", "update"],
] as const) {
  it(`Diff of buildCommand: ${what} is no change`, async () => {
    const inputs = { ...environment.required, buildCommand: before };
    const { diff } = await createResource({ operations }, environment, inputs);
    expect(await diff({ ...inputs, buildCommand: after })).to.deep.equal(diffs.none);
  });
}

for (const [what, before, after] of [
  ["text in a list is compared exactly", "a", "a "],
  ["an unknown value inside counts as a change", 1, unknownInput],
] as const) {
  it(`Diff of triggers: ${what}`, async () => {
    const { diff } = await createResource({}, cache, { ...cache.required, triggers: [before] });
    expect(await diff({ ...cache.required, triggers: [after] })).to.deep.equal(diffs.seen);
  });
}

it("Diff with an argument that replaces and one that updates: replaces by the first alone", async () => {
  const { diff } = await createResource({ operations: "update" }, environment, environment.required);
  expect(await diff({ ...environment.required, ...moved, branch: "next" })).to.deep.equal(replace("applicationId"));
});

// What is gone from `apphosting:operations`, or was never there, decides in the next run.
for (const [what, before, news, expected] of [
  ["a name that drifted: recorded", { input: "a", output: "b", actual: "b" }, "a", diffs.unseen],
  ["a name that isn't known: no change", { ...same, shown: "b" }, "a", diffs.none],
] as const) {
  it(`Diff after update has left apphosting:operations, ${what}`, async () => {
    const { host } = createHost({ operations: "read" }, environment);
    const state = createState("name", before);
    expect(await host.diff("env-1", state, { ...environment.required, name: news })).to.deep.equal(expected);
  });
}

it("Diff of a made id: no argument can be updated, even with update named", async () => {
  const noId = { body: undefined };
  const { diff } = await createResource({ operations: "update" }, environment, environment.required, noId);
  expect(await diff({ ...environment.required, branch: "next" })).to.deep.equal(replace("branch"));
});
