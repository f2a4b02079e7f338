import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import { createChecker, openSession } from "../host-fixture.js";

function names(reasons: readonly string[]): (string | undefined)[] {
  return reasons.map((reason) => reason.split(" ")[0]);
}

for (const { documented: resource, definition, valid: all, required } of resources) {
  const rows = Object.entries(resource.arguments);

  for (const [name, { required: isRequired, nullable, valid, other, values = [], accepts = [], invalid }] of rows) {
    const { [name]: _, ...others } = all;
    const reasonsOf = async (value: Json) =>
      (await createChecker({ definition })({ ...others, [name]: value })).reasons;

    it(`check of ${resource.className}.${name}: accepts documented values, and says why it refuses others`, async () => {
      const nulls = isRequired || nullable === "refused" ? [] : [null];
      for (const value of [valid, other, ...values, ...accepts, ...nulls]) {
        expect(await reasonsOf(value), JSON.stringify(value)).to.deep.equal([]);
      }
      for (const [says, refused] of Object.entries(invalid)) {
        for (const value of refused) {
          const [reason, ...more] = await reasonsOf(value);
          expect(reason?.slice(0, `${name} ${says}`.length), JSON.stringify(value)).to.equal(`${name} ${says}`);
          expect(more).to.deep.equal([]);
        }
      }
    });
  }

  it(`check of ${resource.className}: accepts unknown values, and still reports missing arguments`, async () => {
    const check = createChecker({ definition });
    const unknown = Object.fromEntries(rows.map(([name]) => [name, [{ at: unknownInput }]]));
    expect((await check(unknown)).reasons).to.deep.equal([]);
    const [first = "", ...others] = Object.keys(required);
    expect(names((await check({ [first]: unknownInput })).reasons)).to.deep.equal(others);
  });

  it(`check of ${resource.className}: keeps null where it's a value, and drops it elsewhere`, async () => {
    const nulls = (those: typeof rows) => Object.fromEntries(those.map(([name]) => [name, null]));
    const taken = rows.filter(([, { nullable }]) => nullable !== "refused");
    const values = rows.filter(([, { nullable }]) => nullable === "value");
    expect((await createChecker({ definition })(nulls(taken))).inputs).to.deep.equal(nulls(values));
  });

  it(`check of ${resource.className}: never throws on random inputs, and no failure is repeated or shows a value`, async () => {
    const check = createChecker({ definition });
    // No message itself has this character, so finding it means finding a value.
    const unit = fc.constantFrom("a", "Z", "0", " ", "/", "-", "\n", "\0", "ü", "🚀", "\ud800");
    const secret = fc.string({ unit }).map((text) => `§${text}`);
    const object = fc.record({ key: secret, toString: fc.integer() });
    const anything = fc.oneof(secret, fc.array(secret), object, fc.double(), fc.jsonValue({ maxDepth: 2 }));
    const all = Object.fromEntries([...rows.map(([name]) => [name, anything]), ["other", anything]]);
    await fc.assert(
      fc.asyncProperty(fc.record(all, { requiredKeys: [] }), async (values) => {
        const { properties, reasons } = await check(values as JsonObject);
        expect(properties.every((property) => property === "")).to.equal(true);
        expect(new Set(reasons).size).to.equal(reasons.length);
        expect(reasons.join()).to.not.include("§");
      }),
      { numRuns: 100 },
    );
  });
}

const checkCache = async (inputs: JsonObject, configuration: object = {}) =>
  (await createChecker(cache, { ...configuration })({ cacheId: "c", name: "nn", ...inputs })).reasons;
const isPublic = "isPublic must be true or false";
const hibernationTimeout = "hibernationTimeout must be an integer from 1 to 60";

it("check: reports all mistakes at once, including those in the settings", async () => {
  const wrong = { colour: "red", cacheId: "..", name: "N", size: 3, triggers: "now" };
  const reasons = await checkCache(wrong, { maxRetries: "many" });
  expect(names(reasons)).to.deep.equal("apphosting:maxRetries Cache cacheId name name size triggers".split(" "));
  expect(reasons).to.include("name must have 2 to 40 characters; it has 1");
  expect(reasons).to.include("name may only hold lowercase letters, digits, _ and -");
  expect(reasons).to.include("triggers must be a list");
});

it("check: suggests the closest listed value, and says how to send an unlisted one", async () => {
  for (const [size, meant] of [
    ["VALKEY-PRO-5GB", "valkey-pro.5gb"],
    ["managed.cache.r7g.lrage", "managed.cache.r7g.large"],
    ["xmanaged.cache.r7g.xlarge", "managed.cache.r7g.xlarge"],
    ["managed.cache.t4g.micr", "managed.cache.t4g.micro"],
    ["1bg", "1gb"],
    ...[["a"], [""], ["colossal"]],
  ] as [string, string?][]) {
    expect(await checkCache({ size })).to.deep.equal([
      `size must be one of the 63 values of CacheSize.${meant ? ` Did you mean ${meant}?` : ""} If the API has another one, run \`pulumi config set apphosting:allowUnlistedValues true\``,
    ]);
  }
});

it("check: refuses text for a number or a boolean, and names the config function to use", async () => {
  const is = "it is a string. Read configuration with";
  expect(await checkCache({ isPublic: "true" })).to.deep.equal([`${isPublic}; ${is} config.getBoolean`]);
  expect(await checkCache({ hibernationTimeout: "30" })).to.deep.equal([
    `${hibernationTimeout}; ${is} config.getNumber`,
  ]);
  expect(await checkCache({ isPublic: 1, hibernationTimeout: 61 })).to.deep.equal([isPublic, hibernationTimeout]);
});

