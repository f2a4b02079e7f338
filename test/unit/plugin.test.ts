/** What the plugin adds to the host of a resource: answers to previews, marked secrets, a detailed diff. */

import { expect } from "chai";
import { isObject, type JsonObject } from "../../provider/api/json.js";
import { application } from "../../provider/definitions/application.js";
import { cache } from "../../provider/definitions/cache.js";
import type { Definition } from "../../provider/definitions/definition.js";
import { environment } from "../../provider/definitions/environment.js";
import { unknownValue } from "../../provider/host/changes.js";
import { InitFailed } from "../../provider/host/init-failed.js";
import { pluginResource } from "../../provider/plugin/lifecycle.js";
import { plain, secretsOf } from "../../provider/plugin/secrets.js";
import * as documented from "../documented/index.js";
import { type Response, sessionWith } from "./host-fixture.js";
import { secret } from "./plugin-secret.js";
import { resources } from "./resources.js";

/** The names of the values that are marked. */
function secretNames(values: JsonObject): string[] {
  const [mark = ""] = Object.keys(secret(""));
  return Object.entries(values).flatMap(([name, value]) => (isObject(value) && mark in value ? [name] : []));
}

function pluginOf(definition: Definition, ...responses: readonly Response[]) {
  const { session, lines, requests } = sessionWith({}, responses);
  return { resource: pluginResource(definition, session), lines, requests };
}

const sessions = documented.validInputs(documented.cache, "required");
const known = {
  type: "vendor_redis",
  region: "eu",
  createdAt: "2026-01-01T00:00:00Z",
  connection: { hostname: "h", port: 1, protocol: "redis" },
  credentials: secret({ username: "u", password: "p" }),
  connectionUri: secret("redis://u:p@h:1"),
  status: "available",
  environments: [],
};

describe("A preview by the plugin", () => {
  it("of a create knows what the program sets, sends nothing, and knows the id of a cache", async () => {
    for (const [definition, inputs, id] of [
      [application, documented.validInputs(documented.application), ""],
      [environment, documented.validInputs(documented.environment), ""],
      [cache, sessions, sessions.cacheId],
    ] as const) {
      const { resource, requests } = pluginOf(definition);
      const created = await resource.create(inputs, true);
      expect(created.id).to.equal(id);
      const outputs = plain(created.outputs);
      for (const name of Object.keys(definition.rows)) {
        expect(outputs[name], name).to.deep.equal((inputs as JsonObject)[name] ?? unknownValue);
      }
      expect(requests).to.deep.equal([]);
    }
  });

  it("of what exists knows all, for nothing is sent", async () => {
    const inputs = { ...documented.validInputs(documented.application, "required"), existingId: "app-9" };
    const { id, outputs } = await pluginOf(application).resource.create(inputs, true);
    expect(id).to.equal("app-9");
    expect(plain(outputs)).to.include({ ...inputs, slug: null });
  });

  for (const { documented: resource, definition } of resources) {
    if (resource.update === undefined) continue;
    const inputs = documented.validInputs(resource);
    const state = Object.fromEntries(
      documented.outputNames(resource).map((name) => [name, inputs[name] ?? `known ${name}`]),
    );
    for (const [argument, { other: value, replaces, recorded }] of Object.entries(resource.arguments)) {
      if (replaces || recorded) continue;
      it(`of a change of ${argument} of ${resource.kind} knows what that leaves as it is, and nothing else`, async () => {
        const { resource: plugin, requests } = pluginOf(definition);
        const news = { ...inputs, [argument]: value };
        const outputs = plain(await plugin.update("id-1", state, news, true));
        for (const name of Object.keys(state).filter((one) => !(one in news))) {
          const isStable = resource.stable[name]?.includes(argument) === false;
          expect(outputs[name], name).to.deep.equal(isStable ? state[name] : unknownValue);
        }
        expect(requests).to.deep.equal([]);
      });
    }
  }

  it("does not know an output that is null so far", async () => {
    const state = { ...sessions, ...known, connection: null };
    const inputs = { ...sessions, usesHibernation: true };
    const outputs = await pluginOf(cache).resource.update("cache-1", state, inputs, true);
    expect(outputs.connection).to.equal(unknownValue);
  });
});

