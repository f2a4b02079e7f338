/** The rules of the state, where no test of a call shows them: what a read and an update leave of earlier values. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { defineResource } from "../../../provider/definitions/definition.js";
import { optional } from "../../../provider/definitions/row.js";
import { boolean } from "../../../provider/definitions/value-type.js";
import { application, cache, environment, formatTitle, type TestedResource } from "../documented-resources.js";
import { createConfiguredHost, createHost, createResource, type Response } from "../host-fixture.js";

const unknown = { outcome: "unknown" };
const updating = { operations: "read,update" };

it("State of 0.5.0: shows no change, and a refresh adds the outputs that it lacks", async () => {
  const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb" };
  const olds: JsonObject = { ...cache.nulls, ...sessions };
  delete olds.environments;
  expect(await createHost(cache).host.diff("cache-1", olds, sessions)).to.deep.equal({ changes: false });
  const { props } = await createHost(cache).host.read("cache-1", olds);
  expect(props).to.deep.equal({ ...cache.nulls, ...sessions });
});

it("State of 0.5.0 with a build command that the program leaves out: no change, because nothing tells whether it was set", async () => {
  const state = { ...environment.nulls, ...environment.required, buildCommand: "make" };
  expect(await createHost(environment).host.diff("env-1", state, environment.required)).to.deep.equal({
    changes: false,
  });
});

it("State with three values of what cannot be updated: none of them replaces, that of the API corrects the state, and a fourth replaces", async () => {
  const hidden = { requested: { name: "Shop 1" }, returned: { name: "Shop 2" } };
  const state = { ...application.nulls, ...application.valid, __apphosting: hidden };
  for (const [name, diff] of [
    ["Shop", { changes: false }],
    ["Shop 1", { changes: false }],
    ["Shop 2", { replaces: [] }],
    ["Shop 3", { replaces: ["name"] }],
  ] as const) {
    const { host } = createHost(application);
    expect(await host.diff("app-1", state, { ...application.valid, name })).to.deep.equal(diff);
  }
});

it("State of an update of unknown outcome: another value replaces nothing once update is no longer named", async () => {
  const hidden = { requested: { branch: "next" }, returned: { branch: unknown } };
  const state = { ...environment.nulls, ...environment.required, branch: "next", __apphosting: hidden };
  const { host, lines } = createHost(environment);
  for (const branch of ["next", "other"]) {
    expect(await host.diff("env-1", state, { ...environment.required, branch })).to.deep.equal({ changes: false });
  }
  expect(lines).to.deep.equal([]);
});

it("State that lacks a value which the API has: the program's equal value is recorded, nothing is sent, and nothing replaced", async () => {
  const state = {
    ...environment.nulls,
    ...environment.required,
    branch: "old",
    __apphosting: { returned: { branch: "main" } },
  };
  const { host, lines, requests } = createHost(environment);
  expect(await host.diff("env-1", state, environment.required)).to.deep.equal({ replaces: [] });
  expect(lines).to.deep.equal([
    "warning: Environment staging of app/1 (env-1): `pulumi up` only corrects branch in the state: the API already has this value.",
  ]);
  const { outs } = await host.update("env-1", state, environment.required);
  expect(outs).to.deep.include({ branch: "main" }).and.not.have.property("__apphosting");
  expect(requests).to.deep.equal([]);
});

it("buildCommand and triggers that are left out: recorded, with a line, nothing is sent, and the state no longer has them", async () => {
  for (const [resource, name, value] of [
    [environment, "buildCommand", "npm run build"],
    [cache, "triggers", [1]],
  ] as [TestedResource, string, Json][]) {
    const { id, state, host, diff, update, lines, requests } = await createResource(updating, resource, {
      ...resource.required,
      [name]: value,
    });
    requests.splice(0);
    expect(await diff(resource.required)).to.deep.equal({ replaces: [] });
    expect(lines).to.deep.equal([
      `warning: ${formatTitle(resource, id)}: the program no longer sets ${name}, so it's no longer managed. Nothing is sent for it.`,
    ]);
    const outs = await update(resource.required);
    expect([outs[name], (outs.__set as string[]).includes(name)]).to.deep.equal([null, false]);
    expect(requests).to.deep.equal([]);
    expect(await host.diff(id, outs, resource.required)).to.deep.equal({ changes: false });
    expect(state.__set).to.include(name);
  }
});

it("buildCommand that was left out, then null: replaces where the API has another one, and is no change where it never had one", async () => {
  for (const [first, expected] of [
    [{ buildCommand: "make" }, { changes: true, replaces: ["buildCommand"] }],
    [{}, { changes: false }],
  ] as const) {
    const { id, host, update } = await createResource({}, environment, { ...environment.required, ...first });
    const outs = await update(environment.required);
    expect(await host.diff(id, outs, { ...environment.required, buildCommand: null })).to.deep.equal(expected);
  }
});

it("An argument for the package itself: a change is recorded, and neither the request nor a response has it", async () => {
  const { apiType, path, rows } = environment.definition;
  const definition = defineResource("Environment", {
    ...{ apiType, path, create: "POST /applications/{applicationId}/environments", deletion: { never: "" } },
    rows: { ...rows, isPinned: optional(boolean, { onChange: "record" }) },
  });
  for (const operations of ["", "update"]) {
    const resource = { ...environment, definition };
    const inputs: JsonObject = { ...environment.required, isPinned: true };
    const { diff, update, lines, requests, id, host } = await createResource({ operations }, resource, inputs);
    const news = { ...inputs, isPinned: false };
    expect(await diff(news)).to.deep.equal({ replaces: [] });
    expect(lines.join()).to.include("`pulumi up` only records isPinned in the state; it isn't sent.");
    const outs = await update(news);
    expect(outs.isPinned).to.equal(false);
    expect(await host.diff(id, outs, news)).to.deep.equal({ changes: false });
    expect(requests).to.deep.equal([]);
  }
});

it("State of a buildCommand that was returned as null: null is a value of it, and no unknown outcome", async () => {
  const hidden = { returned: { buildCommand: null } };
  const state = { ...environment.nulls, ...environment.valid, __apphosting: hidden };
  const { host, lines } = createHost(environment);
  expect(await host.diff("env-1", state, environment.valid)).to.deep.equal({ changes: false });
  expect(lines).to.deep.equal([]);
});

it("State: what a read returns is read back as it was", async () => {
  const { host } = createConfiguredHost(updating, environment, { attributes: { name: "other", build_command: "x" } });
  const { props } = await host.read("env-1", {
    ...environment.nulls,
    ...environment.valid,
    __apphosting: { requested: { branch: "r", clusterId: "c" }, returned: { branch: unknown, edgeNetworkId: null } },
  });
  expect(props.__apphosting).to.deep.equal({
    requested: { branch: "r", clusterId: "c", name: "staging", buildCommand: "npm run build" },
    returned: { branch: unknown, edgeNetworkId: null },
  });
  expect((await host.read("env-1", props)).props).to.deep.equal(props);
});

it("State: has the names of the arguments that the program sets, of which null is one where it is a value", async () => {
  const inputs = { ...environment.required, buildCommand: null, clusterId: null };
  const { state, id, host } = await createResource(updating, environment, inputs);
  expect(state.__set).to.deep.equal(["applicationId", "name", "branch", "buildCommand"]);
  const { outs } = await host.update(id, state, { ...environment.required, branch: "next" });
  expect((outs as JsonObject).__set).to.deep.equal(["applicationId", "name", "branch"]);
});

describe("Drift that the program accepts", () => {
  const inputs = { ...cache.required, size: "1gb", hibernationTimeout: 55 };
  const drifted: Response = { attributes: { name: "sessions", size: "1gb", hibernation_timeout: 30 } };
  const accepting = { ...inputs, hibernationTimeout: 30 };

  async function driftAndRefresh() {
    const { id, state } = await createResource({}, cache, inputs);
    const { host, requests, lines } = createConfiguredHost({ operations: "read" }, cache, drifted);
    const { props, inputs: returned } = await host.read(id, state);
    return { id, props: props as JsonObject, returned, host, requests, lines };
  }

  it("Drift: an argument that the program sets to what the refresh has found is no change, by itself", async () => {
    const { id, props, returned, host, lines } = await driftAndRefresh();
    expect(returned).to.deep.equal(accepting);
    expect(await host.diff(id, props, accepting)).to.deep.equal({ changes: false });
    // To correct it is a marked line of the preview, and no warning.
    expect(await host.diff(id, props, inputs)).to.deep.equal({ replaces: [] });
    expect(lines).to.deep.equal([]);
  });

  it("Drift: an argument that the program sets to what the refresh has found is not sent beside another change", async () => {
    const { id, props, host, requests } = await driftAndRefresh();
    const news = { ...accepting, size: "5gb" };
    expect(await host.diff(id, props, news)).to.deep.equal({ replaces: [] });
    await host.update(id, props, news);
    expect(requests.at(-1)?.body).to.deep.equal({ name: "sessions", size: "5gb" });
  });
});
