import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { application, cache, environment, formatTitle, type TestedResource } from "../documented-resources.js";
import { createHost, createResource, diffs } from "../host-fixture.js";

const updating = { operations: "read,update" };

it("Argument that can't be updated: doesn't replace if the input, output or actual value equals it", async () => {
  const hidden = { input: { name: "Shop 1" }, actual: { name: "Shop 2" } };
  const state = { ...application.nulls, ...application.valid, __apphosting: hidden };
  const says = `warning: ${formatTitle(application, "app-1")}: name can't be updated, so \`pulumi up\` only corrects name in the state. It isn't sent, and the API keeps its own value.`;
  const { host, lines } = createHost({}, application);
  const diff = (name: string) => host.diff("app-1", state, { ...application.valid, name });
  expect((await diff("Shop 1")).replaces).to.deep.equal([]);
  expect(lines).to.deep.equal([says]);
  expect((await diff("Shop 2")).replaces).to.deep.equal([]);
  expect(await diff("Shop")).to.deep.equal(diffs.unseen);
  expect((await diff("Shop 3")).replaces).to.deep.equal(["name"]);
});

it("Argument changed to the API's actual value: only recorded; nothing is sent or replaced", async () => {
  const hidden = { actual: { branch: "main" } };
  const state = { ...environment.nulls, ...environment.required, branch: "old", __apphosting: hidden };
  const { host, lines, requests } = createHost({}, environment);
  expect(await host.diff("env-1", state, environment.required)).to.deep.equal(diffs.unseen);
  expect(lines).to.deep.equal([
    "warning: Environment staging of app/1 (env-1): `pulumi up` only corrects branch in the state: the API already has this value.",
  ]);
  const { outs } = await host.update("env-1", state, environment.required);
  expect(outs).to.deep.include({ branch: "main" });
  expect(outs.__apphosting).to.deep.include({ input: {}, actual: {} });
  expect(requests).to.deep.equal([]);
});

it("Argument removed from the program: no longer managed, with a warning; nothing is sent", async () => {
  for (const [resource, name, value, kept] of [
    [environment, "buildCommand", "npm run build", "npm run build"],
    [application, "rootDirectory", "web", "web"],
    [cache, "triggers", [1], null],
  ] as [TestedResource, string, Json, Json][]) {
    const inputs = { ...resource.required, [name]: value };
    const { id, host, diff, update, lines, requests } = await createResource(updating, resource, inputs);
    requests.splice(0);
    expect(await diff(resource.required), name).to.deep.equal(diffs.unseen);
    expect(lines).to.deep.equal([
      `warning: ${formatTitle(resource, id)}: the program no longer sets ${name}, so it's no longer managed. Nothing is sent for it.`,
    ]);
    const outs = await update(resource.required);
    expect(outs[name], name).to.equal(kept);
    expect((outs.__apphosting as { set: string[] }).set).to.not.include(name);
    expect(requests).to.deep.equal([]);
    expect(await host.diff(id, outs, resource.required)).to.deep.equal(diffs.none);
  }
});

it("buildCommand removed, then set to null: replaces only if the API has one", async () => {
  for (const [first, replaces] of [
    [{ buildCommand: "make" }, ["buildCommand"]],
    [{}, []],
  ] as const) {
    const { id, host, update } = await createResource({}, environment, { ...environment.required, ...first });
    const outs = await update(environment.required);
    const diff = await host.diff(id, outs, { ...environment.required, buildCommand: null });
    expect(diff).to.deep.equal({ changes: true, replaces });
  }
});

it("Drift of buildCommand: stays without update enabled, and is corrected once it is", async () => {
  const inputs = { ...environment.required, buildCommand: "make" };
  const drifted = { ...environment.nulls, ...inputs, buildCommand: "of somebody", __apphosting: { input: inputs } };
  const reading = createHost({ operations: "read" }, environment);
  expect(await reading.host.diff("env-1", drifted, inputs)).to.deep.equal(diffs.unseen);
  const { outs } = await reading.host.update("env-1", drifted, inputs);
  expect(reading.requests).to.deep.equal([]);
  const { host, lines, requests } = createHost(updating, environment);
  expect(await host.diff("env-1", outs as JsonObject, inputs)).to.deep.equal(diffs.unseen);
  expect(lines.join()).to.include("buildCommand: the program sets one value, but the API has another");
  await host.update("env-1", outs as JsonObject, inputs);
  expect(requests.map(({ body }) => body)).to.deep.equal([{ build_command: "make" }]);
});

it("State from a read: the next read returns it unchanged", async () => {
  const { host } = createHost(updating, environment, { attributes: { name: "other", build_command: "x" } });
  const hidden = { input: { branch: "r", clusterId: "c" }, actual: { edgeNetworkId: null }, unconfirmed: "update" };
  const state = { ...environment.nulls, ...environment.valid, __apphosting: hidden };
  const { props } = await host.read("env-1", state);
  expect(props.__apphosting).to.deep.equal({
    set: Object.keys(environment.valid),
    input: { branch: "r", clusterId: "c", name: "staging", buildCommand: "npm run build" },
    actual: { edgeNetworkId: null },
    unconfirmed: "update",
  });
  expect((await host.read("env-1", props)).props).to.deep.equal(props);
});

it("Fallback id: stays one after the name changes, so nothing is sent", async () => {
  const settings = { operations: "read,update,delete" };
  const consenting = { ...environment.required, __deletable: true };
  const created = await createResource(settings, environment, consenting, { body: {} }, { attributes: {} });
  const { id, state, host, requests } = created;
  expect(id).to.equal("app/1/staging");
  const { outs } = await host.update(id, state, { ...consenting, existingId: id, name: "Staging" });
  await host.read(id, outs as JsonObject);
  await host.delete(id, outs as JsonObject);
  expect(requests).to.deep.equal([]);
});

it("Unconfirmed update: an up that sends nothing doesn't confirm it", async () => {
  const hidden = { unconfirmed: "update" };
  const state = { ...application.nulls, ...application.valid, __apphosting: hidden };
  const { host, requests } = createHost({}, application);
  const { rootDirectory: _, ...news } = application.valid;
  const { outs } = await host.update("app-1", state, news);
  expect(requests).to.deep.equal([]);
  expect(outs.__apphosting).to.deep.include(hidden);
});

it("Unexpected type in an update's response: warns of the type, not of a missing field", async () => {
  const responses = [{ attributes: {} }, { attributes: { name: "Shop", root_directory: 5 } }];
  const { update, lines } = await createResource(updating, application, application.valid, ...responses);
  await update({ ...application.valid, rootDirectory: "next" });
  expect(lines.join()).to.include("root_directory in the response has an unexpected type");
  expect(lines.join()).to.not.include("doesn't include");
});

it("Refresh: no drift warning for an argument that the program no longer sets", async () => {
  const { region: _, ...news } = application.valid;
  const { id, update } = await createResource(updating, application, application.valid);
  const outs = await update(news);
  const { host, lines } = createHost(updating, application, { attributes: { region: "us-east-2" } });
  await host.read(id, outs);
  expect(lines).to.deep.equal([]);
});

it("Refresh: a value that differs only in white space counts as the input or output", async () => {
  const state = { ...application.nulls, ...application.valid, __apphosting: { input: { name: "Shop 1" } } };
  for (const name of ["Shop 1", application.valid.name]) {
    const { host } = createHost({ operations: "read,update" }, application, { attributes: { name: ` ${name}\n` } });
    expect((await host.read("app-1", state)).props).to.deep.include({ name });
  }
});
