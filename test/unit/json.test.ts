/** JSON as the API sends it, and equality of values, which says what has changed. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import { parseJson, sameJson } from "../../provider/api/json.js";

describe("Parsing", () => {
  it("does not guess what broken JSON means", () => {
    for (const text of ["", "{", '{"id": 1', '{"id": 01}', "<html>", '{"id": 1}}', "nonsense"]) {
      expect(() => parseJson(text), text).to.throw(SyntaxError);
    }
  });
});

describe("Equality", () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "medium" },
      fc.constantFrom(0, 1, "1", "", null, false),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "0", "toString"), tie("value"), { maxKeys: 2, noNullPrototype: true }),
    ),
  }));

  it("is that of Node for any two values, whatever the order of keys", () => {
    const examples: [unknown, unknown][] = [
      [[1], [1, 2]],
      [[1, 2], [1]],
      [{ a: { b: 1 } }, { a: { b: 2 } }],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      [{ toString: undefined }, { a: undefined }],
      [[], {}],
      [
        [1, [2]],
        [1, [3]],
      ],
      [{ 0: 1 }, [1]],
      [null, {}],
      [Number.NaN, Number.NaN],
    ];
    fc.assert(
      fc.property(value, value, (a, b) => sameJson(a, b) === isDeepStrictEqual(a, b)),
      { numRuns: 300, examples },
    );
    fc.assert(fc.property(value, (a) => sameJson(a, structuredClone(a))));
  });
});
