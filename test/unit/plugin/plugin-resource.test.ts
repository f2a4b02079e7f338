/** What the plugin adds to the host of a resource: answers to previews, marked secrets, a detailed diff. */

import { expect } from "chai";
import { isObject, type Json, type JsonObject } from "../../../provider/api/http/json.js";
import { StoredFailure } from "../../../provider/host/requests/failure.js";
import { unknownInput } from "../../../provider/host/state/comparison.js";
import { createPluginResource } from "../../../provider/plugin/plugin-resource.js";
import { findSettingProblems, listChangedSettings } from "../../../provider/plugin/provider-settings.js";
import { unwrapSecrets } from "../../../provider/plugin/secrets.js";
import { createConfiguredSession, type Response } from "../host-fixture.js";
import { application, cache, resources, type TestedResource } from "../resources.js";

const mark = "4dabf18193072939515e22adb298388d";

/** As the engine marks a secret in its protocol. */
function secret(value: Json): JsonObject {
  return { [mark]: "1b47061264138c4ac30d75fd1eb44270", value };
}

/** The names of the values that are marked. */
function secretNames(values: JsonObject): string[] {
  return Object.entries(values).flatMap(([name, value]) => (isObject(value) && mark in value ? [name] : []));
}

function pluginOf({ definition }: Pick<TestedResource, "definition">, ...responses: readonly Response[]) {
  const { session, lines, requests } = createConfiguredSession({}, responses);
  return { resource: createPluginResource(definition, session), lines, requests };
}

const sessions = { ...cache.required, cacheId: "cache-1" };
const known = {
  connection: { hostname: "h", port: 1, protocol: "redis" },
  credentials: secret({ username: "u", password: "p" }),
  connectionUri: secret("redis://u:p@h:1"),
  environments: [],
};

it("Plugin preview of a create: knows what the program sets and the id of a cache, and sends nothing", async () => {
  for (const { definition, valid: inputs } of resources) {
    const { resource, requests } = pluginOf({ definition });
    const created = await resource.create(inputs, true);
    expect(created.id).to.equal(inputs.cacheId ?? "");
    const outputs = unwrapSecrets(created.outputs);
    for (const name of Object.keys(definition.rows)) {
      expect(outputs[name], name).to.deep.equal(inputs[name] ?? unknownInput);
    }
    expect(requests).to.deep.equal([]);
  }
});

it("Plugin preview of what existingId adopts: knows every output if nothing is sent", async () => {
  const inputs = { ...application.required, existingId: "app-9" };
  const { id, outputs } = await pluginOf(application).resource.create(inputs, true);
  expect({ id, ...unwrapSecrets(outputs) }).to.include({ id: "app-9", ...inputs, slug: null });
  const { session } = createConfiguredSession({ operations: { Application: "GET /applications/{id}" } });
  const read = await createPluginResource(application.definition, session).create(inputs, true);
  expect(unwrapSecrets(read.outputs), "with GET named").to.include({ ...inputs, slug: unknownInput });
});

it("Plugin preview of an update with nothing to send: knows every output that it returns", async () => {
  for (const [kind, id, fixed] of [
    [cache, "cache-1", {}],
    [application, "app-9", { existingId: "app-9" }],
  ] as const) {
    const { resource, requests } = pluginOf(kind);
    const inputs = { ...kind.required, ...fixed, name: secret(kind.required.name as string) };
    const state = (await resource.create(inputs, false)).outputs;
    requests.splice(0);
    const foreseen = await resource.update(id, state, inputs, true);
    expect(foreseen)
      .to.deep.equal(await resource.update(id, state, inputs, false))
      .and.deep.equal(state);
    expect(requests).to.deep.equal([]);
  }
});

it("Plugin preview of an update: knows the outputs that the change leaves as they are, and no other", async () => {
  const nothing = { ...known, connection: null };
  const { connection, connectionUri } = unwrapSecrets(known);
  for (const [state, change, expected] of [
    [known, { usesHibernation: true }, { connection, connectionUri, status: unknownInput }],
    [known, { size: "1gb" }, { connection: unknownInput, connectionUri: unknownInput, status: unknownInput }],
    [nothing, { usesHibernation: true }, { connection: unknownInput }],
  ]) {
    const { resource, requests } = pluginOf(cache);
    const outputs = await resource.update("cache-1", { ...sessions, ...state }, { ...sessions, ...change }, true);
    expect(unwrapSecrets(outputs)).to.deep.include({ ...sessions, ...change, ...expected });
    expect(requests).to.deep.equal([]);
  }
});

const connection = { hostname: "other", port: 1, protocol: "redis" };
const update = async (change: JsonObject) => {
  const { resource, requests } = pluginOf(cache, { attributes: { connection } });
  const updated = resource.update("cache-1", { ...sessions, ...known }, { ...sessions, ...change }, false);
  return { result: await updated.catch((thrown) => thrown), requests };
};

it("Plugin update: another connection than its preview knew is kept, and stops the run", async () => {
  const { result, requests } = await update({ usesHibernation: true });
  expect(result).to.be.instanceOf(StoredFailure);
  expect(result.message).to.match(/^Cache cache-1: the response has another connection and connectionUri than/);
  expect(unwrapSecrets(result.properties)).to.deep.include({ connection });
  expect(requests).to.have.length(1);
});

