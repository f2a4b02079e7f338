/** What the engine is handed to keep: the inputs that a refresh returns, and the marks of secrets. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { cache, environment, type TestedResource } from "../documented-resources.js";
import {
  catchStoredFailure,
  createConfiguredHost,
  createConfiguredSession,
  isSecret,
  lost,
  type Response,
} from "../host-fixture.js";

/** A host whose results still have the marks of secrets. */
function createMarkingHost(operations: string, { definition }: TestedResource, response: Response) {
  return createDynamicProvider(definition, createConfiguredSession({ operations }, [response]).session);
}

describe("Inputs that a refresh returns", () => {
  const state: JsonObject = { ...environment.nulls, ...environment.valid, __set: Object.keys(environment.valid) };
  const attributes = { name: "renamed", build_command: "make", slug: "x" };

  async function refresh(operations: string, olds: JsonObject, response: Response = { attributes }) {
    const { host } = createConfiguredHost({ operations }, environment, response);
    return (await host.read("env-1", olds)).inputs;
  }

  it("Inputs of a refresh: of what an update can change the output after it, of all else what was requested", async () => {
    const valid = environment.valid;
    const drifted = { ...valid, name: "renamed", buildCommand: "make" };
    expect(await refresh("read,update", state)).to.deep.equal(drifted);
    expect(await refresh("read", state)).to.deep.equal(valid);
    const moved = { ...state, __apphosting: { requested: { clusterId: "cluster-9", branch: "other" } } };
    expect(await refresh("read,update", moved)).to.deep.equal({ ...drifted, clusterId: "cluster-9" });
  });

  it("Inputs of a refresh: what the program had not set is none, and neither is an output that is hidden", async () => {
    const set = { ...state, __set: ["applicationId", "name", "buildCommand"] };
    const { applicationId } = environment.valid;
    const named = { applicationId, name: "renamed" };
    expect(await refresh("read,update", set)).to.deep.equal({ ...named, buildCommand: "make" });
    expect(await refresh("read,update", { ...set, buildCommand: null })).to.deep.equal(named);
    expect(await refresh("read,update", { ...set, __set: [] })).to.deep.equal({});
  });

  it("Inputs of a refresh: no null, which the engine takes for an argument that is left out", async () => {
    const olds = { ...state, clusterId: null, buildCommand: null, __set: ["name", "buildCommand", "clusterId"] };
    const response = { attributes: { name: "renamed", build_command: null } };
    for (const operations of ["read", "read,update"]) {
      expect(Object.keys((await refresh(operations, olds, response)) ?? {})).to.deep.equal(["name"]);
    }
  });

  it("Inputs of a refresh: have the consent to a delete that the state has", async () => {
    expect(await refresh("read", { ...state, __deletable: true })).to.deep.equal({
      ...environment.valid,
      __deletable: true,
    });
  });

  it("Inputs of a refresh: none where the state has no names, or nothing was read, so that the engine keeps its own", async () => {
    const { __set: _, ...older } = state;
    expect(await refresh("read,update", older)).to.equal(undefined);
    expect(await refresh("", state)).to.equal(undefined);
    const gone: Response = {
      failure: { kind: "status", status: 410, message: "No.", fields: {} },
      outcome: "no effect",
    };
    expect(await refresh("read", state, gone)).to.equal(undefined);
  });

  it("Inputs of a refresh: what is of unknown outcome is marked as a secret, because the engine has the inputs before it", async () => {
    const host = createMarkingHost("read,update", environment, { attributes });
    const unknown = { returned: { branch: { outcome: "unknown" } } };
    const { inputs = {} } = await host.read("env-1", { ...state, __apphosting: unknown });
    expect(isSecret(inputs.branch)).to.equal(true);
  });

  it("Inputs and outputs of a refresh: a buildCommand is marked only where the state does not tell that the program has set it", async () => {
    for (const operations of ["read", "read,update"]) {
      const host = createMarkingHost(operations, environment, { attributes });
      const { inputs = {}, props } = await host.read("env-1", state);
      expect([inputs.buildCommand, props.buildCommand].map(isSecret)).to.deep.equal([false, false]);
      // A state of 0.5.0.
      const { __set: _, ...older } = state;
      expect(isSecret((await host.read("env-1", older)).props.buildCommand)).to.equal(true);
    }
  });

  it("Outputs of a refresh: a buildCommand of unknown outcome is marked, because the engine has the inputs before it", async () => {
    const host = createMarkingHost("read,update", environment, { attributes });
    const unknown = { returned: { buildCommand: { outcome: "unknown" } } };
    const { inputs = {}, props } = await host.read("env-1", { ...state, __apphosting: unknown });
    expect([inputs.buildCommand, props.buildCommand].map(isSecret)).to.deep.equal([true, true]);
  });
});

describe("State with an argument that the package no longer has", () => {
  const old = {
    ...environment.nulls,
    ...environment.required,
    retired: "x",
    __set: [...Object.keys(environment.required), "retired"],
    __apphosting: { requested: { retired: "y" }, returned: { retired: { outcome: "unknown" } } },
  };

  it("Removed argument: what a state has of it is no change", async () => {
    const { host } = createConfiguredHost({ operations: "read,update" }, environment);
    expect(await host.diff("env-1", old, environment.required)).to.deep.equal({ changes: false });
  });

  it("Removed argument: an update and a refresh drop it from the state", async () => {
    const { host, requests } = createConfiguredHost({ operations: "read,update" }, environment, { attributes: {} });
    const { props, inputs } = await host.read("env-1", old);
    const { outs } = await host.update("env-1", old, { ...environment.required, name: "next" });
    for (const values of [props, inputs, outs]) {
      // `__set` keeps the name until an update, and only names of arguments are looked up in it.
      const { __set: _, ...kept } = values as JsonObject;
      expect(JSON.stringify(kept)).to.not.include("retired");
    }
    expect(requests.at(-1)?.body).to.deep.equal({ name: "next" });
  });
});

describe("Marks of secrets in a state", () => {
  const connection = { hostname: "h", port: 1, protocol: "redis", password: "SECRET" };
  const attributes = { connection, size: "5gb" };
  const small = { ...cache.required, size: "1gb" };
  const listMarked = (properties: JsonObject) => Object.keys(properties).filter((name) => isSecret(properties[name]));
  const secrets = ["credentials", "connectionUri", "__apphosting"];

  it("Marks: outputs that always are secrets, and what differs from the outputs, after a create, an update and a read", async () => {
    const host = createMarkingHost("read", cache, { attributes });
    const { outs } = await host.create(small);
    const updated = await host.update("cache/1", { ...cache.nulls, ...small }, { ...small, isPublic: true });
    const read = await host.read("cache/1", { ...cache.nulls, ...small });
    for (const properties of [outs, updated.outs, read.props]) {
      expect(listMarked(properties as JsonObject)).to.have.members(secrets);
    }
  });

  it("Marks: the same in what a failure of unknown outcome records", async () => {
    const host = createMarkingHost("", cache, lost);
    const { password, ...address } = connection;
    const olds = { ...cache.nulls, ...small, connection: address, credentials: { password } };
    const { properties } = await catchStoredFailure(host.update("cache/1", olds, { ...small, size: "5gb" }));
    expect(listMarked(properties)).to.have.members(secrets);
  });

  it("Marks: none of an output that is null", async () => {
    const host = createMarkingHost("", cache, { attributes: {} });
    expect(listMarked((await host.create(small)).outs as JsonObject)).to.deep.equal([]);
  });
});
