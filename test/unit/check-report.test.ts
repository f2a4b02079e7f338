/** How check says what is wrong: all at once, in words, by name, without a value; and what it leaves to the API. */

import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json.js";
import { CacheSize } from "../../provider/enums.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import { type ResourceSpec, resourceHost } from "../../provider/host/resource.js";
import { createSession } from "../../provider/host/session.js";
import { unknownValue } from "../../provider/host/stated.js";

const settings = { APPHOSTING_TOKEN: "secret-token", APPHOSTING_BASE_URL: "https://api.example.com" };

async function check(spec: ResourceSpec, inputs: JsonObject, config: Record<string, string> = settings) {
  const session = createSession(config, () => {});
  session.configure((key) => config[key]);
  const checked = await resourceHost(spec, session).check?.({}, inputs);
  return {
    inputs: checked?.inputs as JsonObject,
    properties: (checked?.failures ?? []).map(({ property }) => property),
    reasons: (checked?.failures ?? []).map(({ reason }) => reason),
  };
}

const unlistedAllowed = { ...settings, "apphosting:allowUnlistedValues": "true" };

describe("check reports", () => {
  it("every mistake of a resource at once, and names no property whose value the engine would print", async () => {
    const { reasons, properties } = await check(cache, {
      cacheId: "..",
      name: "NO",
      isPublic: "yes",
      hibernationTimeout: 61,
      size: "3gb",
      triggers: "now",
      colour: "red",
    });
    expect(reasons.map((reason) => reason.split(" ")[0])).to.have.members([
      "cacheId",
      "name",
      "isPublic",
      "hibernationTimeout",
      "size",
      "triggers",
      "colour",
    ]);
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
    const { reasons } = await check(environment, {
      applicationId: "app-1",
      name: "n",
      branch: "main",
      buildcommand: "x",
    });
    expect(reasons).to.deep.equal([
      "buildcommand is no argument of Environment; its arguments are applicationId, name, branch, buildCommand, clusterId, edgeNetworkId",
    ]);
  });

  it("no argument that the engine or another object adds without stating it", async () => {
    const inputs = { cacheId: "c", name: "nn", __provider: "exports.handler", other: null };
    expect((await check(cache, inputs)).reasons).to.deep.equal([]);
  });

  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    it(`an argument called ${name} like any other unknown one`, async () => {
      const inputs = JSON.parse(`{"cacheId": "c", "name": "nn", "${name}": 1}`);
      expect((await check(cache, inputs)).reasons.join()).to.match(
        new RegExp(`^${name} is no argument of Cache`),
      );
    });
  }

  it("what is wrong with the configuration beside what is wrong with the arguments", async () => {
    const { reasons } = await check(cache, { cacheId: "c", name: "N!" }, {});
    expect(reasons.map((reason) => reason.split(" ")[0])).to.deep.equal([
      "apphosting:token",
      "apphosting:baseUrl",
      "name",
    ]);
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

  const lists: readonly [ResourceSpec, string, JsonObject][] = [
    [application, "region", { name: "Shop", sourceControlProvider: "hostA" }],
    [application, "sourceControlProvider", { name: "Shop" }],
    [cache, "size", { cacheId: "c", name: "nn" }],
    [cache, "evictionPolicy", { cacheId: "c", name: "nn" }],
  ];
  for (const [spec, argument, others] of lists) {
    it(`lets any text through for ${argument} with apphosting:allowUnlistedValues, and nothing else`, async () => {
      expect((await check(spec, { ...others, [argument]: "new-1" }, unlistedAllowed)).reasons).to.deep.equal(
        [],
      );
      const [reason] = (await check(spec, { ...others, [argument]: 1 }, unlistedAllowed)).reasons;
      expect(reason).to.match(new RegExp(`^${argument} must be one of `));
    });
  }

  it("keeps every other rule with apphosting:allowUnlistedValues", async () => {
    const { reasons } = await check(
      cache,
      { cacheId: "c", name: "nn", hibernationTimeout: 61 },
      unlistedAllowed,
    );
    expect(reasons).to.deep.equal(["hibernationTimeout must be an integer from 1 to 60"]);
  });
});

describe("check of an object in place of a listed value", () => {
  it("does not ask it for its text, which it may not have", async () => {
    const size = { toString: 5 };
    expect((await check(cache, { cacheId: "c", name: "nn", size })).reasons).to.have.lengthOf(1);
  });
});

describe("check leaves to the run", () => {
  for (const [spec, required] of [
    [application, ["name", "sourceControlProvider"]],
    [environment, ["applicationId", "name", "branch"]],
    [cache, ["cacheId", "name"]],
  ] as const) {
    it(`values of ${spec.kind} that are not known yet`, async () => {
      const inputs = Object.fromEntries(Object.keys(spec.rules).map((name) => [name, unknownValue]));
      expect((await check(spec, inputs)).reasons).to.deep.equal([]);
    });

    it(`no other argument of ${spec.kind} because one is not known`, async () => {
      const [first, ...others] = required;
      const { reasons } = await check(spec, { [first]: unknownValue });
      expect(reasons.map((reason) => reason.split(" ")[0])).to.deep.equal(others);
    });
  }

  it("a value with something inside that is not known yet", async () => {
    const inputs = { cacheId: "c", name: "nn", triggers: { at: [unknownValue] }, size: [unknownValue] };
    expect((await check(cache, inputs)).reasons).to.deep.equal([]);
  });
});

describe("check hands on", () => {
  it("the inputs as they are stated", async () => {
    const inputs = { applicationId: "a", name: "n", branch: "b", buildCommand: "x", __provider: "text" };
    expect((await check(environment, inputs)).inputs).to.deep.equal(inputs);
  });

  it("null for buildCommand alone; elsewhere it is the same as leaving out", async () => {
    const inputs = { applicationId: "a", name: "n", branch: "b", buildCommand: null, clusterId: null };
    const { clusterId: _, ...stated } = inputs;
    expect((await check(environment, inputs)).inputs).to.deep.equal(stated);
  });

  it("the inputs also where they are refused, for the engine to go on with", async () => {
    expect((await check(cache, { cacheId: "c", name: "N" })).inputs).to.deep.equal({
      cacheId: "c",
      name: "N",
    });
  });
});
