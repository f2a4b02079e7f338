/** Which values each argument takes: the documented ones, all of them, and nothing else; and how check says so. */

import { expect } from "chai";
import * as fc from "fast-check";
import { environment } from "../../provider/api/environment.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/host/cache.js";
import { unknownValue } from "../../provider/host/changes.js";
import * as documented from "../documented/index.js";
import { validInputs } from "../documented/index.js";
import { checker } from "./host-fixture.js";
import { resources } from "./resources.js";

const unlistedAllowed = { "apphosting:allowUnlistedValues": "true" };
const adopted = { cacheId: "c", name: "nn" };

function names(reasons: readonly string[]): (string | undefined)[] {
  return reasons.map((reason) => reason.split(" ")[0]);
}

for (const { documented: resource, api } of resources) {
  const rows = Object.entries(resource.arguments);

  describe(`check of ${resource.kind}`, () => {
    for (const [name, { required, valid, other, values = [], accepts = [], invalid }] of rows) {
      const { [name]: _, ...others } = validInputs(resource);
      function reasonsWith(config: Readonly<Record<string, string>> = {}) {
        const check = checker(api, config);
        return async (value: Json) => (await check({ ...others, [name]: value })).reasons;
      }

      it(`accepts each documented value of ${name}`, async () => {
        const reasonsOf = reasonsWith();
        for (const value of [valid, other, ...values, ...accepts, ...(required ? [] : [null])]) {
          expect(await reasonsOf(value), JSON.stringify(value)).to.deep.equal([]);
        }
      });

      it(`refuses another value of ${name}, and says why`, async () => {
        const reasonsOf = reasonsWith();
        for (const [says, refused] of Object.entries(invalid)) {
          for (const value of refused) {
            const [reason, ...more] = await reasonsOf(value);
            expect(reason?.slice(0, `${name} ${says}`.length), JSON.stringify(value)).to.equal(`${name} ${says}`);
            expect(more).to.deep.equal([]);
          }
        }
      });

      it(`${required ? "requires" : "does without"} ${name}`, async () => {
        const says = Object.keys(invalid).find((reason) => reason.startsWith("is required, "));
        const { reasons } = await checker(api)(others);
        expect(reasons.map((reason) => reason.slice(0, `${name} ${says}`.length))).to.deep.equal(
          required ? [`${name} ${says}`] : [],
        );
      });

      if (values.length === 0) continue;
      it(`takes any text for ${name} with apphosting:allowUnlistedValues, and nothing else`, async () => {
        const reasonsOf = reasonsWith(unlistedAllowed);
        expect(await reasonsOf("new-1")).to.deep.equal([]);
        expect((await reasonsOf(1)).join()).to.match(new RegExp(`^${name} must be one of `));
      });
    }

    it("leaves values that are not known yet to the run, and no other argument because of one", async () => {
      const check = checker(api);
      const unknown = Object.fromEntries(rows.map(([name]) => [name, [{ at: unknownValue }]]));
      expect((await check(unknown)).reasons).to.deep.equal([]);
      const [first = "", ...others] = Object.keys(validInputs(resource, "required"));
      expect(names((await check({ [first]: unknownValue })).reasons)).to.deep.equal(others);
    });

    it("hands on null where it is a value; elsewhere it is the same as leaving out", async () => {
      const nulls = Object.fromEntries(rows.map(([name]) => [name, null]));
      const values = rows.filter(([, { nullable }]) => nullable === "value").map(([name]) => [name, null]);
      expect((await checker(api)(nulls)).inputs).to.deep.equal(Object.fromEntries(values));
    });

    it("never throws, names no property, says each thing once and repeats no value, whatever it is", async () => {
      const check = checker(api);
      // No word of a message has this character, so that to find it is to find a value.
      const unit = fc.constantFrom("a", "Z", "0", " ", "/", "-", "\n", "\0", "ü", "🚀", "\ud800");
      const secret = fc.string({ unit }).map((text) => `§${text}`);
      const others = [fc.double(), fc.boolean(), fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined)];
      const anything = fc.oneof(
        secret,
        fc.array(secret),
        fc.record({ key: secret, toString: fc.integer() }),
        ...others,
      );
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
  });
}

describe("check", () => {
  it("says every mistake at once, those of the configuration and both of one text included", async () => {
    const check = checker(cache, { "apphosting:maxRetries": "many" });
    const { reasons } = await check({ colour: "red", cacheId: "..", name: "N", size: 3, triggers: "now" });
    expect(names(reasons)).to.deep.equal("apphosting:maxRetries colour cacheId name name size triggers".split(" "));
    expect(reasons).to.include("name must have 2 to 40 characters; it has 1");
    expect(reasons).to.include("name may only hold lowercase letters, digits, _ and -");
    expect(reasons).to.include("size must be one of the 63 values of CacheSize");
    const misspelt = (await check({ ...adopted, size: "VALKEY-PRO-5GB" })).reasons[1];
    expect(misspelt).to.equal(
      "size must be one of the 63 values of CacheSize; if the API knows another, run `pulumi config set apphosting:allowUnlistedValues true`",
    );
  });

  it("refuses an unknown argument, whatever its name, and says those that there are", async () => {
    const known = Object.keys(documented.cache.arguments).join(", ");
    const check = checker(cache);
    for (const name of ["cacheID", "constructor", "toString", "__proto__"]) {
      const { reasons } = await check(JSON.parse(`{"cacheId": "c", "name": "nn", "${name}": 1}`));
      expect(reasons).to.deep.equal([`${name} is no argument of Cache; its arguments are ${known}`]);
    }
  });

  it("refuses no argument that the engine adds, or that is null, and hands the inputs on", async () => {
    for (const name of ["n", "refused!"]) {
      const inputs = { ...validInputs(documented.environment), name, __provider: "text" };
      const checked = await checker(environment)({ ...inputs, other: null });
      expect(checked.inputs).to.deep.equal(inputs);
      expect(names(checked.reasons)).to.deep.equal(name === "n" ? [] : ["name"]);
    }
  });

  it("says the whole of a short list, and how to send another value all the same", async () => {
    for (const [name, { values = [] }] of Object.entries(documented.application.arguments)) {
      if (values.length === 0) continue;
      const { api } = resources[0] as (typeof resources)[number];
      const { reasons } = await checker(api)({ ...validInputs(documented.application), [name]: "another" });
      expect(reasons).to.deep.equal([
        `${name} ${documented.oneOf(values)}; if the API knows another, run \`pulumi config set apphosting:allowUnlistedValues true\``,
      ]);
    }
  });

  it("keeps every other rule with apphosting:allowUnlistedValues", async () => {
    const { reasons } = await checker(cache, unlistedAllowed)({ ...adopted, cacheId: ".." });
    expect(reasons.join()).to.match(/^cacheId must be an id/);
  });
});
