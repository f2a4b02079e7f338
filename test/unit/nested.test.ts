/** Objects inside a response whose place is not documented, or that stand in several: found by what they hold. */

import { expect } from "chai";
import { connectionUri as made } from "../../provider/api/cache.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { readResponse } from "../../provider/api/responses.js";
import { application } from "../../provider/definitions/application.js";
import { cache } from "../../provider/definitions/cache.js";
import { environment } from "../../provider/definitions/environment.js";

const credentials = { username: "user", password: "p@ss/word" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };

const connectionUri = (connection: Json, credentials: Json) => made({ connection, credentials }).connectionUri;

/** The outputs of attributes that give no warning. */
function outputsOf(api: Parameters<typeof readResponse>[0], attributes: JsonObject): JsonObject {
  const { outputs, mismatches } = readResponse(api, { data: { id: "1", attributes } });
  expect(mismatches).to.deep.equal([]);
  return outputs;
}

describe("The credentials of a cache", () => {
  const read = (found: JsonObject) => outputsOf(cache, { connection: { ...connection, ...found } });

  it("are found flat in the connection, or under any key", () => {
    const nested = [{ auth_data: credentials }, { "": credentials }, { tls: { ca: "…" }, login: credentials }];
    for (const found of [credentials, ...nested]) expect(read(found)).to.deep.equal({ connection, credentials });
  });

  it("are none without a password, and need no user name", () => {
    expect(read({ login: { password: "p" } })).to.deep.equal({ connection, credentials: { password: "p" } });
    expect(read({ login: { username: "user" } })).to.deep.equal({ connection, credentials: null });
  });

  it("are null where they are null, and else absent", () => {
    const none = [{ login: null }, { login: { username: null } }, { login: { password: null } }, { username: null }];
    for (const found of none) {
      expect(read(found), JSON.stringify(found)).to.deep.equal({ connection, credentials: null });
    }
    for (const found of [{}, { login: {} }, { "": [] }, { login: { other: 1 } }]) {
      expect(read(found)).to.deep.equal({ connection });
    }
  });

  it("and the connection are none where the connection has no field", () => {
    for (const found of [{}, []]) expect(outputsOf(cache, { connection: found })).to.deep.equal({ connection: null });
    for (const found of [null, { hostname: null, port: null, protocol: null }]) {
      expect(outputsOf(cache, { connection: found })).to.deep.equal({ connection: null, credentials: null });
    }
    expect(outputsOf(cache, {})).to.deep.equal({});
  });

  it("make its address, encoded, where all parts but the user name are known; an IPv6 host stands in brackets", () => {
    expect(connectionUri(connection, credentials)).to.equal("redis://user:p%40ss%2Fword@h:6379");
    expect(connectionUri(connection, { password: "p" })).to.equal("redis://:p@h:6379");
    expect(connectionUri({ ...connection, hostname: "fd00::1" }, { password: "p" })).to.equal(
      "redis://:p@[fd00::1]:6379",
    );
    for (const missing of [...Object.keys(connection), "password"]) {
      const without = (parts: JsonObject) =>
        Object.fromEntries(Object.entries(parts).filter(([name]) => name !== missing));
      expect(connectionUri(without(connection), without(credentials)), missing).to.equal(null);
    }
    expect(connectionUri(connection, null)).to.equal(null);
    expect(connectionUri(null, credentials)).to.equal(null);
  });
});

describe("The variables of an environment", () => {
  const list = [
    { key: "snake_case_KEY", value: "v" },
    { key: "__proto__", value: "" },
    { key: "Ünïcode", value: "ü" },
  ];

  it("are found flat among the attributes, or under any key, their own keys untouched", () => {
    const variables = { environment_variables: list };
    const places = [variables, { runtime: variables }, { "": variables }];
    for (const attributes of [...places, { other: { environment_variables: null }, any: variables }]) {
      expect(outputsOf(environment, attributes)).to.deep.equal({ environmentVariables: list });
    }
  });

  it("can be an empty list, or missing", () => {
    const empty = { environmentVariables: [] };
    expect(outputsOf(environment, { "": { environment_variables: [] } })).to.deep.equal(empty);
    for (const attributes of [{}, { "": {} }, { "": { environment_variables: null } }, { "": [] }]) {
      expect(outputsOf(environment, attributes)).to.deep.equal({});
    }
  });

  it("are left out where they are no keys and values, with a warning, and the others kept", () => {
    const expected = "a list of objects";
    const read = (found: Json) => {
      const { outputs, mismatches } = readResponse(environment, { attributes: { environment_variables: found } });
      return [outputs.environmentVariables, ...mismatches];
    };
    const field = "environment_variables";
    expect(read([...list, { value: "lost" }, "KEY=v", null])).to.deep.equal([list, { field, expected }]);
    expect(read({ key: "a", value: "b" })).to.deep.equal([undefined, { field, expected }]);
    expect(read([{ key: "a", value: 1 }])).to.deep.equal([
      [{ key: "a" }],
      { field: `${field}.value`, expected: "a string" },
    ]);
  });
});

describe("What is included", () => {
  const repository = (id: Json) => ({ id, type: "repositories", attributes: { name: `of ${id}` } });
  const others = { id: "o-1", type: "organizations", attributes: { name: "acme" } };

  it("with an application is the name of its own repository", () => {
    const data = { id: "1", relationships: { repository: { data: { type: "repositories", id: "r-2" } } } };
    const { outputs } = readResponse(application, { data, included: [repository("r-1"), repository("r-2")] });
    expect(outputs.repositoryDetails).to.deep.equal({ id: "r-2", name: "of r-2" });
  });

  it("with an application gives the repository's id where no relationship does", () => {
    const { outputs } = readResponse(application, { data: { id: "1" }, included: [others, repository("r-1")] });
    expect(outputs.repositoryDetails).to.deep.equal({ id: "r-1", name: "of r-1" });
  });

  it("with an application is no repository where it is another resource", () => {
    expect(readResponse(application, { data: { id: "1" }, included: [others] }).outputs).to.deep.equal({});
  });

  it("with a cache is none of its environments where it is another resource, or empty", () => {
    for (const included of [[others], []]) {
      expect(readResponse(cache, { data: { id: "1" }, included }).outputs).to.deep.equal({ environments: [] });
    }
  });
});
