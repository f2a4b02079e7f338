/** `existingId` adopts a resource, without a request. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { expectGolden } from "./golden";

const application = (args: object) => {
  const named = { name: "Shop", sourceControlProvider: "hostA", ...args };
  return `const web = new Application("web", ${JSON.stringify(named)}, { protect: true });\n`;
};
const environment = (args: object) => `
const named = ${JSON.stringify({ name: "staging", branch: "main", ...args })};
const other = new Provider("other", { token: pulumi.secret("sandbox-token") });
const staging = new Environment("staging", { applicationId: web.id, ...named }, { provider: other });
exports.of = [staging.applicationId, staging.existingId, staging.slug];\n`;

describeEngine("what exists and is adopted by its id", () => {
  const use = useStack(startFaultySandbox);
  afterEach("takes no request", () => {
    expect(use.api.listSent()).to.deep.equal([]);
  });
  const program = application({ existingId: "app-1" }) + environment({ existingId: "env-9" });

  it("existingId: the preview shows a create with the id, its dependents know it, and nothing is created", async () => {
    const { stack } = use;
    expectGolden("existing/preview", await stack.previewProgram(program));
    expect(await stack.up()).to.include(
      "warning: Application Shop (app-1) will be adopted, not created, because existingId is set. Nothing will be sent.",
    );
    expect(await stack.findResource("web")).to.deep.include({ id: "app-1" });
    expect((await stack.findResource("staging")).outputs).to.include({ applicationId: "app-1", slug: null });
  });

  it("existingId: a change updates the state, also where the resource is protected, targeted and refreshed", async () => {
    const { stack } = use;
    await stack.upProgram(program);
    const changed = application({ region: "eu-west-1", existingId: "app-1" }) + environment({ existingId: "env-9" });
    expectGolden("existing/correction", await stack.previewProgram(changed));
    const { urn } = await stack.findResource("web");
    await stack.up("--refresh", "--target", urn);
    expect((await stack.findResource("web")).outputs).to.include({ region: "eu-west-1", slug: null });
  });
});
