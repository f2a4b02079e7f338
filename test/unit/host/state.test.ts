import { expect } from "chai";
import { environment } from "../documented-resources.js";
import { createHost, diffs } from "../host-fixture.js";

const old = {
  ...environment.nulls,
  ...environment.required,
  retired: "x",
  __apphosting: { set: ["applicationId", "name", "branch", "retired"], input: { retired: 1 }, actual: { retired: 2 } },
};

it("Removed argument: its old value in the state is no change", async () => {
  const { host } = createHost({ operations: "read,update" }, environment);
  expect(await host.diff("env-1", old, environment.required)).to.deep.equal(diffs.none);
});

it("Removed argument: an update and a refresh drop it from the state", async () => {
  const { host, requests } = createHost({ operations: "read,update" }, environment, { attributes: {} });
  const { props, inputs } = await host.read("env-1", old);
  const { outs } = await host.update("env-1", old, { ...environment.required, name: "next" });
  for (const values of [props, inputs, outs]) expect(JSON.stringify(values)).to.not.include("retired");
  expect(requests.at(-1)?.body).to.deep.equal({ name: "next" });
});
