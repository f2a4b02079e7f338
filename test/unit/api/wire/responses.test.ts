import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../../../provider/api/http/json.js";
import { FieldReader } from "../../../../provider/api/wire/fields.js";
import { isOfType, parseResponse } from "../../../../provider/api/wire/responses.js";
import { list } from "../../../../provider/definitions/value-type.js";
import { buildResponse, listResponseValues, type ResponseValue } from "../../../documented/facts.js";
import { application, cache, environment, resources, type TestedResource } from "../../documented-resources.js";

function another(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return Array.isArray(value) ? [...value, "another"] : `${value} another`;
}

function mistyped(value: Json): readonly [expected: string, values: readonly Json[]] {
  if (typeof value === "boolean") return ["true or false", ["true", 1]];
  if (typeof value === "number") return ["an integer", ["5", 5.5, 2 ** 53]];
  if (Array.isArray(value)) return ["a list of strings", ["academic", ["a", 1]]];
  return ["a string", [5, true, ["SECRET"], {}]];
}

/** What the engine can store: no undefined, NaN, infinity, date, bigint or half a surrogate pair. */
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

function nearly(rows: readonly ResponseValue[]): fc.Arbitrary<Json> {
  const others = fc.dictionary(fc.nat(rows.length - 1).map(String), fc.oneof(anyText, anyJson), { maxKeys: 10 });
  const near = others.map((values) => {
    const answers = rows.map(([at, documented], index): ResponseValue => [at, values[index] ?? documented]);
    return buildResponse(answers).body;
  });
  return fc.oneof({ arbitrary: near, weight: 4 }, anyJson);
}

