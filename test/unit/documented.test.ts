/** The facts of test/documented, checked by what the tables make of values, requests and responses. */

import { expect } from "chai";
import * as host from "../../provider/host/index.js";
import { planChanges } from "../../provider/host/plan.js";
import { buildBody, buildPath } from "../../provider/host/requests.js";
import { decodeState, encodeGet, type Resource, recordSuccess } from "../../provider/host/state.js";
import * as enums from "../../provider/rows/enums.js";
import type { Json, JsonObject } from "../../provider/rows/json.js";
import { parseInput } from "../../provider/rows/schema.js";
import { operationNames } from "../../provider/rows/table.js";
import { buildResponse, type DocumentedArgument, listOutputNames, listResponseValues } from "../documented/facts.js";
import { documented } from "../documented/index.js";
import { resources } from "./documented-resources.js";

const source = "written from the API's documentation alone";
const { readers, ...hosts } = host;
const lists: Readonly<Record<string, object>> = enums;

it("test/documented: has the facts of each class in provider/rows/index.ts", () => {
  const classes = resources.map(({ table }) => table.className);
  expect(documented.map(({ className }) => className)).to.have.members(classes);
});

it("provider/host/index.ts: exports a host and a reader for each class", () => {
  const names = resources.map(({ table }) => table.exportName);
  expect(hosts).to.have.all.keys(names);
  expect(readers).to.have.all.keys(names);
});

/** What a change of an argument does: as documented, and with all operations that users can enable. */
function listEffects({ onChange, adopted }: DocumentedArgument, hasUpdate: boolean): string[] {
  if (onChange === "replace" || adopted) return ["replace", "replace"];
  return [hasUpdate ? "send" : "replace", "send"];
}

/** The secret mark of Pulumi's protocol. */
const isSecret = (value: Json | undefined) => JSON.stringify(value)?.includes("4dabf18193072939515e22adb298388d");

for (const { documented: facts, table, valid } of resources) {
  const { className, noun } = table;
  const names = table.arguments.map(({ name }) => name);
  const resource: Resource = {
    table,
    id: String(valid[table.idArgument] ?? "id/1"),
    isInProgram: true,
    inputs: valid,
    isInState: true,
    state: decodeState(table),
    values: valid,
    operations: [],
  };

  it(`${className}: test/documented and provider/rows have the same arguments and outputs`, () => {
    const advice = `provider/rows/${noun}.ts and test/documented/${noun}.ts differ; the latter is ${source}`;
    expect(names, advice).to.have.members(Object.keys(facts.arguments));
    expect(Object.keys(table.rows), advice).to.have.members(listOutputNames(facts));
  });

  for (const [name, argument] of Object.entries(facts.arguments)) {
    const { valid: one, other, values = [], accepts = [], invalid, nullable, wire, undocumentedName } = argument;
    const { schema } = table.arguments.find((row) => row.name === name) ?? expect.fail(`${noun} has no ${name}`);
    // The host drops a null that has no meaning.
    const findMistakes = (value: Json) =>
      parseInput(schema, value === null && nullable !== "refused" ? undefined : value, "limits").mistakes;

    it(`${className}.${name}: accepts the documented values`, () => {
      const refused = [one, other, ...values, ...accepts].filter((value) => findMistakes(value).length > 0);
      expect(refused).to.deep.equal([]);
    });

    for (const [rule, wrong] of Object.entries(invalid)) {
      it(`${className}.${name}: refuses ${wrong.length} values, "${rule.slice(0, 44)}"`, () => {
        const told = wrong.map((value) => [value, findMistakes(value).map((text) => text.slice(0, rule.length))]);
        expect(told).to.deep.equal(wrong.map((value) => [value, [rule]]));
      });
    }

    if (values.length > 0) {
      it(`${className}.${name}: its enum has the ${values.length} documented values, each once`, () => {
        const constants = Object.entries(lists[schema.type] ?? {});
        expect(constants.map(([, value]) => value)).to.have.members(values);
        const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]|^size|cache(?=\.)/g, "");
        const misnamed = constants.filter(([key, value]) => bare(key) !== bare(String(value)));
        expect(misnamed).to.deep.equal([]);
      });
    }

    it(`${className}.${name}: a request has it ${wire === undefined ? "in no body" : `as ${wire}`}`, () => {
      const build = (fieldNames: object) => buildBody({ ...resource, values: { [name]: one } }, [name], fieldNames);
      expect(build({})).to.deep.equal(wire === undefined ? {} : { [wire]: one });
      const renamed = undocumentedName ? "renamed" : wire;
      expect(build({ [name]: "renamed" })).to.deep.equal(renamed === undefined ? {} : { [renamed]: one });
    });

    const effects = listEffects(argument, facts.update !== undefined);
    it(`${className}.${name}: a change has the effects ${effects.join(", ")} without and with update`, () => {
      const before = { ...valid, [name]: one };
      const created = { ...resource, state: decodeState(table), inputs: before, operations: [] };
      const state = recordSuccess(created, {}, names);
      const inputs = { ...before, [name]: other };
      const found = [[], operationNames].map(
        (operations) => planChanges({ ...resource, state, inputs, operations }).changes,
      );
      expect(found.map((changes) => changes.map(({ effect }) => effect))).to.deep.equal(effects.map((one) => [one]));
    });
  }

  const { method, path } = facts.create;
  it(`${className}: a create is ${method} ${path}`, () => {
    expect([table.create, buildPath(resource, method, {})]).to.deep.equal([method, path]);
  });

  it(`${className}: a get gives the documented outputs, and those that may hold a secret as secrets`, () => {
    const { outputs } = buildResponse(listResponseValues(facts));
    const got = encodeGet(table, outputs);
    const marked = Object.keys(got).filter((name) => isSecret(got[name]));
    const secretArguments = ["buildCommand"].filter((name) => facts.arguments[name]?.attribute !== undefined);
    expect(marked).to.have.members([...facts.secrets, ...secretArguments]);
    const plain = Object.keys(outputs).filter((name) => !marked.includes(name));
    expect(pick(got, plain)).to.deep.equal(pick(outputs, plain));
  });

  it(`${className}: a get gives the text of a number where text is documented`, () => {
    expect(encodeGet(table, { name: 7 })).to.include({ name: "7" });
  });
}

function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
