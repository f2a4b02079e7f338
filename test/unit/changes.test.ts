/** diff: what counts as a change, and what it does to the resource. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import type { ResourceSpec } from "../../provider/host/resource.js";
import { unknownValue } from "../../provider/host/stated.js";
import { hostOf } from "./host-fixture";

/** What diff says about a resource that was created as first stated and is now stated in another way. */
async function diff(spec: ResourceSpec, first: JsonObject, then: JsonObject, attributes: JsonObject = {}) {
  const { host, lines } = hostOf(spec, { attributes });
  const { outs } = await host.create(first);
  lines.length = 0;
  const found = await host.diff?.("id-1", outs, then);
  return { ...found, lines: lines.filter((line) => !line.includes("refuse the name as taken")) };
}

const none = { changes: false, lines: [] };
const shop = { name: "Shop", sourceControlProvider: "hostA" };
const staging = { applicationId: "app-1", name: "staging", branch: "main" };
const sessions = { cacheId: "cache-1", name: "sessions" };

/** Every argument with two values. */
const arguments_: readonly [ResourceSpec, JsonObject, Record<string, readonly [Json, Json]>][] = [
  [
    application,
    shop,
    {
      name: ["Shop", "Store"],
      sourceControlProvider: ["hostA", "hostB"],
      region: ["eu-west-1", "eu-west-2"],
      repository: ["acme/shop", "acme/store"],
      buildCommand: ["npm run build", "make"],
      rootDirectory: ["/", "/web"],
      clusterId: ["c-1", "c-2"],
    },
  ],
  [
    environment,
    staging,
    {
      applicationId: ["app-1", "app-2"],
      name: ["staging", "next"],
      branch: ["main", "next"],
      buildCommand: ["npm run build", "make"],
      clusterId: ["c-1", "c-2"],
      edgeNetworkId: ["e-1", "e-2"],
    },
  ],
  [
    cache,
    sessions,
    {
      cacheId: ["cache-1", "cache-2"],
      name: ["sessions", "pages"],
      autoUpgradeEnabled: [true, false],
      isPublic: [false, true],
      usesHibernation: [true, false],
      hibernationTimeout: [1, 60],
      size: ["1gb", "5gb"],
      evictionPolicy: ["noeviction", "volatile-lru"],
      triggers: [[1], [2]],
    },
  ],
];

for (const [spec, required, values] of arguments_) {
  describe(`A stated change of ${spec.kind}`, () => {
    it("is in this table whatever the argument", () => {
      expect(Object.keys(values)).to.have.members(Object.keys(spec.rules));
    });

    for (const [argument, [from, to]] of Object.entries(values)) {
      const replaces = spec !== cache || argument === "cacheId";
      it(`${replaces ? "replaces it" : "updates it in place"}: ${argument}`, async () => {
        const found = await diff(spec, { ...required, [argument]: from }, { ...required, [argument]: to });
        // `changes` is left out, so that the engine looks itself and replaceOnChanges works.
        expect(found).to.deep.equal({ replaces: replaces ? [argument] : [], lines: [] });
      });

      it(`is a change, too, where ${argument} was left out or is not known yet`, async () => {
        const { [argument]: _, ...others } = required;
        const expected = { replaces: replaces ? [argument] : [], lines: [] };
        expect(await diff(spec, others, { ...others, [argument]: to })).to.deep.equal(expected);
        const unknown = await diff(
          spec,
          { ...required, [argument]: from },
          { ...required, [argument]: unknownValue },
        );
        expect(unknown).to.deep.equal(expected);
      });

      it(`is none where ${argument} is stated again, or left out from now on`, async () => {
        const first = { ...required, [argument]: from };
        const { [argument]: _, ...without } = first;
        expect(await diff(spec, first, { ...first })).to.deep.equal(none);
        expect(await diff(spec, first, without)).to.deep.equal(none);
      });
    }
  });
}

