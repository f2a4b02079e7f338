/** Applications and environments, which the API cannot change: when one is replaced, for any arguments and any answer. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { JsonObject } from "../../provider/api/json.js";
import type { Documented } from "../documented/index.js";
import { hostOf } from "./host-fixture.js";
import { resources } from "./resources.js";

/** Inputs that state all that is required, and attributes that a response has of them, by chance. */
function arbitraries({ arguments: rows }: Documented) {
  const all = Object.entries(rows);
  const value = ([, { valid, other, nullable }]: (typeof all)[number]) =>
    fc.constantFrom(valid, other, "another", ...(nullable === "value" ? [null] : []));
  const stated = fc.record(Object.fromEntries(all.map((row) => [row[0], value(row)])), {
    requiredKeys: all.filter(([, { required }]) => required).map(([name]) => name),
  });
  const attributes = all.map((row) => [row[1].wire ?? row[0], fc.option(value(row))]);
  const answer = fc.record(Object.fromEntries(attributes), { requiredKeys: [] });
  return { stated: stated as fc.Arbitrary<JsonObject>, answer: answer as fc.Arbitrary<JsonObject> };
}

describe("What cannot be changed, for any arguments and any answer,", () => {
  for (const { documented, requests } of resources) {
    if (documented.updates) continue;
    const { stated, answer } = arbitraries(documented);

    it(`${documented.kind} is not replaced by what it already is`, async () => {
      await fc.assert(
        fc.asyncProperty(stated, answer, async (first, attributes) => {
          const { host } = hostOf(requests, { attributes });
          const { outs } = await host.create(first);
          expect(await host.diff?.("id-1", outs, first)).to.deep.equal({ changes: false });
        }),
        { numRuns: 300 },
      );
    });

    it(`${documented.kind} is replaced for exactly the arguments that are neither as asked nor as answered`, async () => {
      await fc.assert(
        fc.asyncProperty(stated, stated, answer, async (first, then, attributes) => {
          const { host } = hostOf(requests, { attributes });
          const { outs } = await host.create(first);
          // Leaving a build command out is asking for none.
          const asked: JsonObject = { ...outs, buildCommand: null, ...first };
          const changed = Object.keys(then).filter(
            (name) => then[name] !== (asked[name] ?? null) && then[name] !== (outs[name] ?? null),
          );
          const found = await host.diff?.("id-1", outs, then);
          expect(found).to.deep.equal(changed.length > 0 ? { replaces: changed } : { changes: false });
        }),
        { numRuns: 300 },
      );
    });
  }
});
