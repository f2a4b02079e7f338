/** `existingId` adopts a resource, without a request. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { expectGolden } from "./golden";

const program = `
const named = { name: "Shop", sourceControlProvider: "hostA" };
const web = new Application("web", { ...named, existingId: "app-1" }, { protect: true });
const other = new Provider("other", { token: pulumi.secret("sandbox-token") });
const args = { applicationId: web.id, name: "staging", branch: "main", existingId: "env-9" };
const staging = new Environment("staging", args, { provider: other });
exports.of = [staging.applicationId, staging.existingId, staging.slug];\n`;

describeEngine("adoption by existingId", () => {
  const use = useStack(startFaultySandbox);

  it("existingId: up adopts a resource without a request, and the preview shows its id", async () => {
    const { api, stack } = use;
    expectGolden("existing/preview", await stack.previewProgram(program));
    expect(await stack.up()).to.include(
      "warning: Application Shop (app-1) will be adopted, not created, because existingId is set. Nothing will be sent.",
    );
    expect(await stack.findResource("web")).to.deep.include({ id: "app-1" });
    expect((await stack.findResource("staging")).outputs).to.include({ applicationId: "app-1", slug: null });
    expect(api.listSent()).to.deep.equal([]);
  });

  it("existingId behind a proxy of the host process: the preview's warning has severity warning", async () => {
    const { stack, api } = use;
    Object.assign(stack.environment, { CLOSED_PROXY: "http://127.0.0.1:1", TOKEN: api.token });
    await stack.writeProgram(`
const provider = new Provider("other", { tokenVariable: "TOKEN" }, { envVarMappings: { CLOSED_PROXY: "http_proxy" } });
new Application("web", { name: "Shop", sourceControlProvider: "hostA", existingId: "app-1" }, { provider });\n`);
    const { diagnostics = [] } = await stack.previewSteps();
    expect(diagnostics.map(({ severity }) => severity)).to.deep.equal(["warning"]);
    expect(diagnostics[0]?.message).to.match(/^warning: Application Shop \(app-1\) will be adopted/);
  });
});