describe("A replacement of an environment", () => {
  async function linesOf(then: JsonObject): Promise<string[]> {
    const { host, lines } = hostOf(environment, { attributes: {} });
    const { outs } = await host.create(staging);
    await host.diff?.("id-1", outs, { ...staging, ...then });
    return lines;
  }

  it("under the same name in the same application warns that the API may refuse the name", async () => {
    expect(await linesOf({ branch: "next" })).to.deep.equal([
      "warning: Environment id-1: its replacement has the same name, and the old environment still exists: the API may refuse the name as taken. Change name, too, or first delete the old one in the provider's web console",
    ]);
  });

  for (const other of [{ name: "next" }, { applicationId: "app-2" }, { applicationId: unknownValue }]) {
    it(`with another ${Object.keys(other)} warns of nothing: ${Object.values(other)}`, async () => {
      expect(await linesOf({ branch: "next", ...other })).to.deep.equal([]);
    });
  }
});

describe("A change", () => {
  const triggers: readonly [from: Json, to: Json][] = [
    [[1], [1, 2]],
    [[1, 2], [1]],
    [[{ a: 1 }], [{ a: 1, b: 2 }]],
    [[{ a: 1, b: 2 }], [{ a: 1 }]],
    [[{ a: 1 }], [{ b: 1 }]],
    [["1"], [1]],
    [[[]], [{}]],
    [[null], [0]],
    [[[1, [2]]], [[1, [3]]]],
  ];
  for (const [from, to] of triggers) {
    it(`is seen in triggers: ${JSON.stringify(from)} to ${JSON.stringify(to)}`, async () => {
      const found = await diff(cache, { ...sessions, triggers: from }, { ...sessions, triggers: to });
      expect(found).to.deep.equal({ replaces: [], lines: [] });
    });
  }

  it("is seen inside a trigger that is not known yet", async () => {
    const first = { ...sessions, triggers: [{ at: ["today"] }] };
    const then = { ...sessions, triggers: [{ at: [unknownValue] }] };
    expect(await diff(cache, first, then)).to.deep.equal({ replaces: [], lines: [] });
  });

  it("is none where the keys of a trigger only stand in another order", async () => {
    const first = { ...sessions, triggers: [{ a: 1, b: [2] }] };
    const then = { ...sessions, triggers: [{ b: [2], a: 1 }] };
    expect(await diff(cache, first, then)).to.deep.equal(none);
  });

  it("is none for what no argument is, such as the loader's text", async () => {
    const then = { ...sessions, __provider: "another release" };
    expect(await diff(cache, { ...sessions, __provider: "a release" }, then)).to.deep.equal(none);
  });
});

describe("buildCommand", () => {
  const table: readonly [from: string, to: string, first: JsonObject, then: JsonObject, change: boolean][] = [
    ["text", "null", { buildCommand: "make" }, { buildCommand: null }, true],
    ["null", "text", { buildCommand: null }, { buildCommand: "make" }, true],
    ["null", "left out", { buildCommand: null }, {}, false],
    ["left out", "null", {}, { buildCommand: null }, false],
    ["null", "null", { buildCommand: null }, { buildCommand: null }, false],
    ["text", "left out", { buildCommand: "make" }, {}, false],
  ];
  for (const [spec, required] of [
    [application, shop],
    [environment, staging],
  ] as const) {
    for (const [from, to, first, then, change] of table) {
      it(`of ${spec.kind} from ${from} to ${to} ${change ? "replaces" : "is no change"}`, async () => {
        const found = await diff(spec, { ...required, ...first }, { ...required, ...then });
        expect(found).to.deep.equal(change ? { replaces: ["buildCommand"], lines: [] } : none);
      });
    }
  }
});

describe("null for any other argument", () => {
  it("is the same as leaving it out", async () => {
    const first = { ...shop, region: "eu-west-1" };
    expect(await diff(application, first, { ...shop, region: null })).to.deep.equal(none);
    expect(await diff(cache, { ...sessions, size: "1gb" }, { ...sessions, size: null })).to.deep.equal(none);
  });
});
