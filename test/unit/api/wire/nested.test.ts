import { expect } from "chai";
import type { Json, JsonObject } from "../../../../provider/api/http/json.js";
import { parseResponse } from "../../../../provider/api/wire/responses.js";
import { application, cache, environment, type TestedResource } from "../../documented-resources.js";

type Row = readonly [what: string, outputs: JsonObject, ...attributes: JsonObject[]];

function tests(subject: string, { definition }: TestedResource, table: readonly Row[]): void {
  for (const [what, outputs, ...all] of table) {
    it(`${subject}: ${what}`, () => {
      for (const attributes of all) {
        const { values, mismatches } = parseResponse(definition, { data: { id: "1", attributes } });
        expect({ values, mismatches }, JSON.stringify(attributes)).to.deep.equal({ values: outputs, mismatches: [] });
      }
    });
  }
}

const login = { username: "user", password: "p@ss/word" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };

describe("Credentials of a cache", () => {
  const inside = (...found: JsonObject[]) => found.map((one) => ({ connection: { ...connection, ...one } }));
  const nested = [{ auth_data: login }, { "": login }, { tls: { ca: "…" }, login }];
  const nulls = [{ login: null }, { login: { username: null } }, { login: { password: null } }, { username: null }];
  const password = { password: "p" };
  const noFields = { hostname: null, port: null, protocol: null };
  tests("credentials", cache, [
    ["can be flat in the connection", { connection, credentials: login }, ...inside(login)],
    ["can be under any key in the connection", { connection, credentials: login }, ...inside(...nested)],
    ["need no user name", { connection, credentials: password }, ...inside({ login: password })],
    ["are absent without a password", { connection }, ...inside({ login: { username: "user" } })],
    ["are absent if the API returns null", { connection }, ...inside(...nulls)],
    [
      "are absent if the connection has only other fields",
      { connection },
      ...inside({}, { login: {} }, { "": [] }, { login: { other: 1 } }),
    ],
    ["are absent if the response has no connection", {}, {}, { connection: null }, { connection: noFields }],
  ]);

  tests("connection", cache, [
    ...[{ hostname: "h" }, { port: 1 }, { protocol: "redis", port: 1 }].map(
      (part): Row => [
        `has only the fields returned: ${Object.keys(part)}`,
        { connection: part, credentials: login },
        ...[login, { login }].map((one) => ({ connection: { ...noFields, ...part, ...one } })),
      ],
    ),
    ["is absent if it's empty", {}, { connection: {} }, { connection: [] }, { connection: noFields }],
  ]);
});

describe("Variables of an environment", () => {
  const list = [
    { key: "snake_case_KEY", value: "v" },
    { key: "__proto__", value: "" },
    { key: "Ünïcode", value: "ü" },
  ];
  const variables = { environment_variables: list };
  const nothing = { environment_variables: null };
  const empty = { environment_variables: [] };
  const found = { environmentVariables: list };
  tests("environmentVariables", environment, [
    ["can be flat among the attributes, and keep their keys", found, variables],
    ["can be under any key", found, { runtime: variables }, { "": variables }, { other: nothing, any: variables }],
    ["can be an empty list", { environmentVariables: [] }, { "": empty }],
    ["can be missing", {}, {}, { "": {} }, { "": nothing }, { "": [] }],
  ]);

  it("environmentVariables: drop malformed entries with a warning and keep the rest", () => {
    const mismatch = { field: "environment_variables", expected: "a list of objects" };
    const ofValue = { field: "environment_variables.value", expected: "a string" };
    for (const [found, ...expected] of [
      [[...list, { value: "lost" }, "KEY=v", null], list, mismatch],
      [{ key: "a", value: "b" }, undefined, mismatch],
      [[{ key: "a", value: 1 }], [{ key: "a" }], ofValue],
    ] as const) {
      const body = { attributes: { environment_variables: found as Json } };
      const { values: outputs, mismatches } = parseResponse(environment.definition, body);
      expect([outputs.environmentVariables, ...mismatches]).to.deep.equal(expected);
    }
  });
});

const repository = (id: Json) => ({ id, type: "repositories", attributes: { name: `of ${id}` } });
const others = { id: "o-1", type: "organizations", attributes: { name: "acme" } };
const outputsOf = ({ definition }: TestedResource, included: Json, relationships: Json = {}) =>
  parseResponse(definition, { data: { id: "1", relationships }, included }).values;

it("repositoryDetails: is the linked repository, or the included one if none is linked", () => {
  const linked = { repository: { data: { type: "repositories", id: "r-2" } } };
  const own = outputsOf(application, [repository("r-1"), repository("r-2")], linked);
  expect(own).to.deep.equal({ repositoryDetails: { id: "r-2", name: "of r-2" } });
  const only = outputsOf(application, [others, repository("r-1")]);
  expect(only).to.deep.equal({ repositoryDetails: { id: "r-1", name: "of r-1" } });
});

it("Included resources: one of another type is neither a repository nor an environment", () => {
  expect(outputsOf(application, [others])).to.deep.equal({});
  for (const included of [[others], []]) expect(outputsOf(cache, included)).to.deep.equal({ environments: [] });
});

it("Included resources: id and href come from the resource and its links, not attributes", () => {
  const attributes = { id: "e-2", href: "https://api.example/e-2", name: "next" };
  const self = { href: "https://api.example/e-1", name: "self", slug: "self" };
  const included = [{ type: "environments", attributes }];
  expect(outputsOf(cache, included)).to.deep.equal({ environments: [{ name: "next" }] });
  const linked = [{ type: "environments", id: "e-1", attributes, links: { self } }];
  const address = { href: "https://api.example/e-1" };
  expect(outputsOf(cache, linked)).to.deep.equal({ environments: [{ id: "e-1", name: "next", ...address }] });
  const ofRepository = [{ type: "repositories", attributes: { id: "r-2", name: "shop" } }];
  expect(outputsOf(application, ofRepository)).to.deep.equal({ repositoryDetails: { name: "shop" } });
});
