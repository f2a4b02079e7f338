/** What becomes of a stated value when the API answers another: normalised, left out, or not applied. */

import { expect } from "chai";
import { application } from "../../provider/api/application.js";
import { environment } from "../../provider/api/environment.js";
import type { Json, JsonObject } from "../../provider/api/json.js";
import { cache } from "../../provider/host/cache.js";
import type { HostedResource } from "../../provider/host/resource.js";
import { validInputs } from "../documented/index.js";
import { hostOf } from "./host-fixture";
import { resources } from "./resources";

const connection = { hostname: "h", port: 6379, protocol: "redis", username: "u", password: "p" };

/** Creates a resource that the API answers with these attributes, and later requests with the last of them. */
async function created(requests: HostedResource, stated: JsonObject, ...answers: readonly JsonObject[]) {
  const fixture = hostOf(
    requests,
    ...answers.map((attributes) => ({
      attributes: requests === cache ? { connection, ...attributes } : attributes,
    })),
  );
  const { host } = fixture;
  const { id, outs } = await host.create(stated);
  return {
    ...fixture,
    outs: outs as JsonObject,
    diff: (news: JsonObject) => host.diff?.(id, outs, news),
    update: async (news: JsonObject) => (await host.update?.(id, outs, news))?.outs as JsonObject,
  };
}

const shop = { name: "Shop", sourceControlProvider: "hostA", region: "eu-west-1" };
const staging = { applicationId: "app-1", name: "Staging", branch: "main", buildCommand: "npm  run build" };
const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };

describe("A value that the API normalised", () => {
  const table: readonly [HostedResource, JsonObject, attributes: JsonObject, changed: string][] = [
    [application, shop, { name: "shop" }, "name"],
    [application, shop, { region: "us-east-1" }, "region"],
    [environment, staging, { name: "staging" }, "name"],
    [environment, staging, { build_command: "npm run build" }, "buildCommand"],
    [environment, { ...staging, buildCommand: null }, { build_command: "make" }, "buildCommand"],
    // As of an API that skips the build.
    [environment, staging, { build_command: null }, "buildCommand"],
  ];
  for (const [requests, stated, attributes, argument] of table) {
    const [answered] = Object.values(attributes);

    it(`is the output, and ${requests.definition.kind} ${argument} as stated is kept in the secret one`, async () => {
      const { outs } = await created(requests, stated, attributes);
      expect(outs[argument]).to.equal(answered);
      expect(outs.asked).to.deep.equal({ [argument]: stated[argument] });
    });
  }
});

describe("A value that the API's answer leaves out, or answers with null,", () => {
  for (const attributes of [{}, { name: null, size: null }]) {
    it(`is as it was asked: ${JSON.stringify(attributes)}`, async () => {
      const { outs, diff, lines } = await created(cache, sessions, attributes);
      expect(outs).to.deep.include(sessions);
      expect(await diff(sessions)).to.deep.equal({ changes: false });
      expect(lines).to.deep.equal([]);
    });
  }
});

describe("A value that the program did not state", () => {
  it("is an output, and no change, whatever the API answered", async () => {
    const { outs, diff } = await created(cache, { cacheId: "c", name: "nn" }, { name: "nn", size: "5gb" });
    expect(outs.size).to.equal("5gb");
    expect(await diff({ cacheId: "c", name: "nn" })).to.deep.equal({ changes: false });
  });

  it("is no change for a build command that is then stated as null, which asks for the same", async () => {
    const { buildCommand: _, ...without } = staging;
    const { diff, lines } = await created(environment, without, { build_command: "make" });
    expect(await diff({ ...without, buildCommand: null })).to.deep.equal({ changes: false });
    expect(lines).to.deep.equal([]);
  });
});

