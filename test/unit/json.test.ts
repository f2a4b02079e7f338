/** JSON as the API sends it: ids exact to the last digit; and equality of values, which says what has changed. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import { type Json, parseJson, sameJson } from "../../provider/api/json.js";

describe("Parsing", () => {
  const texts: readonly [text: string, parsed: Json][] = [
    ['{"id": 0}', { id: "0" }],
    ['{"id":-7 }', { id: "-7" }],
    ['[{"id"\n:\t9007199254740993}]', [{ id: "9007199254740993" }]],
    ['{"id": "12"}', { id: "12" }],
    ['{"id": 1.5}', { id: 1.5 }],
    ['{"id": null, "uuid": 12, "Id": 3}', { id: null, uuid: 12, Id: 3 }],
    ['{"note": "\\"id\\": 12, \\\\", "id": 3}', { note: '"id": 12, \\', id: "3" }],
    ['["id", 12, {"key": "id"}, 13]', ["id", 12, { key: "id" }, 13]],
  ];
  for (const [text, parsed] of texts) {
    it(`makes an integer that is an id text, and nothing else: ${text}`, () => {
      expect(parseJson(text)).to.deep.equal(parsed);
    });
  }

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
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [{ a: { b: 1 } }, { a: { b: 2 } }],
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      [{ toString: undefined }, { a: undefined }],
      [[], {}],
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
