/** `existingId`: what exists is adopted, and the API hears nothing of it. */

import { expect } from "chai";
import { describeEngine, useStack } from "./describe";
import { expectGolden } from "./golden";

const application = (args: object, options = "{}") => {
  const named = { name: "Shop", sourceControlProvider: "hostA", ...args };
  return `const web = new Application("web", ${JSON.stringify(named)}, ${options});\n`;
};
const environment = (args: object) => `
const named = ${JSON.stringify({ name: "staging", branch: "main", ...args })};
const other = new Provider("other", { token: pulumi.secret("sandbox-token") });
const staging = new Environment("staging", { applicationId: web.id, ...named }, { provider: other });
exports.of = [staging.applicationId, staging.existingId, staging.slug];\n`;
const protect = "{ protect: true }";

describeEngine("what exists and is adopted by its id", () => {
  const use = useStack();
  afterEach("takes no request", () => {
    expect(use.api.listSent()).to.deep.equal([]);
  });

  async function adopt(args: object): Promise<void> {
    await use.stack.writeProgram(application(args, protect) + environment({ existingId: "env-9" }));
    await use.stack.up();
  }

  it("existingId: the preview shows a create with the id, its dependents know it, and nothing is created", async () => {
    const { stack } = use;
    await stack.writeProgram(application({ existingId: "app-1" }, protect) + environment({ existingId: "env-9" }));
    expectGolden("existing/preview", await stack.preview());
    expect(await stack.up()).to.include(
      "warning: Application Shop (app-1) will be adopted, not created, because existingId is set. Nothing will be sent.",
    );
    expect(await stack.findResource("web")).to.deep.include({ id: "app-1" });
    expect((await stack.findResource("staging")).outputs).to.include({ applicationId: "app-1", slug: null });
  });

  it("existingId: a change updates the state, also where the resource is protected, targeted and refreshed", async () => {
    const { stack } = use;
    await adopt({ existingId: "app-1" });
    const changed = { region: "eu-west-1", existingId: "app-1" };
    await stack.writeProgram(application(changed, protect) + environment({ existingId: "env-9" }));
    expectGolden("existing/correction", await stack.preview());
    const { urn } = await stack.findResource("web");
    await stack.up("--refresh", "--target", urn);
    expect((await stack.findResource("web")).outputs).to.include({ region: "eu-west-1", slug: null });
  });

  it("existingId: leaving it out is no change; another id replaces, which protect forbids", async () => {
    const { stack } = use;
    await adopt({ region: "eu-west-1", existingId: "app-1" });
    await stack.writeProgram(application({ region: "eu-west-1" }, protect) + environment({}));
    await stack.up("--expect-no-changes");
    const another = { region: "eu-west-1", existingId: "app-2" };
    await stack.writeProgram(application(another, protect) + environment({}));
    expect(await stack.fail("preview")).to.include("protect");
    await stack.writeProgram(application(another) + environment({ existingId: "env-9" }));
    const changes = (await stack.previewSteps()).steps.filter(({ op }) => op !== "same");
    const steps = changes.map(({ op, name, diffReasons = [] }) => `${op} ${name} ${diffReasons}`);
    expect(steps).to.have.members(["replace web existingId", "update staging applicationId,existingId"]);
    await stack.up();
    expect((await stack.findResource("web")).id).to.equal("app-2");
  });
});
