/** What a diff answers the engine, and what a preview says of changes that the engine does not mark. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import {
  application,
  cache,
  environment,
  formatTitle,
  resources,
  type TestedResource,
} from "../documented-resources.js";
import {
  catchStoredFailure,
  createConfiguredHost,
  createHost,
  createResource,
  lost,
  seenUpdate,
  unseenUpdate,
} from "../host-fixture.js";

const none = { changes: false };

for (const resource of resources) {
  const { documented, definition, required } = resource;
  // What is left out, or set for the first time to what the API has, only changes the state.
  const recorded = { changes: true, replaces: [] };
  const rows = Object.entries(documented.arguments);
  const diff = async (first: JsonObject, then: JsonObject) => (await createResource({}, resource, first)).diff(then);
  // `changes` is left out, so that the engine looks itself and replaceOnChanges works.
  const change = (argument: string) => {
    const { onChange: effect, adopted } = documented.arguments[argument] ?? {};
    const isReplaced = effect !== "record" && (effect === "replace" || adopted || documented.update === undefined);
    return { replaces: isReplaced ? [argument] : [] };
  };

  it(`Diff of ${documented.className}: a changed argument ${documented.update ? "updates in place" : "replaces"}, unless its row says otherwise`, async () => {
    for (const [argument, { valid: from, other: to }] of rows) {
      const first = { ...required, [argument]: from };
      // An id that is not known may be the one that the resource has.
      const isId = argument === definition.idArgument;
      for (const [value, expected] of [
        [to, change(argument)],
        [unknownInput, isId ? none : change(argument)],
      ] as const) {
        expect(await diff(first, { ...required, [argument]: value }), argument).to.deep.equal(expected);
      }
      if (argument in required) continue;
      expect(await diff(required, { ...required, [argument]: to })).to.deep.equal(change(argument));
    }
  });

  it(`Diff of ${documented.className}: no change for an argument that is equal, or null with no value before; one that is left out is recorded`, async () => {
    for (const [argument, { valid, nullable }] of rows) {
      const first = { ...required, [argument]: valid };
      const { [argument]: _, ...without } = first;
      expect(await diff(first, { ...first, __provider: "another release" }), argument).to.deep.equal(none);
      const isId = argument === definition.idArgument;
      expect(await diff(first, without), argument).to.deep.equal(isId ? none : recorded);
      if (nullable === "refused" || argument in required) continue;
      const nulled = await diff(without, { ...without, [argument]: null });
      expect(nulled, argument).to.deep.equal(nullable === "value" ? recorded : none);
    }
  });

  it(`Diff of ${documented.className}: a change to null only where null is a value`, async () => {
    for (const [argument, { valid, nullable }] of rows) {
      if (nullable === "refused" || argument === definition.idArgument) continue;
      const [text, nothing] = [valid, null].map((value): JsonObject => ({ ...required, [argument]: value }));
      if (text === undefined || nothing === undefined) continue;
      const isValue = nullable === "value";
      expect(await diff(text, nothing)).to.deep.equal(isValue ? change(argument) : recorded);
      if (!isValue) continue;
      expect(await diff(nothing, text)).to.deep.equal(change(argument));
      expect(await diff(nothing, nothing)).to.deep.equal(none);
      expect(await diff(nothing, required)).to.deep.equal(recorded);
    }
  });
}

for (const [what, before, after] of [
  ["line endings", "npm ci\r\nnpm test", "npm ci\nnpm test"],
  ["white space at the ends", "make", " make\n"],
  ["an empty text in place of null", null, ""],
] as const) {
  it(`Diff of a buildCommand with other ${what}: no change, also where the API returns it so`, async () => {
    for (const settings of [{}, { operations: "update" }]) {
      const inputs: JsonObject = { ...environment.required, buildCommand: before };
      const attributes: JsonObject = { build_command: after };
      const { state, diff } = await createResource(settings, environment, inputs, { attributes });
      expect(await diff(inputs)).to.deep.equal(none);
      expect(await diff({ ...inputs, buildCommand: after })).to.deep.equal(none);
      expect(state).to.include(inputs);
      expect(state.__apphosting).to.deep.include({ input: {}, actual: {} });
    }
  });
}

describe("Diff of what cannot be updated", () => {
  const update = { operations: "update" };
  const inputs = { ...environment.required, clusterId: "cluster-1" };
  const { clusterId: _, ...without } = inputs;
  const moved = { ...without, branch: "next" };

  it("Diff of a clusterId that was left out beside an update: set again to the same it is recorded, to another it replaces", async () => {
    const { id, state } = await createResource(update, environment, inputs);
    const { host } = createConfiguredHost(update, environment, { attributes: {} });
    const { outs } = await host.update(id, state, moved);
    expect(outs).to.include({ clusterId: "cluster-1", branch: "next" });
    const same = await host.diff(id, outs, { ...moved, clusterId: "cluster-1" });
    expect(same).to.deep.equal(unseenUpdate);
    const other = await host.diff(id, outs, { ...moved, clusterId: "cluster-2" });
    expect(other.replaces).to.deep.equal(["clusterId"]);
  });

  it("Diff of an environment after an update of unknown outcome, where update is no longer named: a change replaces", async () => {
    const { id, state } = await createResource(update, environment, environment.required);
    const lossy = createConfiguredHost(update, environment, lost);
    const next = { ...environment.required, branch: "next" };
    const { properties } = await catchStoredFailure(lossy.host.update(id, state, next));
    const { host } = createConfiguredHost({}, environment);
    expect(await host.diff(id, properties, environment.required)).to.deep.equal(none);
    for (const branch of ["next", "third"]) {
      const news = { ...environment.required, branch };
      expect((await host.diff(id, properties, news)).replaces, branch).to.deep.equal(["branch"]);
    }
  });

  it("Diff after drift of what the program came to set to what the API had: no replacement", async () => {
    const { required } = application;
    const read = { operations: "read" };
    const has = (full_name: string) => ({ attributes: { repository: { full_name } } });
    const { id, state, host } = await createResource(read, application, required, has("acme/web"), has("acme/shop"));
    const diff = (olds: JsonObject, repository: string) => host.diff(id, olds, { ...required, repository });
    const recorded = { changes: true, replaces: [] };
    expect(await diff(state, "acme/web")).to.deep.equal(recorded);
    const { props } = await host.read(id, state);
    expect(await diff(props, "acme/web")).to.deep.equal(recorded);
    expect(await diff(props, "acme/shop")).to.deep.equal(recorded);
    expect(await diff(props, "acme/other")).to.deep.equal({ replaces: ["repository"] });
  });
});

/** What the program sets, the output, and what the API has. */
type Values = readonly [input: Json, output: Json, actual: Json];
const sends = "`pulumi up` will send the program's value. To stop this, set the API's value in the program.";
const table: readonly [what: string, of: readonly [TestedResource, string], values: Values, says: string][] = [
  [
    "that the API has not applied",
    [cache, "size"],
    ["1gb", "1gb", "5gb"],
    `size: the program sets "1gb", but the API has "5gb". ${sends}`,
  ],
  [
    "that the API keeps changing",
    [application, "repository"],
    ["Acme/Web-Shop", "Acme/Web-Shop", "acme/web-shop"],
    `repository: the program sets "Acme/Web-Shop", but the API has "acme/web-shop". ${sends}`,
  ],
  [
    "that may be a secret",
    [environment, "buildCommand"],
    ["make", "make", "deploy --token x"],
    `buildCommand: the program sets one value, but the API has another. ${sends}`,
  ],
];
for (const [what, [resource, name], [input, output, actual], says] of table) {
  it(`Preview of an argument ${what}: the engine is told, and one line says so`, async () => {
    const state = { ...resource.required, [name]: output, __apphosting: { actual: { [name]: actual } } };
    const { host, lines } = createConfiguredHost({ operations: "update" }, resource);
    const news = { ...resource.required, [name]: input };
    for (const _ of ["preview", "up"]) {
      expect(await host.diff("id-1", state, news)).to.deep.equal(unseenUpdate);
    }
    expect(lines).to.deep.equal([`warning: ${formatTitle(resource, "id-1")}: ${says}`]);
  });
}