it("check: refuses an argument that doesn't exist, and suggests the closest one or lists all", async () => {
  const known = `Its arguments are ${Object.keys(cache.documented.arguments).join(", ")}`;
  for (const [inputs, says] of [
    ['{"hibernationTimeot": 1}', "hibernationTimeot. Did you mean hibernationTimeout?"],
    ['{"constructor": 1}', `constructor. ${known}`],
    ['{"toString": 1}', `toString. ${known}`],
    ['{"__proto__": 1}', `__proto__. ${known}`],
    ['{"a\\u001b[2J\\u202e": 1}', `a\\u001b[2J\\u202e. ${known}`],
  ] as const) {
    expect(await checkCache(JSON.parse(inputs))).to.deep.equal([`Cache has no argument ${says}`]);
  }
});

it("check: refuses a state that another provider wrote, and says how to keep the environment", async () => {
  const { session } = openSession({});
  const host = createDynamicProvider(environment.definition, session);
  const { required } = environment;
  for (const olds of [{ path: "x" }, { __provider: "module.exports = …" }, { ...required, __provider: 7 }]) {
    for (const news of [required, { ...required, existingId: "env-1" }]) {
      const { failures } = await host.check(olds, news);
      expect(failures.map(({ reason }) => reason)).to.deep.equal([
        "another provider wrote the state of this environment, and would delete the environment when it leaves the state. To keep it, set `retainOnDelete: true` on the old resource and run `pulumi up`. Then remove the alias, and replace the old resource with this one: set existingId to the id, which `pulumi stack --show-ids` shows",
      ]);
    }
  }
});

it("check: reports an output inside a template literal, in any argument and at any depth", async () => {
  const text = `release-${pulumi.output("x")}`;
  const says =
    "has an output inside a template literal or JSON.stringify, which can't read its value. Use pulumi.interpolate or pulumi.jsonStringify instead";
  for (const { definition, valid } of resources) {
    for (const name of Object.keys(definition.rows).filter((one) => definition.rows[one]?.role !== "output")) {
      const { reasons } = await createChecker({ definition })({ ...valid, [name]: text });
      expect(reasons).to.deep.equal([`${name} ${says}`]);
    }
  }
  for (const inside of [text, [{ deep: [text, unknownInput] }], JSON.stringify({ key: pulumi.output("x") })]) {
    expect(await checkCache({ triggers: [1, inside] })).to.deep.equal([`triggers ${says}`]);
  }
});

it("check: accepts the engine's own inputs, but refuses a misspelled argument even if it's null", async () => {
  const inputs = { cacheId: "c", name: "nn", __provider: "text" };
  const checker = createChecker(cache);
  expect(await checker(inputs)).to.deep.equal({ inputs, properties: [], reasons: [] });
  expect((await checker({ ...inputs, isPublick: null })).reasons.join()).to.include("no argument isPublick");
});

it("check: apphosting:allowUnlistedValues accepts unlisted text, and changes no other rule", async () => {
  const allowed = { allowUnlistedValues: "true" };
  expect(await checkCache({ size: "new-1" }, allowed)).to.deep.equal([]);
  expect(names(await checkCache({ cacheId: "..", size: 1 }, allowed))).to.deep.equal(["cacheId", "size"]);
});

for (const [resource, says] of [
  [application, /^retainOnDelete can't be false, because no application is ever deleted: .*\. Leave it out$/],
  [cache, /^retainOnDelete can't be false, because no cache is ever deleted: .*\. Leave it out$/],
] as const) {
  it(`check: refuses consent for ${resource.definition.names.class} even with delete enabled, and says why`, async () => {
    for (const operations of ["", "delete"]) {
      const { reasons } = await createChecker(resource, { operations })({ ...resource.valid, __deletable: true });
      expect(reasons).to.have.length(1);
      expect(reasons[0]).to.match(says);
    }
  });
}

it("check: refuses consent for Environment without delete enabled, along with other mistakes", async () => {
  const consenting = { ...environment.required, __deletable: true };
  for (const [operations, words] of [
    ["", "delete"],
    ["read, update", "read,update,delete"],
  ] as const) {
    const check = createChecker(environment, { operations });
    const refusal = `retainOnDelete can't be false, because the API documents no delete. Leave it out. Or, if your API supports delete, enable it. Run \`pulumi config set apphosting:operations ${words}\`, or set the operations of an explicit Provider`;
    expect((await check(consenting)).reasons).to.deep.equal([refusal]);
    const { reasons } = await check({ ...consenting, name: "", colour: "red" });
    expect(names(reasons)).to.deep.equal(["Environment", "name", "retainOnDelete"]);
    expect(reasons.at(-1)).to.equal(refusal);
  }
});

it("check: accepts consent for Environment with delete enabled, and keeps it", async () => {
  const consenting = { ...environment.required, __deletable: true };
  const checked = await createChecker(environment, { operations: "read,update,delete" })(consenting);
  expect(checked).to.deep.equal({ inputs: consenting, properties: [], reasons: [] });
});

it("check: reports malformed operations once, even with consent", async () => {
  const check = createChecker(environment, { operations: "delete,destroy" });
  const { reasons } = await check({ ...environment.required, __deletable: true });
  expect(names(reasons)).to.deep.equal(["apphosting:operations"]);
});