for (const { documented: resource, definition } of resources) {
  const answers = listResponseValues(resource);

  it(`Response of ${resource.className}: gives an output for every documented field, without a warning`, () => {
    const read = (rows: readonly ResponseValue[]) => {
      const { body, outputs } = buildResponse(rows);
      const { values, mismatches } = parseResponse(definition, body);
      expect({ values, mismatches }).to.deep.equal({ values: outputs, mismatches: [] });
    };
    read(answers);
    for (const [at, value] of answers.filter(([, , output]) => output !== undefined)) {
      read(answers.map((row) => (row[0] === at ? [at, another(value), row[2]] : row)));
    }
    const { id, type, message } = parseResponse(definition, { ...buildResponse(answers).body, message: " Done.\n" });
    const data = Object.fromEntries(answers.map(([at, value]) => [String(at), value]));
    expect({ id, type, message }).to.deep.equal({ id: data["data.id"], type: data["data.type"], message: "Done." });
  });

  it(`Response of ${resource.className}: keeps null only for a nullable argument or an output that can be lost`, () => {
    for (const [at, , output = ""] of answers) {
      const [field] = /(?<=^data\.)(attributes|relationships)\.[^.]+(?=(\.data)?(\.0)?(\.id)?$)/.exec(String(at)) ?? [];
      if (field === undefined || output === "") continue;
      const name = output.replace(".0", "");
      const argument = resource.arguments[name];
      const isLost = argument ? argument.nullable === "value" : !resource.neverLost.includes(name);
      const { values } = parseResponse(definition, buildResponse([[`data.${field}`, null]]).body);
      expect(values, output).to.deep.equal(isLost ? { [name]: null } : {});
    }
  });

  it(`Response of ${resource.className}: warns about an attribute of the wrong type without its value`, () => {
    for (const [at, documentedValue, output = ""] of answers) {
      const [, field] = /^data\.attributes\.(.+)$/.exec(String(at)) ?? [];
      // Warnings name objects with undocumented keys by their content.
      if (field === undefined || /runtime|login/.test(field)) continue;
      const [expected, values] = mistyped(documentedValue);
      for (const value of values) {
        const { body } = buildResponse([[`data.attributes.${field}`, value]]);
        const { mismatches, values: outputs } = parseResponse(definition, body);
        expect(mismatches, JSON.stringify(value)).to.deep.equal([{ field, expected }]);
        expect(JSON.stringify(outputs), output).to.not.include("SECRET");
      }
    }
  });

  it(`Response of ${resource.className}: gives no output for a relationship of the wrong cardinality`, () => {
    for (const [at, , output] of answers) {
      const [, wire, many] = /^data\.relationships\.(\w+)\.data(\.0)?\.id/.exec(String(at)) ?? [];
      if (wire === undefined || output === undefined) continue;
      const [expected, reference] = many ? ["a list of ids", { id: "1" }] : ["one id", [{ id: "1" }]];
      for (const data of [reference, many ? [{}] : {}, "1"]) {
        const field = `relationships.${wire}`;
        const { body } = buildResponse([[`data.${field}`, { data }]]);
        const { values, mismatches } = parseResponse(definition, body);
        expect({ values, mismatches }, wire).to.deep.equal({ values: {}, mismatches: [{ field, expected }] });
      }
    }
  });

  for (const [at, type] of answers) {
    const [, wire, many = ""] = /^data\.relationships\.(\w+)\.data(\.0)?\.type$/.exec(String(at)) ?? [];
    if (wire === undefined) continue;
    const path = `data.relationships.${wire}.data${many}`;
    const [, , output] = answers.find(([one]) => [one].flat().includes(`${path}.id`)) ?? [];
    if (output === undefined) continue;
    const read = (named: Json) => {
      const { body, outputs } = buildResponse([
        [`${path}.id`, "id-9", output],
        [`${path}.type`, named],
      ]);
      const { values, mismatches } = parseResponse(definition, body);
      return { values, mismatches, outputs };
    };

    it(`Response of ${resource.className}: the relationship ${wire} to another class gives no output`, () => {
      for (const { definition: other } of resources.filter((one) => one.definition.apiType !== type)) {
        for (const named of [other.apiType, other.apiType.replace(/s$/, "")]) {
          const { values, mismatches } = read(named);
          const expected = `${many ? "a list of ids" : "one id"} of type "${type}"`;
          expect(values, named).to.deep.equal({});
          expect(mismatches).to.deep.equal([{ field: `relationships.${wire}`, expected }]);
        }
      }
    });

    it(`Response of ${resource.className}: the relationship ${wire} doesn't need its exact type`, () => {
      for (const named of [null, 7, String(type).replace(/s$/, ""), String(type).toUpperCase(), "things"]) {
        const { values, mismatches, outputs } = read(named);
        expect({ values, mismatches }, String(named)).to.deep.equal({ values: outputs, mismatches: [] });
      }
    });
  }

  it(`Response of ${resource.className}: reads attributes from the resource itself if it has no attributes object`, () => {
    const { body, outputs } = buildResponse(answers);
    const { attributes, ...data } = body.data as JsonObject;
    const own = { ...data, ...(attributes as JsonObject) };
    const { data: _, ...others } = body;
    // Inside data, `type` is the resource type, not an attribute.
    const { type: __, ...withoutType } = outputs;
    for (const [flat, expected] of [
      [{ ...others, ...own }, outputs],
      [{ ...others, ...own, attributes: null }, outputs],
      [{ ...others, data: { ...own, type: data.type ?? null } }, withoutType],
    ] as const) {
      const { id, values, mismatches } = parseResponse(definition, flat);
      expect({ id, values, mismatches }).to.deep.equal({ id: data.id, values: expected, mismatches: [] });
    }
  });

  it(`Response of ${resource.className}: turns any JSON into storable outputs, and names no value in a warning`, () => {
    fc.assert(
      fc.property(nearly(answers), (body) => {
        const before = JSON.stringify(body);
        const { id, values: outputs, mismatches } = parseResponse(definition, body);
        expect(storable(outputs)).to.equal(true);
        expect(id === undefined || (typeof id === "string" && id !== "" && id.isWellFormed())).to.equal(true);
        expect(JSON.stringify(mismatches)).to.not.include("SECRET");
        expect(JSON.stringify(body)).to.equal(before);
      }),
      { numRuns: 150, examples: [[buildResponse(answers.map(([at]): ResponseValue => [at, ["\ud800"]])).body]] },
    );
  });
}

it("Type of a class: matches in the plural and singular, in any case", () => {
  for (const type of ["environments", "environment", "Environments", "ENVIRONMENT"]) {
    expect([type, isOfType(type, "environments"), isOfType(type, "applications")]).to.deep.equal([type, true, false]);
  }
  expect(isOfType("DatabaseSchema", "databaseSchemas")).to.equal(true);
  for (const type of ["environmentss", "environ", "environments ", "site", "", undefined, null, 7, ["environments"]]) {
    expect(isOfType(type as string, "environments"), String(type)).to.equal(false);
  }
});

