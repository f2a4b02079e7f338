/** Resources that no request makes. */

import { expect } from "chai";
import { describeEngine, shareStack } from "../engine/describe";
import { expectGolden } from "../engine/golden";
import { startFaultySandbox } from "../faults";

const program = `
const web = new Application("web", { name: "Shop", sourceControlProvider: "hostA", existingId: "app-7" });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "main", existingId: "env-9" });
exports.of = [staging.id, staging.applicationId, staging.slug];\n`;

describeEngine("what exists and is recorded by its id, with the plugin", () => {
  const use = shareStack(() => startFaultySandbox());

  it("is shown with its id, which dependents know, and its outputs as known; nothing is sent", async () => {
    const { stack, api } = use;
    await (await stack.usePlugin()).program(program);
    expectGolden("plugin/existing", await stack.preview());
    await stack.up();
    expect(await stack.resource("web")).to.deep.include({ id: "app-7" });
    await stack.program(program.replace('"Shop"', '"Store"').replace(', existingId: "env-9"', ""));
    expect((await stack.foreseen()).changeSummary).to.deep.equal({ same: 2, update: 1 });
    await stack.up();
    expect((await stack.resource("web")).outputs).to.include({ name: "Store" });
    expect(api.requests()).to.deep.equal([]);
  });
});