describe("A cache setting that the API did not apply", () => {
  const disobeying = { name: "sessions", size: "250mb", status: "updating" };

  it("is warned of by argument, requested and answered value, with both causes, the slow one first", async () => {
    const { lines } = await created(cache, sessions, disobeying);
    expect(lines).to.deep.equal([
      'warning: Cache cache-1: size: requested "1gb", the API answered "250mb". The API may still be applying it (status "updating"): run `pulumi up` again later, it sends the setting again. Or it ignores a field that it does not know: if its name for size is another, set apphosting:fieldNames',
    ]);
  });

  it("is a change in the next preview, with one line that names it once, since the engine sees none", async () => {
    const { diff, lines } = await created(cache, sessions, disobeying);
    lines.length = 0;
    expect(await diff(sessions)).to.deep.equal({ changes: true, replaces: [] });
    await diff(sessions);
    expect(lines).to.deep.equal([
      "warning: Cache cache-1: size: the API has another value than the program; the next `pulumi up` sends it again",
    ]);
  });

  it("is sent again with the name and no other setting", async () => {
    const { update, bodies } = await created(cache, sessions, disobeying);
    await update(sessions);
    expect(bodies.at(-1)).to.deep.equal({ name: "sessions", size: "1gb" });
  });

  it("is said to be drift where the request did not have it", async () => {
    const { update, lines } = await created(cache, sessions, { name: "sessions", size: "1gb" }, disobeying);
    await update({ ...sessions, triggers: [2] });
    expect(lines).to.deep.equal([
      'warning: Cache cache-1: size: requested "1gb", the API answered "250mb". It was changed outside Pulumi (drift); the next `pulumi up` sends it again',
    ]);
  });

  it("is no change any more when the program gives in", async () => {
    const { diff, lines } = await created(cache, sessions, disobeying);
    lines.length = 0;
    expect(await diff({ ...sessions, size: "250mb" })).to.deep.equal({ changes: false });
    expect(lines).to.deep.equal([]);
  });

  it("is not spoken of where another cacheId replaces the cache", async () => {
    const { diff, lines } = await created(cache, sessions, disobeying);
    lines.length = 0;
    expect(await diff({ ...sessions, cacheId: "cache-2" })).to.deep.equal({ replaces: ["cacheId"] });
    expect(lines).to.deep.equal([]);
  });

  it("lets the engine look itself where something else has changed as well", async () => {
    const { diff } = await created(cache, sessions, disobeying);
    expect(await diff({ ...sessions, name: "pages" })).to.deep.equal({ replaces: [] });
  });
});

describe("A warning of another value than requested", () => {
  for (const { documented, api } of resources) {
    for (const [name, argument] of Object.entries(documented.arguments)) {
      const { answer, values, valid, other } = argument;
      if (answer === undefined) continue;
      const shown = (value: Json) => (values === undefined ? String(value) : `"${value}"`);
      const isText = typeof valid === "string" && values === undefined;
      const says = isText
        ? "the API answered another value instead of the requested value"
        : `requested ${shown(valid)}, the API answered ${shown(other)}`;

      it(`of ${documented.kind} ${name} shows ${isText ? "neither, for they may be secrets" : "both"}`, async () => {
        const stated = validInputs(documented);
        const { lines } = await created(api, stated, { [answer]: other });
        expect(lines.map((line) => line.split(/: (?=\w+: )/)[1]?.split(". ")[0])).to.deep.equal([`${name}: ${says}`]);
        expect(lines[0]?.includes("fieldNames")).to.equal(api === cache && values !== undefined);
      });
    }
  }

  const table: readonly [HostedResource, JsonObject, attributes: JsonObject, text: string][] = [
    [cache, sessions, { size: "secret-1" }, 'size: requested "1gb", the API answered another value.'],
    [
      environment,
      { ...staging, buildCommand: null },
      { build_command: "secret-3" },
      "buildCommand: requested none, the API answered another value",
    ],
    [
      environment,
      staging,
      { build_command: null },
      "buildCommand: the API answered none instead of the requested value",
    ],
  ];
  for (const [requests, stated, attributes, text] of table) {
    it(`shows only what cannot be a secret: ${text}`, async () => {
      const { lines } = await created(requests, stated, attributes);
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include(`: ${text}`);
      expect(lines[0]).to.not.match(/secret|npm/);
    });
  }
});
