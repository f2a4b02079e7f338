/** Answers that are not quite as documented: keys without a name, other types, missing parts. */

import { expect } from "chai";
import { cache, connectionUri } from "../../provider/api/cache.js";
import { environment } from "../../provider/api/environment.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { readResponse } from "../../provider/api/resource.js";

const credentials = { username: "user", password: "p@ss/word" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };

function cacheConnection(found: Json) {
  return readResponse(cache, { data: { id: "1", attributes: { connection: found } } });
}

describe("The login of a cache", () => {
  const places: readonly [where: string, found: JsonObject][] = [
    ["flat in the connection", { ...connection, ...credentials }],
    ["under a key", { ...connection, credentials }],
    ["under another key", { ...connection, auth_data: credentials }],
    ["under an empty key", { ...connection, "": credentials }],
    ["beside other objects", { ...connection, tls: { ca: "…" }, login: credentials }],
  ];
  for (const [where, found] of places) {
    it(`is found ${where}`, () => {
      expect(cacheConnection(found)).to.deep.equal({
        id: "1",
        outputs: { connection, credentials },
        mismatches: [],
      });
    });
  }

  const absent: readonly [what: string, found: JsonObject, outputs: JsonObject][] = [
    ["is missing", {}, {}],
    ["is null", { credentials: null }, { credentials: null }],
    ["is empty", { credentials: {} }, {}],
    ["holds null", { credentials: { username: null, password: null } }, { credentials: null }],
    ["holds null beside the connection", { username: null, password: null }, { credentials: null }],
    ["is an empty list", { "": [] }, {}],
  ];
  for (const [what, found, outputs] of absent) {
    it(`is no login, without a warning, where it ${what}`, () => {
      const answered = cacheConnection({ ...connection, ...found });
      expect(answered.outputs).to.deep.equal({ connection, ...outputs });
      expect(answered.mismatches).to.deep.equal([]);
    });
  }

  for (const found of [null, {}, [], { hostname: null, port: null, protocol: null }]) {
    it(`and the connection are null where the connection is ${JSON.stringify(found)}`, () => {
      const { outputs, mismatches } = cacheConnection(found);
      expect(outputs.connection).to.equal(null);
      expect(outputs.credentials ?? null).to.equal(null);
      expect(mismatches).to.deep.equal([]);
    });
  }

  it("makes the address of a cache, encoded", () => {
    expect(connectionUri(connection, credentials)).to.equal("redis://user:p%40ss%2Fword@h:6379");
  });

  for (const missing of ["hostname", "port", "protocol", "username", "password"]) {
    it(`makes no address without ${missing}`, () => {
      const whole = ({ ...parts }: JsonObject) => {
        delete parts[missing];
        return parts;
      };
      expect(connectionUri(whole(connection), whole(credentials))).to.equal(null);
    });
  }
});

describe("The variables of an environment", () => {
  const list = [
    { key: "snake_case_KEY", value: "v" },
    { key: "__proto__", value: "" },
    { key: "Ünïcode", value: "ü" },
  ];
  const read = (attributes: JsonObject) => readResponse(environment, { data: { id: "1", attributes } });

  const places: readonly [where: string, attributes: JsonObject][] = [
    ["flat among the attributes", { environment_variables: list }],
    ["under a key", { runtime: { environment_variables: list } }],
    ["under an empty key", { "": { environment_variables: list } }],
    ["beside other objects", { mailer: { key_name: "k" }, any: { environment_variables: list } }],
  ];
  for (const [where, attributes] of places) {
    it(`are found ${where}, their keys untouched`, () => {
      const { outputs, mismatches } = read(attributes);
      expect(outputs.environmentVariables).to.deep.equal(list);
      expect(mismatches).to.deep.equal([]);
    });
  }

  it("can be an empty list", () => {
    expect(read({ "": { environment_variables: [] } })).to.deep.include({
      outputs: { environmentVariables: [] },
      mismatches: [],
    });
  });

  for (const attributes of [{}, { "": {} }, { "": { environment_variables: null } }, { "": [] }]) {
    it(`can be missing: ${JSON.stringify(attributes)}`, () => {
      expect(read(attributes)).to.deep.include({ outputs: {}, mismatches: [] });
    });
  }

  it("without a key are left out with a warning, and the others kept", () => {
    const { outputs, mismatches } = read({
      environment_variables: [...list, { value: "lost" }, "KEY=v", null],
    });
    expect(outputs.environmentVariables).to.deep.equal(list);
    expect(mismatches).to.deep.equal([{ field: "environment_variables", expected: "a list of keys and values" }]);
  });
});

describe("A part of another type than documented", () => {
  const text = "a string";
  const parts: readonly [answer: Json, field: string, expected: string][] = [
    ["SECRET", "the body", "an object"],
    [{ data: [{ id: "2" }] }, "data", "an object"],
    [{ data: { attributes: [1] } }, "attributes", "an object"],
    [{ data: { relationships: "x" } }, "relationships", "an object"],
    [{ data: { attributes: { connection: "SECRET" } } }, "connection", "an object"],
    [{ data: { relationships: { environments: "x" } } }, "relationships.environments", "a list of ids"],
    [
      { data: { relationships: { environments: { data: { id: "1" } } } } },
      "relationships.environments",
      "a list of ids",
    ],
    [{ data: { relationships: { environments: { data: [{}] } } } }, "relationships.environments", "a list of ids"],
    [{ data: {}, included: {} }, "included", "a list of objects"],
    [{ data: {}, included: [null] }, "included", "a list of objects"],
    [{ data: { attributes: { connection: { a: { username: 1 } } } } }, "connection credentials: username", text],
    [{ data: {}, included: [{ type: "environments", attributes: { slug: 1 } }] }, "included.environments.slug", text],
  ];
  for (const [answer, field, expected] of parts) {
    it(`is named by its path: ${field} of ${JSON.stringify(answer)}`, () => {
      expect(readResponse(cache, answer).mismatches).to.deep.equal([{ field, expected }]);
    });
  }

  const empty: readonly Json[] = [
    [],
    { data: [] },
    { data: { attributes: [], relationships: [] } },
    { data: { attributes: { connection: [] } } },
  ];
  for (const answer of empty) {
    it(`is no empty list in place of an object: ${JSON.stringify(answer)}`, () => {
      expect(readResponse(cache, answer).mismatches).to.deep.equal([]);
    });
  }
});