it("Plugin update: another connection is no error where its preview did not know it", async () => {
  expect((await update({ size: "1gb" })).result.connection).to.deep.equal(connection);
});

it("Plugin detailed diff: has what is sent, what is added and what replaces, and nothing of what is no longer set", async () => {
  const state = { ...sessions, ...known, size: "250mb", usesHibernation: null, asked: secret({ size: "1gb" }) };
  const diff = (olds: JsonObject, news: JsonObject) => pluginOf(cache).resource.diff("cache-1", state, olds, news);
  const inputs = { ...sessions, size: "1gb", usesHibernation: true };
  const updated = { argument: "size", sign: "UPDATE", comparesInputs: false };
  const added = { argument: "usesHibernation", sign: "ADD", comparesInputs: false };
  expect(await diff(sessions, inputs)).to.deep.equal({ lines: [added, updated], replaces: [] });
  expect(await diff(inputs, sessions)).to.deep.equal({ lines: [], replaces: [] });
  const replaced = { argument: "cacheId", sign: "UPDATE_REPLACE", comparesInputs: true };
  const other = { ...sessions, cacheId: "cache-2" };
  expect(await diff(sessions, other)).to.deep.equal({ lines: [replaced], replaces: ["cacheId"] });
});

it("Plugin secrets: marks the outputs that always are secrets, and the arguments that are secrets in the program", async () => {
  const { resource } = pluginOf(cache);
  const { outputs } = await resource.create({ ...sessions, triggers: [secret("a")] }, false);
  expect(secretNames(outputs)).to.have.members(["credentials", "connectionUri", "triggers"]);
});

it("Plugin secrets: marks all that the API may have made of a secret name, but not the other arguments", async () => {
  const { resource } = pluginOf(application, { attributes: { name: "Other" } });
  const inputs = application.required;
  const { outputs } = await resource.create({ ...inputs, name: secret("Web shop") }, false);
  const others = Object.keys(inputs).filter((name) => name !== "name");
  expect(Object.keys(outputs).filter((name) => !secretNames(outputs).includes(name))).to.have.members(others);
});

it("Plugin secrets: marks a setting that was secret before the program left it out", async () => {
  const { resource } = pluginOf(cache, { attributes: {} });
  const state = { ...sessions, ...known, size: secret("1gb"), triggers: [secret("a")] };
  const inputs = { ...sessions, usesHibernation: true };
  const previewed = await resource.update("cache-1", state, inputs, true);
  expect(secretNames(previewed)).to.include.members(["size", "triggers"]);
  const outputs = await resource.update("cache-1", state, inputs, false);
  expect(secretNames(outputs)).to.have.members(["credentials", "connectionUri", "size"]);
});

it("Plugin secrets: a read marks nothing more, and fills in what the state lacks", async () => {
  const { resource } = pluginOf(cache);
  const state = { ...sessions, credentials: known.credentials, __provider: "text" };
  const outputs = await resource.read("cache-1", state, sessions);
  expect(outputs).to.deep.include({ ...sessions, credentials: known.credentials, status: null });
  expect(outputs).not.to.have.property("__provider");
});

it("Plugin secrets: check returns each input as the program has it", async () => {
  const { resource } = pluginOf(cache);
  const inputs = { ...sessions, size: secret("1gb") };
  expect(await resource.check({}, { ...inputs, triggers: null })).to.deep.equal({ inputs, failures: [] });
});

const given = { token: secret("t"), baseUrl: "https://api.example.com" };
const explicit = "urn:pulumi:dev::shop::pulumi:providers:apphosting::press";
const byDefault = "urn:pulumi:dev::shop::pulumi:providers:apphosting::default_0_2_0";

it("Plugin provider settings: a wrong or unknown one is refused, and an unknown name in the stack's configuration is not", () => {
  const problemsOf = (settings: JsonObject, urn = explicit) => findSettingProblems(urn, settings, {}).join();
  expect(problemsOf(given)).to.equal("");
  expect(problemsOf({ ...given, tokn: "x" }, byDefault)).to.equal("");
  expect(problemsOf({ ...given, tokn: "x" })).to.match(/^tokn is no setting; the settings are token,/);
  expect(problemsOf({ ...given, maxRetries: 99 })).to.match(/^apphosting:maxRetries must be/);
  expect(problemsOf({}, byDefault)).to.match(/token is not set.*baseUrl is not set/);
  // What is not known yet waits for `up`.
  expect(problemsOf({ token: unknownInput, baseUrl: "x" })).to.equal("");
});

it("Plugin provider settings: diff compares their values, with or without apphosting: before the name", () => {
  const dynamic = { "apphosting:token": secret("t"), "apphosting:baseUrl": given.baseUrl };
  expect(listChangedSettings(dynamic, { ...given, version: "0.2.0" })).to.deep.equal([]);
  const others = { ...given, token: secret("u"), maxRetries: 1 };
  expect(listChangedSettings(dynamic, others)).to.deep.equal(["token", "maxRetries"]);
});
