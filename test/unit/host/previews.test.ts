import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { cache, environment, formatTitle, resources } from "../documented-resources.js";
import { catchPartial, createHost, createResource, diffs, lost } from "../host-fixture.js";

for (const resource of resources) {
  const { documented, definition, required } = resource;
  const { className } = documented;
  const rows = Object.entries(documented.arguments);
  const diff = async (first: JsonObject, then: JsonObject) => (await createResource({}, resource, first)).diff(then);
  // Without `changes`, the engine compares the inputs, and replaceOnChanges works.
  const change = (argument: string) => {
    const { onChange: effect, adopted } = documented.arguments[argument] ?? {};
    const isReplaced = effect !== "record" && (effect === "replace" || adopted || documented.update === undefined);
    return { replaces: isReplaced ? [argument] : [] };
  };

  it(`Diff of ${className}: a changed argument ${documented.update ? "updates in place" : "replaces"}, unless its row says otherwise`, async () => {
    for (const [argument, { valid: from, other: to }] of rows) {
      const first = { ...required, [argument]: from };
      expect(await diff(first, { ...first, [argument]: to }), argument).to.deep.equal(change(argument));
      // An unknown id may be the resource's own.
      const ofUnknown = argument === definition.idArgument ? diffs.none : change(argument);
      expect(await diff(first, { ...first, [argument]: unknownInput }), argument).to.deep.equal(ofUnknown);
      if (argument in required) continue;
      expect(await diff(required, { ...required, [argument]: to })).to.deep.equal(change(argument));
    }
  });

  it(`Diff of ${className}: an equal argument is no change, and a removed one is only recorded`, async () => {
    for (const [argument, { valid, nullable }] of rows) {
      const first = { ...required, [argument]: valid };
      const { [argument]: _, ...without } = first;
      expect(await diff(first, { ...first, __provider: "another release" }), argument).to.deep.equal(diffs.none);
      const isId = argument === definition.idArgument;
      expect(await diff(first, without), argument).to.deep.equal(isId ? diffs.none : diffs.unseen);
      if (nullable === "refused" || argument in required) continue;
      const nulled = await diff(without, { ...without, [argument]: null });
      expect(nulled, argument).to.deep.equal(nullable === "value" ? diffs.unseen : diffs.none);
    }
  });

  it(`Diff of ${className}: null updates or replaces only where it's a value`, async () => {
    for (const [argument, { valid, nullable }] of rows) {
      if (nullable === "refused" || argument === definition.idArgument) continue;
      const [text, nothing] = [
        { ...required, [argument]: valid },
        { ...required, [argument]: null },
      ];
      const isValue = nullable === "value";
      expect(await diff(text, nothing)).to.deep.equal(isValue ? change(argument) : diffs.unseen);
      if (!isValue) continue;
      expect(await diff(nothing, text)).to.deep.equal(change(argument));
      expect(await diff(nothing, nothing)).to.deep.equal(diffs.none);
      expect(await diff(nothing, required)).to.deep.equal(diffs.unseen);
    }
  });
}

for (const [what, before, after] of [
  ["another line ending", "npm ci\r\nnpm test", "npm ci\nnpm test"],
  ["white space at the ends", "make", " make\n"],
  ["an empty text instead of null", null, ""],
] as const) {
  it(`Diff of buildCommand: ${what} is no change, in the program or the response`, async () => {
    for (const settings of [{}, { operations: "update" }]) {
      const inputs: JsonObject = { ...environment.required, buildCommand: before };
      const attributes: JsonObject = { build_command: after };
      const { state, diff } = await createResource(settings, environment, inputs, { attributes });
      expect(await diff(inputs)).to.deep.equal(diffs.none);
      expect(await diff({ ...inputs, buildCommand: after })).to.deep.equal(diffs.none);
      expect(state).to.include(inputs);
      expect(state.__apphosting).to.deep.include({ input: {}, actual: {} });
    }
  });
}

const updating = { operations: "update" };

it("Diff after an update of unknown outcome, update no longer enabled: a change replaces", async () => {
  const { required } = environment;
  const { update, id } = await createResource(updating, environment, required, { attributes: {} }, lost);
  const { properties } = await catchPartial(update({ ...required, branch: "next" }));
  const { host } = createHost({}, environment);
  expect(await host.diff(id, properties, required)).to.deep.equal(diffs.none);
  for (const branch of ["next", "third"]) {
    expect((await host.diff(id, properties, { ...required, branch })).replaces, branch).to.deep.equal(["branch"]);
  }
});

const sends = "`pulumi up` will send the program's value. To stop this, set the API's value in the program.";
for (const [what, resource, name, output, actual, says] of [
  ["that the API hasn't applied", cache, "size", "1gb", "5gb", `size: the program sets "1gb", but the API has "5gb".`],
  [
    "that the API hasn't applied and may be secret",
    environment,
    "buildCommand",
    "make",
    "deploy --token x",
    "buildCommand: the program sets one value, but the API has another.",
  ],
] as const) {
  it(`Preview of a ${name} ${what}: an update, with one warning`, async () => {
    const news = { ...resource.required, [name]: output };
    const state = { ...news, __apphosting: { actual: { [name]: actual } } };
    const { host, lines } = createHost(updating, resource);
    for (const _ of ["preview", "up"]) expect(await host.diff("id-1", state, news)).to.deep.equal(diffs.unseen);
    expect(lines).to.deep.equal([`warning: ${formatTitle(resource, "id-1")}: ${says} ${sends}`]);
  });
}

it("Preview of buildCommand set to null: an update, and a warning says so", async () => {
  const { host, lines } = createHost({ operations: "update" }, environment);
  const state = { ...environment.required, buildCommand: "make" };
  const news = { ...environment.required, buildCommand: null };
  expect(await host.diff("id-1", state, news)).to.deep.equal(diffs.seen);
  expect(lines.join()).to.include("the program sets buildCommand to null. `pulumi up` will send it.");
});

it("Diff in a refresh: no warning, because its inputs are the last up's", async () => {
  const state = { ...cache.nulls, ...cache.required, size: "1gb", __apphosting: { actual: { size: "5gb" } } };
  const news = { ...cache.required, size: "1gb" };
  for (const program of [undefined, { ...news, size: "5gb" }, { ...news, name: "other" }]) {
    const { host, lines } = createHost({}, cache);
    if (program !== undefined) await host.check(news, program);
    expect(await host.diffInRefresh("cache-1", state, news)).to.deep.equal(diffs.unseen);
    expect(lines).to.deep.equal([]);
  }
});

it("Preview of a resource with an unknown name: the warning shows [unknown]", async () => {
  const state = { ...cache.required, name: unknownInput, size: "1gb", __apphosting: { actual: { size: "5gb" } } };
  const { host, lines } = createHost({}, cache);
  await host.diff("id-1", { ...cache.nulls, ...state }, { ...cache.required, size: "1gb" });
  expect(lines.join()).to.include("Cache [unknown] (id-1): size: ");
});
