/** `existingId`: what exists is adopted, and the API hears nothing of it. */

import { expect } from "chai";
import { recordRequests, startAccount } from "./account";
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
    expect(steps).to.have.members(["replace web existingId", "update staging "]);
    await stack.up();
    expect((await stack.findResource("web")).id).to.equal("app-2");
  });
});

describeEngine("an environment that is adopted with the id of another application", () => {
  const use = useStack(() => startAccount(2, { operations: true }));
  const adopt = (number: number, args: object) => {
    const all = JSON.stringify({ name: "main", branch: "main", ...args });
    return `new Environment("env-${number}", ${all}, { retainOnDelete: false });\n`;
  };

  it("existingId of another application: said by up, and corrected before or after existingId is taken out, which replaces nothing", async () => {
    const { stack, api } = use;
    const up = async (...environments: string[]) => {
      let text = "";
      await stack.writeProgram(environments.join(""));
      const sent = await recordRequests(api, async () => {
        text = await stack.up();
      });
      return { text, sent: sent.filter((line) => !line.startsWith("GET")) };
    };
    const wrong = { applicationId: "app-777" };
    await stack.configure({ "apphosting:operations": "read,delete" });
    const adoption = await up(adopt(1, { existingId: "env-1", ...wrong }), adopt(2, { existingId: "env-2", ...wrong }));
    for (const number of [1, 2]) {
      const says = `applicationId: the program sets "app-777", but the API has "app-${number}".`;
      expect(adoption.text).to.include(`Environment main of app-777 (env-${number}): ${says}`);
    }
    const first = await up(adopt(1, wrong), adopt(2, { existingId: "env-2", applicationId: "app-2" }));
    const second = await up(adopt(1, { applicationId: "app-1" }), adopt(2, { applicationId: "app-2" }));
    for (const [{ text, sent }, id] of [
      [first, "env-2"],
      [second, "env-1"],
    ] as const) {
      const corrects = "`pulumi up` only corrects applicationId in the state: the API already has this value.";
      expect(text)
        .to.include(`Environment main of app-777 (${id}): ${corrects}`)
        .and.match(/~ 1 updated\s+2 unchanged/);
      expect(sent).to.deep.equal([]);
    }
    await stack.preview("--expect-no-changes");
  });
});
