/** Mapping for any JSON at all: it never throws, and what it makes can be stored. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { Json } from "../../provider/api/json.js";
import { readResponse } from "../../provider/api/resource.js";
import { type Answer, allAnswers, responseOf } from "../documented/index.js";
import { resources } from "./resources.js";

/** What the engine can store: no undefined, NaN, infinity, date, bigint, and no half of a surrogate pair. */
function storable(value: unknown): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(storable);
  const plain = Object.getPrototypeOf(value) === Object.prototype;
  return plain && Object.entries(value).every(([key, item]) => key.isWellFormed() && storable(item));
}

// Halves of surrogate pairs, and keys that every object has.
const parts = ["\ud800", "\udfff", "🚀", "a", "SECRET", "", "__proto__", "toString", "id", "type", "data", "username"];
const anyText = fc.string({ unit: fc.constantFrom(...parts), maxLength: 2 });
const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom(...parts) }) as fc.Arbitrary<Json>;

/** Documented responses in which some values are others, and whatever else there is. */
function nearly(rows: readonly Answer[]): fc.Arbitrary<Json> {
  const others = fc.dictionary(fc.nat(rows.length - 1).map(String), fc.oneof(anyText, anyJson), { maxKeys: 10 });
  const near = others.map((values) => {
    const answers = rows.map(([at, documented], index): Answer => [at, values[index] ?? documented]);
    return responseOf(answers).body;
  });
  return fc.oneof({ arbitrary: near, weight: 4 }, anyJson);
}

for (const { documented, api } of resources) {
  describe(`Reading the response of ${documented.kind}, whatever it is,`, () => {
    const response = nearly(allAnswers(documented));

    it("gives outputs that can be stored, an id that is text or none, and warnings without a value", () => {
      fc.assert(
        fc.property(response, (body) => {
          const before = JSON.stringify(body);
          const { id, outputs, mismatches } = readResponse(api, body);
          expect(storable(outputs)).to.equal(true);
          if (id !== undefined) expect(id).to.be.a("string").that.is.not.equal("");
          expect(storable(id ?? null)).to.equal(true);
          expect(JSON.stringify(mismatches)).to.not.include("SECRET");
          expect(JSON.stringify(body)).to.equal(before);
        }),
        { numRuns: 150 },
      );
    });
  });
}
