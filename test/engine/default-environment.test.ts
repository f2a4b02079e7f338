/** The environment that the API creates with an application, adopted as docs/existing-resources.md says. */

import { expect } from "chai";
import { rewriteResponse, startFaultySandbox } from "../faults";
import { readDefaultEnvironment, toCommonJs } from "../unit/docs/files";
import { recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";

const program = toCommonJs(readDefaultEnvironment());

describeEngine("the default environment", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));
  const up = (source: string) => recordRequests(use.api, () => use.stack.upProgram(source));
  const readId = async () => (await use.stack.findResource("main")).id;

  it("Default environment: one up creates the application and adopts it, and both are retained", async () => {
    const { stack, api } = use;
    expect(await up(program)).to.deep.equal([
      'POST /applications {"name":"Web shop","region":"eu-central-1","repository":"acme/web-shop","source_control_provider_type":"hostA"}',
    ]);
    expect((await stack.succeed("stack", "output", "defaultEnvironmentId")).trim()).to.equal("env-1");
    expect(await readId()).to.equal("env-1");
    // A replacement of the application adopts the default environment of the new one.
    await up(program.replace("Web shop", "Store"));
    expect(await readId()).to.equal("env-2");
    expect(await up("")).to.deep.equal([]);
    const { applications, environments } = api.sandbox.state();
    expect(applications.map(({ id }) => id)).to.deep.equal(["app-1", "app-2"]);
    expect(environments.map(({ id }) => id)).to.include.members(["env-1", "env-2"]);
  });

  it("Default environment: up fails while its id is null, until a refresh reads the id", async () => {
    const { stack, api } = use;
    const dropRelationships = rewriteResponse(({ data: { relationships: _, ...data } }) => ({ data }));
    api.addFault(dropRelationships, { method: "POST" });
    await stack.configure({ "apphosting:operations": "read" });
    expect(await stack.failProgram(program)).to.match(/existingId is null, so a new one would be created/);
    await stack.refresh();
    expect(await up(program)).to.deep.equal(["GET /environments/env-1 "]);
  });
});
