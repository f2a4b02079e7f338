/** Mapping for any JSON at all: it never throws, and what it makes can be stored. */

import { expect } from "chai";
import * as fc from "fast-check";
import * as applications from "../../provider/api/application.js";
import * as caches from "../../provider/api/cache.js";
import type { Answered } from "../../provider/api/envelope.js";
import * as environments from "../../provider/api/environment.js";
import type { Table } from "../../provider/api/fields.js";
import type { Json } from "../../provider/api/json.js";

type Read = (answer: Json | undefined) => Answered;

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

/** Any JSON, through its text: keys such as `__proto__` come out as they do of an answer. */
const halfPairs = fc.constantFrom("\ud800", "a\udfff", "\udc00\ud800b");
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), halfPairs);
const secret = fc.constant("SECRET");
const leaf = fc.oneof(anyText, secret, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const oddKeys = fc.constantFrom("__proto__", "constructor", "toString", "", "id", "type", "name");
const anyJson = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.array(fc.tuple(fc.oneof(oddKeys, anyText), tie("value")), { maxLength: 3 }).map(objectOf),
    ),
  }))
  .value.map((value) => JSON.parse(JSON.stringify(value) ?? "null") as Json);

/** An object with these keys of its own, `__proto__` among them. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** Answers that are near enough to the documented ones to get past the envelope. */
function nearly(table: Table): fc.Arbitrary<unknown> {
  const fields = table.map(([wire, , shape]) => {
    const value =
      shape === "texts"
        ? fc.array(anyText)
        : typeof shape === "string"
          ? leaf
          : fc.oneof(nearly(shape), anyJson);
    return [wire, fc.oneof({ arbitrary: value, weight: 3 }, anyJson)] as const;
  });
  const nested = { "": anyJson, login: fc.record({ username: leaf, password: leaf }, { requiredKeys: [] }) };
  return fc.record({ ...Object.fromEntries(fields), ...nested }, { requiredKeys: [] });
}

const reference = fc.record({ type: anyText, id: leaf }, { requiredKeys: [] });
const variables = fc.record({ environment_variables: fc.array(fc.record({ key: leaf, value: leaf })) });

function answers(table: Table, relationships: readonly (readonly [string, string, string])[]) {
  const related = fc.dictionary(
    fc.constantFrom(...relationships.map(([wire]) => wire)),
    fc.oneof(fc.record({ data: fc.oneof(reference, fc.array(reference), anyJson) }), anyJson),
  );
  const data = fc.record(
    {
      id: leaf,
      attributes: fc.tuple(nearly(table), variables).map(([fields, more]) => Object.assign({}, fields, more)),
      relationships: related,
    },
    { requiredKeys: [] },
  );
  const included = fc.array(
    fc.record({
      type: fc.constantFrom("environments", "repositories", "others"),
      id: leaf,
      attributes: fc.oneof(nearly(caches.includedEnvironment), anyJson),
      links: fc.oneof(fc.record({ self: fc.record({ href: leaf }) }), anyJson),
    }),
    { maxLength: 3 },
  );
  const whole = fc.record({ data: fc.oneof(data, anyJson), included: fc.oneof(included, anyJson) });
  return fc.oneof({ arbitrary: whole, weight: 4 }, data, anyJson).map((answer) => {
    return JSON.parse(JSON.stringify(answer) ?? "null") as Json;
  });
}

const resources: readonly [kind: string, read: Read, answer: fc.Arbitrary<Json>][] = [
  [
    "application",
    applications.readApplication,
    answers(applications.applicationAttributes, applications.applicationRelationships),
  ],
  [
    "environment",
    environments.readEnvironment,
    answers(environments.environmentAttributes, environments.environmentRelationships),
  ],
  ["cache", caches.readCache, answers(caches.cacheAttributes, caches.cacheRelationships)],
];

for (const [kind, read, answer] of resources) {
  describe(`Reading the answer of ${kind === "cache" ? "a" : "an"} ${kind}, whatever it is,`, () => {
    it("gives outputs that the engine can store", () => {
      fc.assert(
        fc.property(answer, (body) => storable(read(body).outputs)),
        { numRuns: 500 },
      );
    });

    it("gives an id that is text, or none", () => {
      fc.assert(
        fc.property(answer, (body) => {
          const { id } = read(body);
          return id === undefined || (typeof id === "string" && id !== "" && id.isWellFormed());
        }),
        { numRuns: 300 },
      );
    });

    it("never quotes a value where it warns", () => {
      fc.assert(
        fc.property(answer, (body) => !JSON.stringify(read(body).oddities).includes("SECRET")),
        { numRuns: 300 },
      );
    });

    it("leaves the answer and the prototype of objects as they were", () => {
      fc.assert(
        fc.property(answer, (body) => {
          const before = JSON.stringify(body);
          read(body);
          expect(JSON.stringify(body)).to.equal(before);
          expect(Object.keys(Object.prototype)).to.deep.equal([]);
        }),
        { numRuns: 100 },
      );
    });
  });
}
