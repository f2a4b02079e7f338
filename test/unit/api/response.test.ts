/** What responses become: the documented ones of test/documented, and those that differ. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { parseResponse } from "../../../provider/api/response.js";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { buildResponse, listResponseValues, type ResponseValue } from "../../documented/facts.js";
import { application, cache, environment, resources, type TestedResource } from "../documented-resources.js";

function read({ table }: TestedResource, body: Json) {
  const { values, mismatches } = parseResponse(table, body);
  return { values, mismatches: mismatches.map(({ path, expected }) => `${path}: ${expected}`) };
}

function change(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return Array.isArray(value) ? [...value, "another"] : `${value} another`;
}

function listMistyped(value: Json): readonly [expected: string, values: readonly Json[]] {
  if (typeof value === "boolean") return ["true or false", ["true", 1, ["SECRET"]]];
  if (typeof value === "number") return ["an integer", ["5", 5.5, 2 ** 53, { a: "SECRET" }]];
  if (Array.isArray(value)) return ["a list of strings", ["SECRET", 7, {}]];
  return ["a string", [5.5, 2 ** 53, true, ["SECRET"], { a: "SECRET" }]];
}

// Halves of surrogate pairs, and keys that every object has.
const parts = ["\ud800", "\udfff", "🚀", "a", "SECRET", "", "__proto__", "toString", "id", "type", "data", "username"];
const anyText = fc.string({ unit: fc.constantFrom(...parts), maxLength: 2 });
const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom(...parts) }) as fc.Arbitrary<Json>;

/** The documented response, with any JSON in place of some values; or any JSON. */
function nearlyDocumented(rows: readonly ResponseValue[]): fc.Arbitrary<Json> {
  const others = fc.dictionary(fc.nat(rows.length - 1).map(String), fc.oneof(anyText, anyJson), { maxKeys: 10 });
  const near = others.map((values) => {
    const changed = rows.map(([at, documented], index): ResponseValue => [at, values[index] ?? documented]);
    return buildResponse(changed).body;
  });
  return fc.oneof({ arbitrary: near, weight: 4 }, anyJson);
}

for (const resource of resources) {
  const { documented: facts, table } = resource;
  const { className } = table;
  const rows = listResponseValues(facts);
  const { body, outputs } = buildResponse(rows);
  const data = body.data as JsonObject;
  const replace = (at: ResponseValue[0], value: Json | undefined) =>
    buildResponse(rows.map((row) => (row[0] === at ? [at, value, row[2]] : row) as ResponseValue));

  it(`Response of ${className}: has its id, type and message`, () => {
    const { id, type, message } = parseResponse(table, { ...body, message: " Done.\n" });
    expect({ id, type, message }).to.deep.equal({ id: data.id, type: data.type, message: "Done." });
  });

  it(`Response of ${className}: each documented value is the value of its output`, () => {
    expect(read(resource, body)).to.deep.equal({ values: outputs, mismatches: [] });
    const wrong = rows.filter(([at, value, output]) => {
      if (output === undefined) return false;
      const changed = replace(at, change(value));
      return !isDeepStrictEqual(read(resource, changed.body), { values: changed.outputs, mismatches: [] });
    });
    expect(wrong).to.deep.equal([]);
  });

  it(`Response of ${className}: null counts only for buildCommand and outputs that a resource can lose`, () => {
    const found: JsonObject = {};
    const expected: JsonObject = {};
    for (const [at, , output = ""] of rows) {
      const [field] = /(?<=^data\.)(attributes|relationships)\.[^.]+(?=(\.data)?(\.0)?(\.id)?$)/.exec(String(at)) ?? [];
      if (field === undefined || output === "") continue;
      const name = output.replace(".0", "");
      const argument = facts.arguments[name];
      const isLost = argument ? argument.nullable === "value" : !facts.neverLost.includes(name);
      found[name] = read(resource, buildResponse([[`data.${field}`, null]]).body).values;
      expected[name] = isLost ? { [name]: null } : {};
    }
    expect(found).to.deep.equal(expected);
  });

  it(`Response of ${className}: a value of another type costs its output alone, and its path is named`, () => {
    const cases = rows.flatMap(([at, documented, output = ""]) => {
      const [, path] = /^data\.attributes\.(.+)$/.exec(String(at)) ?? [];
      // The path of an object with an undocumented key is in a test below.
      if (path === undefined || output === "" || /runtime|credentials/.test(path)) return [];
      const [expected, wrong] = listMistyped(documented);
      return wrong.map((value) => ({ at, value, mismatches: [`${path}: ${expected}`] }));
    });
    expect(cases.map(({ at, value }) => read(resource, replace(at, value).body))).to.deep.equal(
      cases.map(({ at, mismatches }) => ({ ...read(resource, replace(at, undefined).body), mismatches })),
    );
  });

  for (const [at, type] of rows) {
    const [, wire = "", many = ""] = /^data\.relationships\.(\w+)\.data(\.0)?\.type$/.exec(String(at)) ?? [];
    const [, , output] = rows.find(([one]) => [one].flat().includes(`data.relationships.${wire}.data${many}.id`)) ?? [];
    if (output === undefined) continue;

    it(`Response of ${className}: ${wire} links to ${many ? "any number" : "one"}, of any type`, () => {
      const readLink = (data: Json) => read(resource, { data: { relationships: { [wire]: { data } } } });
      const link = (named: Json) => readLink(many ? [{ id: "9", type: named }] : { id: "9", type: named });
      const { outputs: values } = buildResponse([["data.id", "9", output]]);
      const same = [type, null, 7, "things"];
      expect(same.map(link)).to.deep.equal(same.map(() => ({ values, mismatches: [] })));

      const mismatches = [`relationships.${wire}.id: a ${many ? "list of strings" : "string"}`];
      const wrong: Json[] = many ? [{ id: "1" }, "1"] : [[{ id: "1" }], {}];
      expect(wrong.map(readLink)).to.deep.equal(wrong.map(() => ({ values: {}, mismatches })));
    });
  }

  it(`Response of ${className}, flat in data: has its members as attributes, except the type`, () => {
    const flat = { ...body, data: { ...data, ...(data.attributes as JsonObject), type: data.type, attributes: null } };
    const { type: _, ...values } = outputs;
    expect(read(resource, flat as JsonObject)).to.deep.equal({ values, mismatches: [] });
  });

  it(`Response of ${className}: any JSON gives outputs to store, and warnings without values`, () => {
    const stores = fc.property(nearlyDocumented(rows), (json) => {
      const before = JSON.stringify(json);
      const { id, values, mismatches } = parseResponse(table, json);
      const stored = Struct.fromJavaScript({ ...values, id } as Record<string, JavaScriptValue>);
      const loaded = Struct.deserializeBinary(stored.serializeBinary()).toJavaScript();
      expect(loaded).to.deep.equal({ ...values, id });
      expect(id).to.be.a("string");
      expect(JSON.stringify(mismatches)).to.not.include("SECRET");
      expect(JSON.stringify(json)).to.equal(before);
    });
    const halves = rows.map(([at]): ResponseValue => [at, ["\ud800"]]);
    fc.assert(stores, { numRuns: 150, examples: [[buildResponse(halves).body]] });
  });
}