it("Response: accepts a safe integer as an id, also in a relationship", () => {
  for (const [id, text, environmentIds] of [[12, "12", ["12"]], [2 ** 53]] as [number, string?, string[]?][]) {
    const found = parseResponse(cache.definition, {
      data: { id, relationships: { environments: { data: [{ id }] } } },
    });
    expect([found.id, found.values.environmentIds]).to.deep.equal([text, environmentIds]);
  }
});

it("Relationship to many: gives no output if one id is of another class", () => {
  const data = [
    { id: "1", type: "deployments" },
    { id: "2", type: "caches" },
  ];
  const { values, mismatches } = parseResponse(environment.definition, {
    data: { relationships: { deployments: { data } } },
  });
  const mismatch = { field: "relationships.deployments", expected: 'a list of ids of type "deployments"' };
  expect({ values, mismatches }).to.deep.equal({ values: {}, mismatches: [mismatch] });
});

it("Response: warns once about an attribute `repository` that isn't an object", () => {
  for (const repository of ["acme/web", 7, [1]]) {
    const { values, mismatches } = parseResponse(application.definition, { data: { attributes: { repository } } });
    const expected = { values: {}, mismatches: [{ field: "repository", expected: "an object" }] };
    expect({ values, mismatches }, String(repository)).to.deep.equal(expected);
  }
});

it("Response: ignores attributes named after arguments that no response has", () => {
  for (const [{ definition }, attributes] of [
    [environment, { name: "nn", branch: "of something else" }],
    [cache, { name: "nn", cache_id: "other", triggers: ["a"] }],
  ] as [TestedResource, JsonObject][]) {
    expect(parseResponse(definition, { data: { attributes } }).values).to.deep.equal({ name: "nn" });
  }
});

it("Response: accepts any values in a list", () => {
  const reader = new FieldReader();
  expect(reader.readAt("tags", list, { tags: ["a", 1, null] })).to.deep.equal(["a", 1, null]);
  expect(reader.readAt("tags", list, { tags: "a" })).to.equal(undefined);
  expect(reader.mismatches).to.deep.equal([{ field: "tags", expected: "a list" }]);
});

it("Response: reads `[]`, PHP's empty object, as an empty object", () => {
  const attributes = { mailer: [], network_settings: { cache: [] } };
  const { values: outputs } = parseResponse(environment.definition, { data: { attributes } });
  expect(outputs).to.deep.equal({ mailer: {}, networkSettings: { cache: {} } });
});

it("Response: reads an id without an envelope", () => {
  const found = parseResponse(environment.definition, { id: "env-1", type: "site", attributes: { slug: "s" } });
  expect(found).to.deep.include({ id: "env-1", type: "site", values: { slug: "s" } });
  for (const data of [{}, { id: null }, { id: "" }, { id: true }, { id: {} }]) {
    expect(parseResponse(environment.definition, { data }).id).to.equal(undefined);
  }
});

const ids = "a list of ids";
const part = (name: string, value: Json) => ({ data: { [name]: value } });
const included = (type: string, of: JsonObject) => ({ included: [{ type, ...of }] });
const unexpected: readonly [body: Json, field: string, expected: string, kind?: TestedResource][] = [
  ["SECRET", "the body", "an object"],
  [[{ id: "1" }], "the body", "an object"],
  [{ data: [{ id: "1" }] }, "data", "an object"],
  [part("attributes", [1]), "attributes", "an object"],
  [part("relationships", "x"), "relationships", "an object"],
  [part("attributes", { connection: "SECRET" }), "connection", "an object"],
  [part("relationships", { environments: "x" }), "relationships.environments", ids],
  [{ data: {}, included: {} }, "included", "a list of objects"],
  [{ data: {}, included: [{}, null] }, "included", "a list of objects"],
  [part("attributes", { connection: { a: { username: 1 } } }), "credentials.username", "a string"],
  [included("environments", { attributes: { slug: 1 } }), "included.environments.slug", "a string"],
  [included("environments", { links: { self: { href: 1 } } }), "included.environments.links.self.href", "a string"],
  [included("repositories", { attributes: { name: 1 } }), "included.repositories.name", "a string", application],
];
for (const [body, field, expected, { definition } = cache] of unexpected) {
  it(`Response ${JSON.stringify(body).slice(0, 40)}: warns about ${field}`, () => {
    expect(parseResponse(definition, body).mismatches).to.deep.equal([{ field, expected }]);
  });
}
