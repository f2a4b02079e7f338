/** diff: what counts as a change, and what it does to the resource. */

import { expect } from "chai";
import { environment } from "../../provider/api/environment.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/host/cache.js";
import { unknownValue } from "../../provider/host/changes.js";
import type { HostedResource } from "../../provider/host/resource.js";
import { validInputs } from "../documented/index.js";
import { hostOf } from "./host-fixture";
import { resources } from "./resources";

/** What diff says about a resource that was created as first stated and is now stated in another way. */
async function diff(requests: HostedResource, first: JsonObject, then: JsonObject, attributes: JsonObject = {}) {
  const { host, lines } = hostOf(requests, { attributes });
  const { outs } = await host.create(first);
  lines.length = 0;
  const found = await host.diff?.("id-1", outs, then);
  return { ...found, lines: lines.filter((line) => !line.includes("refuse the name as taken")) };
}

const none = { changes: false, lines: [] };
const staging = { applicationId: "app-1", name: "staging", branch: "main" };
const sessions = { cacheId: "cache-1", name: "sessions" };

for (const { documented, api } of resources) {
  const required = validInputs(documented, "required");

  describe(`A stated change of ${documented.kind}`, () => {
    for (const [argument, { valid: from, other: to, replaces: always }] of Object.entries(documented.arguments)) {
      const replaces = always ?? !documented.updates;
      // `changes` is left out, so that the engine looks itself and replaceOnChanges works.
      const change = { replaces: replaces ? [argument] : [], lines: [] };

      it(`${replaces ? "replaces it" : "updates it in place"}: ${argument}`, async () => {
        const first = { ...required, [argument]: from };
        expect(await diff(api, first, { ...required, [argument]: to })).to.deep.equal(change);
        // It was left out before, or is not known yet.
        const { [argument]: _, ...without } = required;
        expect(await diff(api, without, { ...without, [argument]: to })).to.deep.equal(change);
        const unknown = { ...required, [argument]: unknownValue };
        expect(await diff(api, first, unknown)).to.deep.equal(change);
      });

      it(`is none where ${argument} is stated again, left out from now on, or null as before`, async () => {
        const first = { ...required, [argument]: from };
        const { [argument]: _, ...without } = first;
        expect(await diff(api, first, { ...first })).to.deep.equal(none);
        expect(await diff(api, first, without)).to.deep.equal(none);
        expect(await diff(api, without, { ...without, [argument]: null })).to.deep.equal(none);
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

describe("null", () => {
  for (const { documented, api } of resources) {
    const required = validInputs(documented, "required");
    for (const [argument, { valid, nullable }] of Object.entries(documented.arguments)) {
      const change = nullable === "value";
      it(`for ${argument} of ${documented.kind} ${change ? "is a value: a change" : "is no statement: none"}`, async () => {
        const [text, nothing] = [
          { ...required, [argument]: valid },
          { ...required, [argument]: null },
        ];
        expect(await diff(api, text, nothing)).to.deep.equal(change ? { replaces: [argument], lines: [] } : none);
        if (!change) return;
        expect(await diff(api, nothing, text)).to.deep.equal({ replaces: [argument], lines: [] });
        expect(await diff(api, nothing, nothing)).to.deep.equal(none);
        expect(await diff(api, nothing, required)).to.deep.equal(none);
      });
    }
  }
});
