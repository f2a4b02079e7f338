/** What a diff answers the engine, and what a preview says of changes that the engine does not mark. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/resource.js";
import {
  application,
  cache,
  environment,
  formatTitle,
  resources,
  type TestedResource,
} from "../documented-resources.js";
import { catchStoredFailure, createConfiguredHost, createHost, createResource, lost } from "../host-fixture.js";

const none = { changes: false };

for (const resource of resources) {
  const { documented, definition, required } = resource;
  // What it holds could be a secret: leaving it out is recorded.
  const mayHoldSecret = (argument: string) => ["buildCommand", "triggers"].includes(argument);
  const rows = Object.entries(documented.arguments);
  const diff = async (first: JsonObject, then: JsonObject) => (await createResource({}, resource, first)).diff(then);
  // `changes` is left out, so that the engine looks itself and replaceOnChanges works.
  const change = (argument: string) => {
    const { onChange: effect, adopted } = documented.arguments[argument] ?? {};
    const isReplaced = effect !== "record" && (effect === "replace" || adopted || documented.update === undefined);
    return { replaces: isReplaced ? [argument] : [] };
  };

  describe(`Diff of ${documented.className}`, () => {
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

    it(`Diff of ${documented.className}: no change for an argument that is equal, left out from now on, or null with no value before`, async () => {
      for (const [argument, { valid, nullable }] of rows) {
        const first = { ...required, [argument]: valid };
        const { [argument]: _, ...without } = first;
        expect(await diff(first, { ...first, __provider: "another release" }), argument).to.deep.equal(none);
        expect(await diff(first, without), argument).to.deep.equal(mayHoldSecret(argument) ? { replaces: [] } : none);
        if (nullable === "refused" || argument in required) continue;
        expect(await diff(without, { ...without, [argument]: null }), argument).to.deep.equal(none);
      }
    });

    it(`Diff of ${documented.className}: a change to null only where null is a value, and then the engine is told`, async () => {
      for (const [argument, { valid, nullable }] of rows) {
        if (nullable === "refused") continue;
        const [text, nothing] = [valid, null].map((value): JsonObject => ({ ...required, [argument]: value }));
        if (text === undefined || nothing === undefined) continue;
        const isValue = nullable === "value";
        const leftOut = mayHoldSecret(argument) ? { replaces: [] } : none;
        expect(await diff(text, nothing)).to.deep.equal(isValue ? { changes: true, ...change(argument) } : leftOut);
        if (!isValue) continue;
        expect(await diff(nothing, text)).to.deep.equal(change(argument));
        expect(await diff(nothing, nothing)).to.deep.equal(none);
        // The engine, which takes null for an argument that is left out, sees no change.
        const recorded = { changes: true, replaces: [] };
        expect(await diff(nothing, required)).to.deep.equal(mayHoldSecret(argument) ? recorded : none);
      }
    });
  });
}

describe("Diff of a value that is the same in other words", () => {
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
        expect(state).to.include(inputs).and.not.to.have.property("__apphosting");
      }
    });
  }
});

describe("Diff of what cannot be updated", () => {
  const update = { operations: "update" };
  const inputs = { ...environment.required, clusterId: "cluster-1" };
  const { clusterId: _, ...without } = inputs;
  const moved = { ...without, branch: "next" };

  it("Diff of a clusterId that was left out beside an update: set again to the same it is no change, to another it replaces", async () => {
    for (const response of [{ attributes: {} }, lost]) {
      const { id, state } = await createResource(update, environment, inputs);
      const { host } = createConfiguredHost(update, environment, response);
      const updated = host.update(id, state, moved);
      const outs = response === lost ? (await catchStoredFailure(updated)).properties : (await updated).outs;
      expect(outs).to.include({ clusterId: null, branch: "next" });
      const same = await host.diff(id, outs, { ...moved, clusterId: "cluster-1" });
      expect(same.replaces ?? []).to.deep.equal([]);
      const other = await host.diff(id, outs, { ...moved, clusterId: "cluster-2" });
      expect(other.replaces).to.deep.equal(["clusterId"]);
    }
  });

  it("Diff after drift of what the program came to set to what the API had: no replacement", async () => {
    const { required } = application;
    const read = { operations: "read" };
    const has = (full_name: string) => ({ attributes: { repository: { full_name } } });
    const { id, state, host } = await createResource(read, application, required, has("acme/web"), has("acme/shop"));
    const diff = (olds: JsonObject, repository: string) => host.diff(id, olds, { ...required, repository });
    expect(await diff(state, "acme/web")).to.deep.equal(none);
    const { props } = await host.read(id, state);
    expect(await diff(props, "acme/web")).to.deep.equal(none);
    expect(await diff(props, "acme/other")).to.deep.equal({ replaces: ["repository"] });
  });
});

describe("Preview of an update that the engine does not mark", () => {
  const update = { operations: "update" };
  const differs =
    "size: the program sets one value, but the API has another. `pulumi up` will send the program's value.";
  const [size, isPublic] = [
    [cache, "size"],
    [cache, "isPublic"],
  ] as const;
  const [command, branch] = [
    [environment, "buildCommand"],
    [environment, "branch"],
  ] as const;
  const unknown = { outcome: "unknown" };
  /** What the program sets, then output, requested and returned. */
  type Values = readonly [input: Json, output: Json, requested: Json, returned: Json];
  const table: readonly [what: string, of: readonly [TestedResource, string], values: Values, says: string][] = [
    [
      "that the API has not applied",
      size,
      ["1gb", "1gb", "1gb", "5gb"],
      `size: the program sets "1gb", but the API has "5gb". \`pulumi up\` will send the program's value.`,
    ],
    ["of which the API has what may be a secret", size, ["1gb", "1gb", "1gb", "secret"], differs],
    ["that may be a secret itself", size, ["secret", "secret", "secret", "1gb"], differs],
    [
      "that a refresh has found otherwise and did not return as an input",
      isPublic,
      [true, false, true, false],
      "isPublic: the program sets true, but the API has false. `pulumi up` will send the program's value.",
    ],
    [
      "of an unknown outcome that goes back",
      command,
      ["x", "y", "y", unknown],
      "buildCommand: it's unknown which value the API has. `pulumi up` will send the program's.",
    ],
    [
      "to null",
      command,
      [null, "make", "make", "make"],
      "the program sets buildCommand to null. `pulumi up` will send it.",
    ],
    [
      "that was left out before, and is set again",
      branch,
      ["main", null, "main", "main"],
      "the program sets branch again. `pulumi up` will send it.",
    ],
  ];
  for (const [what, [resource, name], [input, output, requested, returned], says] of table) {
    it(`Preview of an argument ${what}: the engine is told, and one line says so`, async () => {
      const hidden = { requested: { [name]: requested }, returned: { [name]: returned } };
      const state = { ...resource.required, [name]: output, __apphosting: hidden };
      const { host, lines } = createConfiguredHost(update, resource);
      const news = { ...resource.required, [name]: input };
      for (const _ of ["preview", "up"]) {
        expect(await host.diff("id-1", state, news)).to.deep.equal({ changes: true, replaces: [] });
      }
      const title = formatTitle(resource, "id-1");
      expect(lines).to.deep.equal([`warning: ${title}: ${says}`]);
    });
  }

  it("Diff of a refresh, which has the inputs of the last up: no line, because the program may have others by now", async () => {
    const state = { ...cache.nulls, ...cache.required, size: "1gb", __apphosting: { returned: { size: "5gb" } } };
    const news = { ...cache.required, size: "1gb" };
    for (const program of [undefined, { ...news, size: "5gb" }, { ...news, name: "other" }]) {
      const { host, lines } = createHost(cache);
      if (program !== undefined) await host.check(news, program);
      expect(await host.diffInRefresh("cache-1", state, news)).to.deep.equal({ changes: true, replaces: [] });
      expect(lines).to.deep.equal([]);
    }
  });

  it("Preview of a setting that goes back to what the API has: the engine marks it, without a line", async () => {
    const state = { ...cache.required, size: "1gb", __apphosting: { returned: { size: "250mb" } } };
    const { host, lines } = createHost(cache);
    expect(await host.diff("cache-1", state, { ...cache.required, size: "250mb" })).to.deep.equal({ replaces: [] });
    expect(lines).to.deep.equal([]);
  });

  it("Preview of a resource whose name is unknown: the line shows no code of the engine", async () => {
    const state = { ...cache.required, name: unknownInput, size: "1gb", __apphosting: { returned: { size: "5gb" } } };
    const { host, lines } = createHost(cache);
    await host.diff("id-1", { ...cache.nulls, ...state }, { ...cache.required, size: "1gb" });
    expect(lines.join()).to.include("Cache [unknown] (id-1): size: ");
  });
});
