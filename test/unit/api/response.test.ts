import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import * as fc from "fast-check";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { isOfType, parseResponse } from "../../../provider/api/response.js";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import type { Table } from "../../../provider/rows/table.js";
import { buildResponse, listResponseValues, type ResponseValue } from "../../documented/facts.js";
import { application, cache, environment, resources } from "../documented-resources.js";

const propertyRuns = Number(process.env.PROPERTY_RUNS ?? 150);

function read({ table }: { readonly table: Table }, body: Json) {
  const { values, mismatches } = parseResponse(table, body);
  return { values, mismatches: mismatches.map(({ path, expected }) => `${path}: ${expected}`) };
}

const readAttributes = (resource: { readonly table: Table }, attributes: JsonObject) =>
  read(resource, { data: { id: "1", attributes } });

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
function nearlyDocumented(answers: readonly ResponseValue[]): fc.Arbitrary<Json> {
  const others = fc.dictionary(fc.nat(answers.length - 1).map(String), fc.oneof(anyText, anyJson), { maxKeys: 10 });
  const near = others.map((values) => {
    const changed = answers.map(([at, documented], index): ResponseValue => [at, values[index] ?? documented]);
    return buildResponse(changed).body;
  });
  return fc.oneof({ arbitrary: near, weight: 4 }, anyJson);
}