it("Preview of a buildCommand to null: the engine marks it, and a line says that it is sent", async () => {
  const { host, lines } = createConfiguredHost({ operations: "update" }, environment);
  const state = { ...environment.required, buildCommand: "make" };
  const news = { ...environment.required, buildCommand: null };
  expect(await host.diff("id-1", state, news)).to.deep.equal(seenUpdate);
  expect(lines.join()).to.include("the program sets buildCommand to null. `pulumi up` will send it.");
});

it("Diff of a refresh, which has the inputs of the last up: no line, because the program may have others by now", async () => {
  const state = { ...cache.nulls, ...cache.required, size: "1gb", __apphosting: { actual: { size: "5gb" } } };
  const news = { ...cache.required, size: "1gb" };
  for (const program of [undefined, { ...news, size: "5gb" }, { ...news, name: "other" }]) {
    const { host, lines } = createHost(cache);
    if (program !== undefined) await host.check(news, program);
    expect(await host.diffInRefresh("cache-1", state, news)).to.deep.equal(unseenUpdate);
    expect(lines).to.deep.equal([]);
  }
});

it("Preview of a setting that goes back to what the API has: the engine marks it, without a line", async () => {
  const state = { ...cache.required, size: "1gb", __apphosting: { actual: { size: "250mb" } } };
  const { host, lines } = createHost(cache);
  expect(await host.diff("cache-1", state, { ...cache.required, size: "250mb" })).to.deep.equal(seenUpdate);
  expect(lines).to.deep.equal([]);
});

it("Preview of a resource whose name is unknown: the line shows no code of the engine", async () => {
  const state = { ...cache.required, name: unknownInput, size: "1gb", __apphosting: { actual: { size: "5gb" } } };
  const { host, lines } = createHost(cache);
  await host.diff("id-1", { ...cache.nulls, ...state }, { ...cache.required, size: "1gb" });
  expect(lines.join()).to.include("Cache [unknown] (id-1): size: ");
});
