import { expect } from "chai";
import { send, startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { normaliseAttributes, respondWith } from "../faults";
import { addGitHub, readWorkflow, runStep } from "./workflow-step";

describeEngine("drift workflow", () => {
  const use = useStack(() => startAccount(0, { operations: true }));
  const look = () => runStep(use.stack, readWorkflow("drift.yml"), "Look for drift");
  beforeEach(() => addGitHub(use.stack));

  it("Drift workflow: fails on drift, on a missing resource, and without `read`", async () => {
    const { stack, api } = use;
    await stack.upProgram(`
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30 });\n`);
    expect((await look()).code).to.equal(1);

    await stack.configure({ "apphosting:operations": "read" });
    await stack.up();
    // The program doesn't set the size.
    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", size: "1gb" });
    const unchanged = await look();
    expect(unchanged.code, unchanged.text).to.equal(0);

    api.addFault(normaliseAttributes({ name: "Renamed" }), { path: /^\/applications/ });
    const renamed = await look();
    expect(renamed.code).to.equal(1);
    expect(renamed.text).to.include(
      'Application Web shop (app-1): name: the state has "Web shop", but the API has "Renamed"',
    );

    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", hibernation_timeout: 55 });
    api.addFault(respondWith(404, { message: "Not found." }), { path: /^\/applications/ });
    const changed = await look();
    expect(changed.code).not.to.equal(0);
    expect(changed.text)
      .to.include("Application Web shop (app-1) stays in the state, but the API can't find it")
      .and.include("~ hibernationTimeout: 30 => 55");
  });
});
