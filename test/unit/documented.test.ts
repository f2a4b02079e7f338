/** What rows and requests make of the facts in test/documented. Those of responses are in api/response.test.ts. */

import { expect } from "chai";
import * as host from "../../provider/host/index.js";
import * as enums from "../../provider/rows/enums.js";
import type { Json, JsonObject } from "../../provider/rows/json.js";
import { buildBody } from "../documented/facts.js";
import { cache, environment, resources } from "./documented-resources.js";
import { createGet, createHost, createResource } from "./host-fixture.js";

const { readers, ...hosts } = host;
const lists: Readonly<Record<string, object>> = enums;

it("provider/host/index.ts: exports a host and a reader for each class", () => {
  const names = resources.map(({ table }) => table.exportName);
  expect(hosts).to.have.all.keys(names);
  expect(readers).to.have.all.keys(names);
});

for (const resource of resources) {
  const { documented: facts, table, valid, required, nulls } = resource;
  const { className, noun } = table;
  const args = Object.entries(facts.arguments);

  it(`${className}: provider/rows has the arguments, outputs and secrets of test/documented`, () => {
    const file = `${noun.replaceAll(" ", "-")}.ts`;
    const advice = `provider/rows/${file} and the facts in test/documented/${file} differ`;
    const names = Object.keys(table.rows);
    const argumentNames = table.arguments.map(({ name }) => name);
    const secrets = names.filter((name) => table.rows[name]?.secret);
    expect(argumentNames, advice).to.have.members(args.map(([name]) => name));
    expect(names, advice).to.have.members(Object.keys(nulls));
    expect(secrets, advice).to.have.members(facts.secrets);
  });

  for (const [name, argument] of args) {
    const { valid: one, other, values = [], accepts = [], invalid } = argument;
    const { schema } = table.arguments.find((row) => row.name === name) ?? expect.fail(`${noun} has no ${name}`);
    const check = async (value: Json) => {
      const { failures = [] } = await createHost({}, resource).host.check({}, { ...required, [name]: value });
      return failures.map(({ reason }) => reason.replace(`${name} `, ""));
    };

    it(`${className}.${name}: accepts the documented values`, async () => {
      expect((await Promise.all([one, other, ...values, ...accepts].map(check))).flat()).to.deep.equal([]);
    });

    for (const [rule, wrong] of Object.entries(invalid)) {
      it(`${className}.${name}: refuses ${wrong.length} values, "${rule.slice(0, 44)}"`, async () => {
        const cut = async (value: Json) => (await check(value)).map((text) => text.slice(0, rule.length));
        const told = await Promise.all(wrong.map(async (value) => [value, await cut(value)]));
        expect(told).to.deep.equal(wrong.map((value) => [value, [rule]]));
      });
    }

    if (values.length === 0) continue;
    it(`${className}.${name}: its enum has the ${values.length} documented values, each once`, () => {
      const constants = Object.entries(lists[schema.type] ?? {});
      expect(constants.map(([, value]) => value)).to.have.members(values);
      const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]|^size|cache(?=\.)/g, "");
      expect(constants.filter(([key, value]) => bare(key) !== bare(String(value)))).to.deep.equal([]);
    });
  }

  const undocumented = args.filter(([, { undocumentedName }]) => undocumentedName);
  for (const [what, fieldNames] of [
    ["their documented fields", {}],
    ["the fields of apphosting:fieldNames", Object.fromEntries(undocumented.map(([name]) => [name, `my ${name}`]))],
  ] as readonly [string, Readonly<Record<string, string>>][]) {
    it(`Create of ${className}: sends all arguments in ${what}`, async () => {
      const { host, requests } = createHost({ fieldNames, include: { [className]: ["branch"] } }, resource);
      await host.create(valid);
      const renamed = undocumented.map(([name, { wire = "" }]) => [wire, fieldNames[name] ?? wire]);
      const names: Readonly<Record<string, string>> = Object.fromEntries(renamed);
      const body = Object.entries(buildBody(facts, ({ valid }) => valid));
      const fields = Object.fromEntries(body.map(([wire, value]) => [names[wire] ?? wire, value]));
      expect(requests).to.deep.equal([{ ...facts.create, body: fields }]);
    });
  }

  for (const operations of ["", "update"]) {
    const hasUpdate = facts.create.method === "PATCH" || operations !== "";
    it(`Diff of ${className}, with the operations "${operations}": replaces as documented`, async () => {
      const { diff } = await createResource({ operations }, resource, valid);
      const found: Record<string, unknown> = {};
      for (const [name, { other }] of args) {
        const { replaces } = await diff({ ...valid, [name]: other });
        found[name] = replaces;
      }
      const expected = args.map(([name, { onChange, adopted }]) => {
        const isReplaced = onChange === "replace" || adopted || !hasUpdate;
        return [name, isReplaced ? [name] : []];
      });
      expect(found).to.deep.equal(Object.fromEntries(expected));
    });
  }

  it(`${className}.get: gives the text of a number where text is documented`, async () => {
    const { props } = await createGet({ operations: "read" }, resource, { attributes: { name: 7 } }).get.read("1", {});
    expect(props).to.include({ name: "7" });
  });
}

it("Environment: without an id in the response, its id is made of the trimmed values", async () => {
  const { id } = await createHost({}, environment, { body: undefined }).host.create({
    ...environment.required,
    name: "staging ",
  });
  expect(id).to.equal("app/1/staging");
});

const connection = { hostname: "h", port: 6379, protocol: "redis" };
const login = { username: "us/er", password: "p@ss" };
for (const [what, shown, uri] of [
  ["all parts", { ...connection, login }, "redis://us%2Fer:p%40ss@h:6379"],
  ["no user name", { ...connection, login: { password: "p" } }, "redis://:p@h:6379"],
  ["port 0", { ...connection, login, port: 0 }, "redis://us%2Fer:p%40ss@h:0"],
  ["an IPv6 host", { ...connection, login, hostname: "::1" }, "redis://us%2Fer:p%40ss@[::1]:6379"],
  ["no password", { ...connection, login: { username: "u" } }, null],
  ["no port", { ...connection, login, port: null }, null],
  ["no connection", null, null],
] as readonly (readonly [string, JsonObject | null, string | null])[]) {
  it(`Cache.connectionUri of ${what}: ${uri}`, async () => {
    const response = { attributes: { connection: shown } };
    const { props } = await createGet({ operations: "read" }, cache, response).get.read("1", {});
    expect(props).to.include({ connectionUri: uri });
  });
}
