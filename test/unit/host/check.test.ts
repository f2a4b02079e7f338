/** What check says of a whole resource. Which values an argument accepts is in test/unit/documented.test.ts. */

import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import * as fc from "fast-check";
import { HostProvider } from "../../../provider/host/host-provider.js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { cache, environment, resources, type TestedResource } from "../documented-resources.js";
import { createHost, openRun, type Settings, unknownInput } from "../host-fixture.js";

async function check(resource: TestedResource, inputs: JsonObject, settings: Settings = {}) {
  const { failures = [], inputs: checked } = await createHost(settings, resource).host.check({}, inputs);
  return { inputs: checked, reasons: failures.map(({ reason }) => reason) };
}

const name = (reason: string) => reason.split(" ")[0];

for (const resource of resources) {
  const { documented, table, valid, required } = resource;
  const rows = Object.entries(documented.arguments);
  const nulls = (those: typeof rows) => Object.fromEntries(those.map(([name]) => [name, null]));

  it(`Check of ${table.className}: accepts valid arguments, and the engine's own input`, async () => {
    const inputs = { ...valid, __provider: "text" };
    expect(await check(resource, inputs)).to.deep.equal({ inputs, reasons: [] });
  });

  it(`Check of ${table.className}: accepts values that aren't known, and still misses arguments`, async () => {
    const unknown = Object.fromEntries(rows.map(([name]) => [name, [{ at: unknownInput }]]));
    expect((await check(resource, unknown)).reasons).to.deep.equal([]);
    const [first = "", ...others] = Object.keys(required);
    expect((await check(resource, { [first]: unknownInput })).reasons.map(name)).to.deep.equal(others);
  });

  it(`Check of ${table.className}: keeps null where it's a value, and drops it elsewhere`, async () => {
    const accepted = rows.filter(([name, { nullable }]) => nullable !== "refused" && !(name in required));
    const values = rows.filter(([, { nullable }]) => nullable === "value");
    const checked = await check(resource, { ...required, ...nulls(accepted) });
    expect(checked).to.deep.equal({ inputs: { ...required, ...nulls(values) }, reasons: [] });
  });

  it(`Check of ${table.className}: of any inputs, no mistake is repeated or shows a value`, async () => {
    // No message itself has this character, so finding it means finding a value.
    const secret = fc.string({ unit: "binary" }).map((text) => `§${text}`);
    const object = fc.record({ key: secret, toString: fc.integer() });
    const anything = fc.oneof(secret, fc.array(secret), object, fc.double(), fc.jsonValue({ maxDepth: 2 }));
    const all = Object.fromEntries([...rows.map(([name]) => [name, anything]), ["other", anything]]);
    await fc.assert(
      fc.asyncProperty(fc.record(all, { requiredKeys: [] }), async (values) => {
        const { reasons } = await check(resource, values as JsonObject);
        expect(new Set(reasons).size).to.equal(reasons.length);
        expect(reasons.join()).to.not.include("§");
      }),
      { numRuns: 100 },
    );
  });
}

const checkCache = async (inputs: JsonObject, settings: object = {}) =>
  (await check(cache, { cacheId: "c", name: "nn", ...inputs }, { ...settings })).reasons;

const outputAsText =
  "has an output inside a template literal or JSON.stringify, which can't read its value. Use pulumi.interpolate or pulumi.jsonStringify instead";
for (const [what, inputs, mistake] of [
  ["a template literal", { name: `release-${pulumi.output("x")}` }, `name ${outputAsText}`],
  ["JSON in a list", { triggers: [1, JSON.stringify({ key: pulumi.output("x") })] }, `triggers ${outputAsText}`],
] as const) {
  it(`Check: finds an output inside ${what}`, async () => {
    expect(await checkCache(inputs as unknown as JsonObject)).to.deep.equal([mistake]);
  });
}

it("Check: reports all mistakes at once, and those in the settings", async () => {
  const wrong = { colour: "red", cacheId: "..", name: "N", size: 3, triggers: "now" };
  const reasons = await checkCache(wrong, { maxRetries: "many" });
  expect(reasons.map(name)).to.deep.equal("apphosting:maxRetries Cache cacheId name name size triggers".split(" "));
});

