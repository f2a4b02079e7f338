/** `existingId`: what exists is adopted, and the API hears nothing of it. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { record, startAccount } from "./account";
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

describeEngine("an environment that is adopted with the id of another application", () => {
  const use = useStack(() => startAccount(2, { operations: true }));
  const adopt = (number: number, args: object) => {
    const all = JSON.stringify({ name: "main", branch: "main", ...args });
    return `new Environment("env-${number}", ${all}, { retainOnDelete: false });\n`;
  };

  it("existingId of another application: said by up, and corrected before or after existingId is taken out, which replaces nothing", async () => {
    const { stack, api } = use;
    const up = async (...environments: string[]) => {
      const { result, sent } = await record(api, () => stack.upProgram(environments.join("")));
      return { text: result, sent: sent.filter((line) => !line.startsWith("GET")) };
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
