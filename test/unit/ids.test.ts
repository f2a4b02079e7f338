/** Ids: opaque texts, exact to the last digit. */

import { expect } from "chai";
import * as fc from "fast-check";
import { application } from "../../provider/api/application.js";
import { cache } from "../../provider/api/cache.js";
import { environment } from "../../provider/api/environment.js";
import { type Json, parseJson } from "../../provider/api/json.js";
import { readResponse } from "../../provider/api/resource.js";

describe("An id", () => {
  it("is exact where the answer holds a number of 20 digits", () => {
    const text = `{"data": {"id": 12345678901234567890, "relationships":
      {"environments": {"data": [{"type": "environments", "id":98765432109876543210}]}}}}`;
    expect(readResponse(cache, parseJson(text))).to.deep.include({
      id: "12345678901234567890",
      outputs: { environmentIds: ["98765432109876543210"] },
    });
  });

  const texts: readonly [text: string, parsed: Json][] = [
    ['{"id": 0}', { id: "0" }],
    ['{"id":-7 }', { id: "-7" }],
    ['[{"id"\n:\t9007199254740993}]', [{ id: "9007199254740993" }]],
    ['{"id": "12"}', { id: "12" }],
    ['{"id": 1.5}', { id: 1.5 }],
    ['{"id": 1e3}', { id: 1000 }],
    ['{"id": null, "uuid": 12, "Id": 3}', { id: null, uuid: 12, Id: 3 }],
    ['{"note": "\\"id\\": 12, \\\\", "id": 3}', { note: '"id": 12, \\', id: "3" }],
    ['{"note": "{\\"id\\":12}"}', { note: '{"id":12}' }],
    ['["id", 12, {"key": "id"}, 13]', ["id", 12, { key: "id" }, 13]],
    ['{"port": 12, "a": {"id": 5}, "port2": 12}', { port: 12, a: { id: "5" }, port2: 12 }],
  ];
  for (const [text, parsed] of texts) {
    it(`is made text and nothing else: ${text}`, () => {
      expect(parseJson(text)).to.deep.equal(parsed);
    });
  }

  for (const data of [{}, { id: null }, { id: "" }, { id: true }, { id: {} }]) {
    it(`is absent where the answer has none to use: ${JSON.stringify(data)}`, () => {
      expect(readResponse(application, { data }).id).to.equal(undefined);
    });
  }

  it("is found in a body without an envelope", () => {
    expect(readResponse(environment, { id: "env-1", attributes: { slug: "s" } })).to.deep.include({
      id: "env-1",
      outputs: { slug: "s" },
    });
  });

  it("is read as it is written, whatever integer it is and whatever text stands around it", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom('"id": 1', '\\"id":2,', '{"id":3}'));
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), text, text, (id, before, after) => {
        const answer = `{${JSON.stringify(before)}: ${JSON.stringify(after)}, "data": {"id": ${id}, "n": ["id", 4]}}`;
        const expected = { ...JSON.parse(answer), data: { id: String(id), n: ["id", 4] } };
        expect(parseJson(answer)).to.deep.equal(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("is the only thing that parsing changes", () => {
    const json = fc.json({ stringUnit: "grapheme" });
    fc.assert(
      fc.property(json, (text) => {
        fc.pre(!/"id"\s*:/.test(text));
        expect(parseJson(text)).to.deep.equal(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  for (const text of ["", "{", '{"id": 1', '{"id": 01}', "<html>", '{"id": 1}}', "nonsense"]) {
    it(`is not guessed from broken JSON: ${text}`, () => {
      expect(() => parseJson(text)).to.throw(SyntaxError);
    });
  }
});