const slug = { slug: "s" };
for (const [what, body, values] of [
  ["an envelope around data with attributes", { ...slug, data: { id: "env-9", attributes: {} } }, {}],
  ["a resource whose attributes are []", { ...slug, attributes: [] }, {}],
  ["a type that isn't documented", { ...slug, type: "jobs" }, slug],
] as [string, Json, JsonObject][]) {
  it(`Response with ${what}: its attributes are ${JSON.stringify(values)}`, () => {
    expect(read(environment, body)).to.deep.equal({ values, mismatches: [] });
  });
}

it("Response of Cache without data: its type is an attribute, not the resource's type", () => {
  const { type, values } = parseResponse(cache.table, { id: "cache-1", type: "vendor_redis" });
  expect({ type, values }).to.deep.equal({ type: "", values: { type: "vendor_redis" } });
});

for (const [id, expected] of [
  ["env-1", "env-1"],
  [12, "12"],
  [2 ** 53, ""],
  [{}, ""],
] as const) {
  it(`Response with the id ${JSON.stringify(id)}: the resource has ${expected === "" ? "none" : expected}`, () => {
    const link = { data: [{ id }] };
    const { id: found, values } = parseResponse(cache.table, { data: { id, relationships: { environments: link } } });
    expect(found).to.equal(expected);
    expect(values).to.deep.equal({ environmentIds: expected === "" ? [] : [expected] });
  });
}

for (const [type, isRead] of [
  ["environment", true],
  ["ENVIRONMENTS", true],
  ["environmentss", false],
  [null, false],
] as const) {
  it(`Response that includes the type ${JSON.stringify(type)}: has ${isRead ? "an" : "no"} environment`, () => {
    const { values } = read(cache, { included: [{ type, id: "env-1" }] });
    expect(values).to.deep.equal({ environments: isRead ? [{ id: "env-1" }] : [] });
  });
}

const connection = { hostname: "h", port: 6379, protocol: "redis" };
const credentials = { username: "user", password: "p@ss/word" };
const variables = [
  { key: "snake_case_KEY", value: "v" },
  { key: "__proto__", value: "" },
];
const ofKeys = { environment_variables: variables };
const list = "environment_variables";
const of = (login: JsonObject) => ({ connection: { ...connection, ...login } });