for (const [inputs, rule, reader] of [
  [{ hibernationTimeout: "30" }, "an integer from 1 to 60", "config.getNumber"],
  [{ isPublic: "true" }, "true or false", "config.getBoolean"],
] as const) {
  it(`Check of ${JSON.stringify(inputs)}: says how to read the configuration as another type`, async () => {
    const [name = ""] = Object.keys(inputs);
    const says = `${name} must be ${rule}; it is a string. Read configuration with ${reader}`;
    expect(await checkCache(inputs)).to.deep.equal([says]);
  });
}

for (const [size, suggestion] of [
  ["1BG", " Did you mean 1gb?"],
  ["colossal", ""],
] as const) {
  it(`Check of the unlisted size ${size}: says how to send it`, async () => {
    const command = "`pulumi config set apphosting:allowUnlistedValues true`";
    const says = `size must be one of the 63 values of CacheSize.${suggestion} If the API has another one, run ${command}`;
    expect(await checkCache({ size })).to.deep.equal([says]);
  });
}

const known = `Its arguments are ${Object.keys(cache.documented.arguments).join(", ")}`;
for (const [inputs, says] of [
  ['{"hibernationTimeot": 1}', "hibernationTimeot. Did you mean hibernationTimeout?"],
  ['{"isPublick": null}', "isPublick. Did you mean isPublic?"],
  ['{"constructor": 1}', `constructor. ${known}`],
  ['{"__proto__": 1}', `__proto__. ${known}`],
  ['{"a\\u001b[2J\\u202e": 1}', `a\\u001b[2J\\u202e. ${known}`],
] as const) {
  it(`Check of ${inputs}: refuses an argument that doesn't exist`, async () => {
    expect(await checkCache(JSON.parse(inputs))).to.deep.equal([`Cache has no argument ${says}`]);
  });
}

for (const [what, of, change, settings, reasons] of [
  ["an unlisted size that is allowed", cache, { size: "new-1" }, { allowUnlistedValues: "true" }, []],
  ["a size of another type where that is allowed", cache, { size: 1 }, { allowUnlistedValues: "true" }, ["size"]],
  ["malformed operations", environment, {}, { operations: "delete,destroy" }, ["apphosting:operations"]],
  ["no token", environment, {}, { tokenVariable: "APPHOSTING_NOTHING" }, []],
  ["a malformed token", environment, {}, { token: "two words" }, ["apphosting:token"]],
] as const) {
  it(`Check of ${what}: ${reasons.length === 0 ? "no mistake" : `a mistake in ${reasons[0]}`}`, async () => {
    const inputs = { ...of.required, ...change } as JsonObject;
    expect((await check(of, inputs, settings)).reasons.map(name)).to.deep.equal(reasons);
  });
}

for (const [what, olds, isRefused] of [
  ["a dynamic provider", { __provider: "module.exports = …" }, true],
  ["a provider without a loader", { path: "x" }, true],
  ["a loader that isn't text", { ...environment.required, __provider: 7 }, true],
  ["another class of this package", { __provider: cache.table.loader }, true],
  ["this class", { __provider: environment.table.loader }, false],
  ["a get of this class", { __provider: environment.table.getLoader }, false],
] as const) {
  it(`Check of a state that ${what} wrote: ${isRefused ? "refused, with the safe way" : "no mistake"}`, async () => {
    const host = new HostProvider(environment.table, openRun({}).run);
    const { failures = [] } = await host.check(olds, environment.required);
    const says =
      "another provider wrote the state of this environment, and would delete the environment when it leaves the state. To keep it, set `retainOnDelete: true` on the old resource and run `pulumi up`. Then remove the alias, and replace the old resource with this one: set existingId to the id, which `pulumi stack --show-ids` shows";
    // The engine would print the value of a property.
    expect(failures).to.deep.equal(isRefused ? [{ property: "", reason: says }] : []);
  });
}
