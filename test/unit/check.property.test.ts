/** check for any value at all: it never throws, and what it says can be printed. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { JsonObject } from "../../provider/api/json.js";
import { check } from "./host-fixture.js";
import { resources } from "./resources.js";

describe("check, for any value of any argument,", () => {
  // No word of a message has this character, so that to find it is to find a value.
  const secret = fc.string({ unit: "binary" }).map((text) => `§${text}`);
  const others = [fc.double(), fc.boolean(), fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined)];
  const anything = fc.oneof(secret, fc.array(secret), fc.record({ key: secret }), ...others);

  for (const { documented, api } of resources) {
    const names = [...Object.keys(documented.arguments), "other"];
    const inputs = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });

    it(`of ${documented.kind} never throws, names no property, says each thing once and repeats no value`, async () => {
      await fc.assert(
        fc.asyncProperty(inputs, async (values) => {
          const { properties, reasons } = await check(api, values as JsonObject);
          expect(properties.every((property) => property === "")).to.equal(true);
          expect(new Set(reasons).size).to.equal(reasons.length);
          expect(reasons.join()).to.not.include("§");
        }),
        { numRuns: 200 },
      );
    });
  }
});