const wrongLogin = { a: { username: true, password: "p" } };
const noUser = { connection, credentials: { password: "p" } };

for (const [resource, what, attributes, values, ...mismatches] of [
  [environment, "a number as node_version is its text", { node_version: 20 }, { nodeVersion: "20" }],
  [environment, "a number as name stays one, to compare", { name: 7 }, { name: 7 }],
  [
    environment,
    "an item of another type costs itself alone",
    { network_settings: { firewall: { bot_categories: ["a", {}, null, "b"] } } },
    { networkSettings: { firewall: { botCategories: ["a", "b"] } } },
    "network_settings.firewall.bot_categories.1: a string",
  ],
  [environment, "[] counts as an empty object", { mailer: [] }, { mailer: {} }],
  [environment, "another list is no object", { mailer: [1] }, {}, "mailer: an object"],
  [environment, "variables can be under any key", { a: null, "": ofKeys }, { environmentVariables: variables }],
  [
    environment,
    "malformed variables cost themselves alone",
    { [list]: [...variables, { value: "lost" }, "KEY=v", null, { key: "a", value: true }] },
    { environmentVariables: [...variables, { key: "a" }] },
    `${list}.3: an object`,
    `${list}.5.value: a string`,
  ],
  [environment, "variables that are no list give no output", { [list]: {} }, {}, `${list}: a list of objects`],
  [cache, "the login can be in the connection itself", of(credentials), { connection, credentials }],
  [cache, "the login can be under any key", of({ tls: { ca: "…" }, "": credentials }), { connection, credentials }],
  [cache, "a login needs no user name", of({ a: { password: "p" } }), noUser],
  [cache, "a login needs a password", of({ a: { username: "user" } }), { connection }],
  [cache, "a connection without a login gives none", of({ a: {}, "": [], b: { other: 1 } }), { connection }],
  [cache, "an empty connection gives no output", { connection: {} }, {}],
  [cache, "a connection that is text is named", { connection: "SECRET" }, {}, "connection: an object"],
  [cache, "a login of another type is named by its output", of(wrongLogin), noUser, "credentials.username: a string"],
  [cache, "an unlisted size is taken", { size: "9tb" }, { size: "9tb" }],
  [application, "a repository that is text is named once", { repository: "a/b" }, {}, "repository: an object"],
] as [TestedResource, string, JsonObject, JsonObject, ...string[]][]) {
  it(`Attributes of ${resource.table.className}: ${what}`, () => {
    expect(read(resource, { data: { id: "1", attributes } })).to.deep.equal({ values, mismatches });
  });
}

const repository = (id: Json) => ({ id, type: "repositories", attributes: { name: `of ${id}` } });
const organization = { id: "o-1", type: "organizations", attributes: { name: "acme" } };
const repositories = [repository("r-1"), repository("r-2")];
const linked = { repository: { data: { type: "repositories", id: "r-2" } } };
const attributes = { id: "e-2", href: "https://api.example/e-2", name: "next" };
const links = { self: { href: "https://api.example/e-1", name: "self", slug: "self" } };
const withLinks = { type: "environment", id: "e-1", attributes, links };
const shown = { id: "e-1", name: "next", href: "https://api.example/e-1" };
const details = (id: string) => ({ repositoryDetails: { id, name: `of ${id}` } });
for (const [what, resource, included, expected, relationships = {}] of [
  ["the linked repository", application, [organization, ...repositories], details("r-2"), linked],
  ["no environment", cache, [organization], { environments: [] }],
  ["an environment with its own id and links", cache, [withLinks], { environments: [shown] }],
] as const) {
  it(`Included resources with ${what}: give ${Object.keys(expected)[0] ?? "nothing"}`, () => {
    const body = { data: { id: "1", relationships }, included } as unknown as Json;
    expect(read(resource, body)).to.deep.equal({ values: expected, mismatches: [] });
  });
}

const part = (name: string, value: Json) => ({ data: { [name]: value } });
const include = (type: string, members: JsonObject) => ({ included: [{ type, ...members }] });
for (const [body, mismatch, resource = cache] of [
  ["SECRET", "the body: an object"],
  [{ data: [{ id: "1" }] }, "data: an object"],
  [part("attributes", [1]), "attributes: an object"],
  [part("relationships", "x"), "relationships: an object"],
  [{ data: {}, included: {} }, "included: a list of objects"],
  [{ data: {}, included: [{}, 7] }, "included.1: an object"],
  [include("environments", { attributes: { slug: {} } }), "included.environments.0.slug: a string"],
  [include("repositories", { attributes: { name: {} } }), "included.repositories.name: a string", application],
] as [Json, string, typeof cache?][]) {
  it(`Response ${JSON.stringify(body).slice(0, 40)}: "${mismatch}"`, () => {
    expect(read(resource, body).mismatches).to.deep.equal([mismatch]);
  });
}
