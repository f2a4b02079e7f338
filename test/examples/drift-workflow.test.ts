import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { normaliseAttributes, respondWith, startFaultySandbox } from "../faults";
import { runStep } from "./workflow-step";

describeEngine("the workflow that looks for drift", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));

  it("Drift workflow: passes where nothing changed; fails for a renamed or deleted resource, and where nothing is read", async () => {
    const { stack, api } = use;
    stack.environment.RUNNER_TEMP = stack.folder;
    await stack.writeProgram('new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });');
    await stack.up();
    const look = () => runStep(stack, "drift.yml", "Look for drift");
    expect((await look()).code).to.equal(1);

    await stack.configure({ "apphosting:operations": "read" });
    await stack.up();
    const unchanged = await look();
    expect(unchanged.code, unchanged.text).to.equal(0);

    api.addFault(normaliseAttributes({ name: "Renamed" }), { method: "GET" });
    const renamed = await look();
    expect(renamed.code).to.equal(1);
    expect(renamed.text).to.include("Application Web shop (app-1): name: the API has another value than the state has");

    api.addFault(respondWith(404, { message: "Not found." }), { method: "GET" });
    const deleted = await look();
    expect(deleted.code).to.equal(1);
    expect(deleted.text).to.include("Application Web shop (app-1) is kept in the state, but the API does not find it");
  });
});
