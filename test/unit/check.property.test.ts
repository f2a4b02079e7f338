/** check for any value at all: it never throws, and what it says can be printed. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { check } from "./host-fixture.js";
import { resources } from "./resources.js";

describe("check, for any value of any argument,", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
  );

  for (const { documented, requests } of resources) {
    const names = Object.keys(documented.arguments);
    const inputs = fc.record(Object.fromEntries([...names, "other"].map((name) => [name, anything])), {
      requiredKeys: [],
    });

    it(`of ${documented.kind} never throws, names no property, and says each thing once`, async () => {
      await fc.assert(
        fc.asyncProperty(inputs, async (values) => {
          const { properties, reasons } = await check(requests, values as JsonObject);
          expect(properties.every((property) => property === "")).to.equal(true);
          expect(new Set(reasons).size).to.equal(reasons.length);
        }),
        { numRuns: 300 },
      );
    });

    it(`of ${documented.kind} never repeats a value, for it may be a secret`, async () => {
      // No word of a message has these characters in a row, so that to find them is to find the value.
      const secret = fc.string({ unit: "grapheme" }).map((text) => `§${text}§`);
      const values = fc.oneof(secret, fc.array(secret, { minLength: 1 }), fc.record({ key: secret }));
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names, "other"), values, async (name, value) => {
          const reasons = (await check(requests, { [name]: value as Json })).reasons.join();
          expect(reasons).to.not.equal("").and.to.not.include("§");
        }),
        { numRuns: 300 },
      );
    });
  }
});