for (const resource of resources) {
  const { documented: facts, table } = resource;
  const { className } = table;
  const answers = listResponseValues(facts);
  const { body, outputs } = buildResponse(answers);
  const data = body.data as JsonObject;
  const own = { ...data, ...(data.attributes as JsonObject) };

  it(`Response of ${className}: has its id, type and message`, () => {
    const { id, type, message } = parseResponse(table, { ...body, message: " Done.\n" });
    expect({ id, type, message }).to.deep.equal({ id: data.id, type: data.type, message: "Done." });
  });

  it(`Response of ${className}: each documented value is the value of its output`, () => {
    expect(read(resource, body)).to.deep.equal({ values: outputs, mismatches: [] });
    const wrong = answers.filter(([at, value, output]) => {
      if (output === undefined) return false;
      const changed = buildResponse(answers.map((row) => (row[0] === at ? [at, change(value), row[2]] : row)));
      return !isDeepStrictEqual(read(resource, changed.body), { values: changed.outputs, mismatches: [] });
    });
    expect(wrong).to.deep.equal([]);
  });

  it(`Response of ${className}: null counts only for buildCommand and outputs that a resource can lose`, () => {
    const found: JsonObject = {};
    const expected: JsonObject = {};
    for (const [at, , output = ""] of answers) {
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
    for (const [at, documented, output = ""] of answers) {
      const [, path] = /^data\.attributes\.(.+)$/.exec(String(at)) ?? [];
      // The path of an object with an undocumented key is in a test below.
      if (path === undefined || output === "" || /runtime|login/.test(path)) continue;
      const [expected, wrong] = listMistyped(documented);
      const readWith = (value: Json | undefined) => {
        const changed = answers.map((row) => (row[0] === at ? [at, value] : row)) as ResponseValue[];
        return read(resource, buildResponse(changed).body);
      };
      const { values } = readWith(undefined);
      const mismatches = [`${path}: ${expected}`];
      expect(wrong.map(readWith)).to.deep.equal(wrong.map(() => ({ values, mismatches })));
    }
  });

  for (const [at, type] of answers) {
    const [, wire = "", many = ""] = /^data\.relationships\.(\w+)\.data(\.0)?\.type$/.exec(String(at)) ?? [];
    const path = `data.relationships.${wire}.data${many}`;
    const [, , output] = answers.find(([one]) => [one].flat().includes(`${path}.id`)) ?? [];
    if (output === undefined) continue;

    it(`Response of ${className}: ${wire} links to ${many ? "any number" : "one"} of its class, or of an unlisted type`, () => {
      const readLink = (data: Json) => read(resource, { data: { relationships: { [wire]: { data } } } });
      const link = (named: Json) => readLink(many ? [{ id: "9", type: named }] : { id: "9", type: named });
      const { outputs: linked } = buildResponse([["data.id", "9", output]]);
      const same = [type, null, 7, String(type).replace(/s$/, ""), "things"];
      expect(same.map(link)).to.deep.equal(same.map(() => ({ values: linked, mismatches: [] })));

      const expected = `relationships.${wire}: ${many ? "a list of ids" : "one id"}`;
      const wrong: Json[] = many ? [{ id: "1" }, [{}], "1"] : [[{ id: "1" }], {}, "1"];
      expect(wrong.map(readLink)).to.deep.equal(wrong.map(() => ({ values: {}, mismatches: [expected] })));

      const others = resources.map((one) => one.table.apiType).filter((one) => one !== type);
      const ofType = `${expected} of type "${type}"`;
      expect(others.map(link)).to.deep.equal(others.map(() => ({ values: {}, mismatches: [ofType] })));
    });
  }

  const { data: _, ...envelope } = body;
  const { type: __, ...withoutType } = outputs;
  for (const [what, flat, expected] of [
    ["without data", { ...envelope, ...own, type: own.type ?? null, attributes: null }, outputs],
    // Inside data, `type` is the resource type, not an attribute.
    ["with data", { ...envelope, data: { ...own, type: data.type, attributes: null } }, withoutType],
  ] as const) {
    it(`Response of ${className}, flat, ${what}: has its members as attributes`, () => {
      const parsed = JSON.parse(JSON.stringify(flat)) as JsonObject;
      expect(read(resource, parsed)).to.deep.equal({ values: expected, mismatches: [] });
      expect(parseResponse(table, parsed).id).to.equal(data.id);
    });
  }

  it(`Response of ${className}: any JSON gives outputs to store, and warnings without values`, () => {
    fc.assert(
      fc.property(nearlyDocumented(answers), (json) => {
        const before = JSON.stringify(json);
        const { id, values, mismatches } = parseResponse(table, json);
        const stored = Struct.fromJavaScript({ ...values, id } as Record<string, JavaScriptValue>);
        const loaded = Struct.deserializeBinary(stored.serializeBinary()).toJavaScript();
        expect(loaded).to.deep.equal({ ...values, id });
        expect(id).to.be.a("string");
        expect(JSON.stringify(mismatches)).to.not.include("SECRET");
        expect(JSON.stringify(json)).to.equal(before);
      }),
      {
        numRuns: propertyRuns,
        examples: [[buildResponse(answers.map(([at]): ResponseValue => [at, ["\ud800"]])).body]],
      },
    );
  });
}

const resourceOfEnvironment = { id: "env-9", slug: "s", status: "deploying" };
for (const [what, body] of [
  ["an envelope around data with attributes", { ...resourceOfEnvironment, data: { id: "env-9", attributes: {} } }],
  ["an envelope around data with only an id", { status: "ok", data: { id: "env-9" } }],
  ["a resource whose attributes are []", { ...resourceOfEnvironment, attributes: [] }],
] as const) {
  it(`Response with ${what}: the envelope's members are no attributes`, () => {
    expect(read(environment, body as Json)).to.deep.equal({ values: {}, mismatches: [] });
  });
}

it("Response whose type is the type of others: it's no attribute", () => {
  const { type, values } = parseResponse(environment.table, { id: "41", type: "jobs", slug: "s" });
  expect([type, values]).to.deep.equal(["jobs", { slug: "s" }]);
});

for (const [id, expected] of [
  ["env-1", "env-1"],
  [12, "12"],
  [2 ** 53, ""],
  ["", ""],
  [null, ""],
  [true, ""],
  [{}, ""],
] as const) {
  it(`Response with the id ${JSON.stringify(id)}: the resource has ${expected === "" ? "none" : expected}`, () => {
    const link = { data: [{ id }] };
    const { id: found, values } = parseResponse(cache.table, { data: { id, relationships: { environments: link } } });
    expect(found).to.equal(expected);
    expect(values).to.deep.equal(expected === "" ? {} : { environmentIds: [expected] });
  });
}

for (const [type, isEnvironment] of [
  ...["environments", "environment", "Environments", "ENVIRONMENT"].map((type) => [type, true] as const),
  ...["environmentss", "environ", "", undefined, null, 7].map((type) => [type, false] as const),
  [["environments"], false],
] as const) {
  it(`Type ${JSON.stringify(type)}: is ${isEnvironment ? "" : "not "}the one of Environment`, () => {
    expect(isOfType(type as Json, "environments")).to.equal(isEnvironment);
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

type Case = readonly [what: string, attributes: JsonObject, values: JsonObject, ...mismatches: string[]];
const cases: Readonly<Record<"Cache" | "Environment" | "Application", readonly Case[]>> = {
  Environment: [
    ["a number as node_version is its text", { node_version: 20 }, { nodeVersion: "20" }],
    ["a number deep inside is its text", { mailer: { key_name: 7 } }, { mailer: { keyName: "7" } }],
    ["a number as name stays one, to compare", { name: 7 }, { name: 7 }],
    [
      "two members of another type are both named",
      { mailer: { from_name: {}, key_name: true, from_address: "a" } },
      { mailer: { fromAddress: "a" } },
      "mailer.from_name: a string",
      "mailer.key_name: a string",
    ],
    [
      "an item of another type costs itself alone",
      { network_settings: { firewall: { bot_categories: ["a", {}, null, "b"] } } },
      { networkSettings: { firewall: { botCategories: ["a", "b"] } } },
      "network_settings.firewall.bot_categories.1: a string",
    ],
    ["[] counts as an empty object", { network_settings: { cache: [] } }, { networkSettings: { cache: {} } }],
    ["another list is no object", { mailer: [1] }, {}, "mailer: an object"],
    ["variables can be among the attributes", ofKeys, { environmentVariables: variables }],
    ["variables can be under any key", { other: null, "": ofKeys }, { environmentVariables: variables }],
    ["variables can be empty", { a: { environment_variables: [] } }, { environmentVariables: [] }],
    ["variables that are null count as none", { a: { environment_variables: null }, b: {}, c: [] }, {}],
    [
      "malformed variables cost themselves alone",
      { environment_variables: [...variables, { value: "lost" }, "KEY=v", null, { key: "a", value: true }] },
      { environmentVariables: [...variables, { key: "a" }] },
      `${list}.3: an object`,
      `${list}.5.value: a string`,
    ],
    ["variables that are no list give no output", { environment_variables: {} }, {}, `${list}: a list of objects`],
    ["an attribute that no response documents is ignored", { branch: "main", region: "x" }, {}],
  ],
  Cache: [
    ["the login can be in the connection itself", of(credentials), { connection, credentials }],
    ["the login can be under any key", of({ tls: { ca: "…" }, "": credentials }), { connection, credentials }],
    ["a login needs no user name", of({ a: { password: "p" } }), noUser],
    ["a login needs a password", of({ a: { username: "user" } }), { connection }],
    ["a null login gives no output", of({ a: null, b: { username: null, password: null } }), { connection }],
    ["a connection without a login gives none", of({ a: {}, "": [], b: { other: 1 } }), { connection }],
    ["a connection may be partial", { connection: { port: 1, hostname: null } }, { connection: { port: 1 } }],
    ["an empty connection gives no output", { connection: {} }, {}],
    ["[] as a connection gives no output", { connection: [] }, {}],
    ["a connection that is text is named", { connection: "SECRET" }, {}, "connection: an object"],
    ["a login of another type is named by its output", of(wrongLogin), noUser, "credentials.username: a string"],
    ["a path argument and triggers are ignored", { cache_id: "other", triggers: ["a"], name: "nn" }, { name: "nn" }],
    ["an unlisted size is taken", { size: "9tb" }, { size: "9tb" }],
  ],
  Application: [["a repository that is text is named once", { repository: "acme/web" }, {}, "repository: an object"]],
};
for (const resource of resources) {
  for (const [what, attributes, values, ...mismatches] of cases[resource.table.className as keyof typeof cases]) {
    it(`Attributes of ${resource.table.className}: ${what}`, () => {
      expect(readAttributes(resource, attributes)).to.deep.equal({ values, mismatches });
    });
  }
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
  ["the linked repository", application, repositories, details("r-2"), linked],
  ["the first repository where none is linked", application, [organization, ...repositories], details("r-1")],
  ["no repository", application, [organization], {}],
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
  [[{ id: "1" }], "the body: an object"],
  [{ data: [{ id: "1" }] }, "data: an object"],
  [part("attributes", [1]), "attributes: an object"],
  [part("relationships", "x"), "relationships: an object"],
  [{ data: {}, included: [{}, null] }, "included: a list of objects"],
  [include("environments", { attributes: { slug: {} } }), "included.environments.0.slug: a string"],
  [include("environments", { links: { self: { href: {} } } }), "included.environments.0.href: a string"],
  [include("repositories", { attributes: { name: {} } }), "included.repositories.name: a string", application],
] as [Json, string, typeof cache?][]) {
  it(`Response ${JSON.stringify(body).slice(0, 40)}: "${mismatch}"`, () => {
    expect(read(resource, body).mismatches).to.deep.equal([mismatch]);
  });
}
