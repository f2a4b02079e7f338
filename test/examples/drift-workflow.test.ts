import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { normalise, startFaultySandbox } from "../faults";
import { runStep } from "./workflow-step";

describeEngine("the workflow that looks for drift", () => {
  const use = useStack(() => startFaultySandbox({ sandbox: { reads: true } }));

  it("passes where nothing was changed, and fails for what was renamed, deleted, or is not read", async () => {
    const { stack, api } = use;
    stack.environment.RUNNER_TEMP = stack.folder;
    await stack.program('new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });');
    await stack.up();
    const look = () => runStep(stack, "drift.yml", "Look for drift");
    expect((await look()).code).to.equal(1);

    await stack.config("apphosting:readPaths", '{"Application":"/applications/{id}"}');
    await stack.up();
    const unchanged = await look();
    expect(unchanged.code, unchanged.text).to.equal(0);

    api.fault(normalise({ name: "Renamed" }), { match: { method: "GET" } });
    const renamed = await look();
    expect(renamed.code).to.equal(1);
    expect(renamed.text).to.include("Application app-1: the state has another value than the API of name");

    const gone = { kind: "answer", status: 404, body: { message: "Not found." }, takesEffect: false } as const;
    api.fault(gone, { match: { method: "GET" } });
    const deleted = await look();
    expect(deleted.code).to.equal(1);
    expect(deleted.text).to.include("Application app-1 is kept in the state, but the API does not find it");
    expect((await look()).code).to.equal(0);
  });
});
