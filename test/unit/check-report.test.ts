/** How check says what is wrong: all at once, in words, by name, without a value; and what it leaves to the API. */

import { expect } from "chai";
import { application } from "../../provider/api/application.js";
import { environment } from "../../provider/api/environment.js";
import { CacheSize } from "../../provider/definitions/enums.js";
import { cache } from "../../provider/host/cache.js";
import { unknownValue } from "../../provider/host/changes.js";
import * as documented from "../documented/index.js";
import { check, unlistedAllowed } from "./host-fixture.js";
import { resources } from "./resources.js";

describe("check reports", () => {
  it("every mistake of a resource at once, and names no property whose value the engine would print", async () => {
    const inputs = { colour: "red", cacheId: "..", name: "NO", size: "3gb", triggers: "now" };
    const { reasons, properties } = await check(cache, inputs);
    expect(reasons.map((reason) => reason.split(" ")[0])).to.deep.equal(Object.keys(inputs));
    expect(properties).to.deep.equal(reasons.map(() => ""));
  });

  it("both mistakes of one text", async () => {
    const { reasons } = await check(cache, { cacheId: "c", name: "N" });
    expect(reasons).to.deep.equal([
      "name must have 2 to 40 characters; it has 1",
      "name may only hold lowercase letters, digits, _ and -",
    ]);
  });

  it("an unknown argument, with those that there are", async () => {
    const inputs = { applicationId: "app-1", name: "n", branch: "main", buildcommand: "x" };
    const { reasons } = await check(environment, inputs);
    const known = Object.keys(documented.environment.arguments).join(", ");
    expect(reasons).to.deep.equal([`buildcommand is no argument of Environment; its arguments are ${known}`]);
  });

  it("no argument that the engine or another object adds without stating it", async () => {
    const inputs = { cacheId: "c", name: "nn", __provider: "exports.handler", other: null };
    expect((await check(cache, inputs)).reasons).to.deep.equal([]);
  });

  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    it(`an argument called ${name} like any other unknown one`, async () => {
      const inputs = JSON.parse(`{"cacheId": "c", "name": "nn", "${name}": 1}`);
      expect((await check(cache, inputs)).reasons.join()).to.match(new RegExp(`^${name} is no argument of Cache`));
    });
  }

  it("what is wrong with the configuration beside what is wrong with the arguments", async () => {
    const { reasons } = await check(cache, { cacheId: "c", name: "N!" }, {});
    const about = ["apphosting:token", "apphosting:baseUrl", "name"];
    expect(reasons.map((reason) => reason.split(" ")[0])).to.deep.equal(about);
  });
});

describe("check of a value outside a documented list", () => {
  it("says the whole of a short list, and how to send the value all the same", async () => {
    const { reasons } = await check(application, { name: "Shop", sourceControlProvider: "hostD" });
    expect(reasons).to.deep.equal([
      'sourceControlProvider must be one of "hostA", "hostB", "hostB_self_hosted", "hostC"; if the API knows another, run `pulumi config set apphosting:allowUnlistedValues true`',
    ]);
  });

  const misspelt: readonly [stated: string, meant: string][] = [
    ["valkey-pro-5gb", "valkey-pro.5gb"],
    ["VALKEY-PRO.5GB", "valkey-pro.5gb"],
    ["managed.cache.r7g.xxlarge", "managed.cache.r7g.xlarge"],
    ["cache.t4g.micro", "managed.cache.t4g.micro"],
  ];
  for (const [stated, meant] of misspelt) {
    it(`says a few near sizes and not all 63: ${stated} means ${meant}`, async () => {
      const reason = (await check(cache, { cacheId: "c", name: "nn", size: stated })).reasons.join();
      const named = Object.values(CacheSize).filter((size) => reason.includes(`"${size}"`));
      expect(named).to.include(meant).and.to.have.lengthOf(3);
      expect(reason).to.include("one of the 63 values of CacheSize");
    });
  }

  it("keeps every other rule with apphosting:allowUnlistedValues", async () => {
    const { reasons } = await check(cache, { cacheId: "..", name: "nn" }, unlistedAllowed);
    expect(reasons.join()).to.match(/^cacheId must be an id/);
  });

  it("does not ask an object in its place for its text, which it may not have", async () => {
    const size = { toString: 5 };
    expect((await check(cache, { cacheId: "c", name: "nn", size })).reasons).to.have.lengthOf(1);
  });
});

describe("check leaves to the run", () => {
  for (const { documented: resource, api } of resources) {
    it(`values of ${resource.kind} that are not known yet`, async () => {
      const inputs = Object.keys(resource.arguments).map((name) => [name, unknownValue]);
      expect((await check(api, Object.fromEntries(inputs))).reasons).to.deep.equal([]);
    });

    it(`no other argument of ${resource.kind} because one is not known`, async () => {
      const [first = "", ...others] = Object.keys(documented.validInputs(resource, "required"));
      const { reasons } = await check(api, { [first]: unknownValue });
      expect(reasons.map((reason) => reason.split(" ")[0])).to.deep.equal(others);
    });
  }

  it("a value with something inside that is not known yet", async () => {
    const inputs = { cacheId: "c", name: "nn", triggers: { at: [unknownValue] }, size: [unknownValue] };
    expect((await check(cache, inputs)).reasons).to.deep.equal([]);
  });
});

describe("check hands on", () => {
  for (const name of ["n", "refused!"]) {
    it(`the inputs as they are stated, for the engine to go on with: ${name}`, async () => {
      const inputs = { applicationId: "a", name, branch: "b", buildCommand: "x", __provider: "text" };
      expect((await check(environment, inputs)).inputs).to.deep.equal(inputs);
    });
  }

  for (const { documented: resource, api } of resources) {
    it(`null where it is a value of ${resource.kind}; elsewhere it is the same as leaving out`, async () => {
      const rows = Object.entries(resource.arguments);
      const nulls = Object.fromEntries(rows.map(([name]) => [name, null]));
      const values = rows.filter(([, { nullable }]) => nullable === "value").map(([name]) => [name, null]);
      expect((await check(api, nulls)).inputs).to.deep.equal(Object.fromEntries(values));
    });
  }
});