describe("An update by the plugin", () => {
  const inputs = { ...sessions, usesHibernation: true };
  const moved = { attributes: { connection: { hostname: "other", port: 1, protocol: "redis" } } };

  it("that comes to another connection than its preview is kept, and stops the run", async () => {
    const { resource, requests } = pluginOf(cache, moved);
    const error = await resource.update("cache-1", { ...sessions, ...known }, inputs, false).catch((thrown) => thrown);
    expect(error).to.be.instanceOf(InitFailed);
    expect(error.message).to.match(/^Cache cache-1: the response has another connection and connectionUri than/);
    expect(plain(error.properties)).to.deep.include({ connection: { hostname: "other", port: 1, protocol: "redis" } });
    expect(requests).to.have.length(1);
  });

  it("may come to another connection where its preview did not know it", async () => {
    const { resource } = pluginOf(cache, moved);
    const resized = { ...sessions, size: documented.cache.arguments.size?.other as string };
    const outputs = await resource.update("cache-1", { ...sessions, ...known }, resized, false);
    expect(outputs.connection).to.deep.equal(moved.attributes.connection);
  });
});

describe("The detailed diff of the plugin", () => {
  const state = { ...sessions, ...known, size: "250mb", usesHibernation: null, asked: secret({ size: "1gb" }) };
  it("has what is sent, as added where there was no value, and nothing of what is no longer set", async () => {
    const inputs = { ...sessions, size: "1gb", usesHibernation: true };
    const { changed, replaces } = await pluginOf(cache).resource.diff("cache-1", state, sessions, inputs);
    expect(changed).to.deep.equal([
      { name: "size", kind: "UPDATE", ofInputs: false },
      { name: "usesHibernation", kind: "ADD", ofInputs: false },
    ]);
    expect(replaces).to.deep.equal([]);
    expect((await pluginOf(cache).resource.diff("cache-1", state, inputs, sessions)).changed).to.deep.equal([]);
  });

  it("says what replaces", async () => {
    const inputs = { ...sessions, cacheId: "cache-2" };
    expect(await pluginOf(cache).resource.diff("cache-1", state, sessions, inputs)).to.deep.equal({
      changed: [{ name: "cacheId", kind: "UPDATE_REPLACE", ofInputs: true }],
      replaces: ["cacheId"],
    });
  });
});

describe("The plugin marks as a secret", () => {
  it("what always is one, and the argument that is one in the program", async () => {
    const { resource } = pluginOf(cache);
    const { outputs } = await resource.create({ ...sessions, triggers: [secret("a")] }, false);
    expect(secretNames(outputs)).to.have.members(["credentials", "connectionUri", "triggers"]);
  });

  it("all that the API may have made of a name that is one, but not the other arguments", async () => {
    const { resource } = pluginOf(application, { attributes: { name: "Other" } });
    const inputs = documented.validInputs(documented.application, "required");
    const { outputs } = await resource.create({ ...inputs, name: secret("Web shop") }, false);
    const others = Object.keys(inputs).filter((name) => name !== "name");
    expect(Object.keys(outputs).filter((name) => !secretNames(outputs).includes(name))).to.have.members(others);
  });

  it("a setting that was one before the program left it out", async () => {
    const { resource } = pluginOf(cache, { attributes: {} });
    const state = { ...sessions, ...known, size: secret("1gb"), triggers: [secret("a")] };
    const inputs = { ...sessions, usesHibernation: true };
    const previewed = await resource.update("cache-1", state, inputs, true);
    expect(secretNames(previewed)).to.include.members(["size", "triggers"]);
    const outputs = await resource.update("cache-1", state, inputs, false);
    expect(secretNames(outputs)).to.have.members(["credentials", "connectionUri", "size"]);
  });

  it("nothing of what it only reads again, and fills in what the state lacks", async () => {
    const { resource } = pluginOf(cache);
    const state = { ...sessions, credentials: known.credentials, __provider: "text" };
    const outputs = await resource.read("cache-1", state, sessions);
    expect(outputs).to.deep.include({ ...sessions, credentials: known.credentials, status: null });
    expect(outputs).not.to.have.property("__provider");
  });

  it("no input on its own: those that check returns are as the program has them", async () => {
    const { resource } = pluginOf(cache);
    const inputs = { ...sessions, size: secret("1gb") };
    expect(await resource.check({}, { ...inputs, triggers: null })).to.deep.equal({ inputs, failures: [] });
  });
});

it("The plugin takes every text and number inside a secret out of the API's words, by the name of its argument", () => {
  const inputs = { name: secret("shop"), size: "1gb", triggers: [{ at: secret([7, true, { deep: "x" }]) }] };
  expect(secretsOf(inputs)).to.deep.equal([
    { label: "name", text: "shop" },
    { label: "triggers", text: "7" },
    { label: "triggers", text: "x" },
  ]);
});
