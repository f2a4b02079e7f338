import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { createDynamicProvider } from "../../../provider/host/dynamic-provider.js";
import { environment } from "../documented-resources.js";
import {
  completeState,
  createConfiguredSession,
  createHost,
  isSecret,
  noChange,
  type Response,
} from "../host-fixture.js";

describe("Inputs that a refresh returns", () => {
  const { valid } = environment;
  const state: JsonObject = { ...environment.nulls, ...valid };
  const attributes = { name: "renamed", build_command: "make", slug: "x" };

  async function refresh(operations: string, olds: JsonObject, response: Response = { attributes }) {
    const { host } = createHost({ operations }, environment, response);
    return (await host.read("env-1", olds)).inputs;
  }

  it("Inputs of a refresh: none where nothing was read, so that the engine keeps its own", async () => {
    expect(await refresh("", state)).to.equal(undefined);
    const failure = { kind: "status", status: 410, message: "No.", fields: {} } as const;
    expect(await refresh("read", state, { failure, outcome: "no effect" })).to.equal(undefined);
  });

  it("Inputs of a refresh: a buildCommand that was set outside the program is a secret, and one that is the same is not", async () => {
    for (const [build_command, isMarked] of [
      ["deploy --token x", true],
      ["npm run build", false],
      [" npm run build\n", false],
      [null, false],
    ] as const) {
      const response = { attributes: { ...attributes, build_command } };
      const { session } = createConfiguredSession({ operations: "read,update" }, [response]);
      const host = createDynamicProvider(environment.definition, session);
      const { inputs = {}, props } = await host.read("env-1", completeState(environment.definition, state));
      expect(isSecret((inputs as JsonObject).buildCommand), String(build_command)).to.equal(isMarked);
      expect(isSecret((inputs as JsonObject).name)).to.equal(false);
      expect(isSecret((props as JsonObject).buildCommand)).to.equal(build_command !== null);
    }
  });
});

const old = {
  ...environment.nulls,
  ...environment.required,
  retired: "x",
  __apphosting: {
    set: [...Object.keys(environment.required), "retired"],
    input: { retired: "y" },
    actual: { retired: "z" },
  },
};

it("Removed argument: what a state has of it is no change", async () => {
  const { host } = createHost({ operations: "read,update" }, environment);
  expect(await host.diff("env-1", old, environment.required)).to.deep.equal(noChange);
});

it("Removed argument: an update and a refresh drop it from the state", async () => {
  const { host, requests } = createHost({ operations: "read,update" }, environment, { attributes: {} });
  const { props, inputs } = await host.read("env-1", old);
  const { outs } = await host.update("env-1", old, { ...environment.required, name: "next" });
  for (const values of [props, inputs, outs]) expect(JSON.stringify(values)).to.not.include("retired");
  expect(requests.at(-1)?.body).to.deep.equal({ name: "next" });
});
