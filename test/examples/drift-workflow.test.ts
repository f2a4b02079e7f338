import { expect } from "chai";
import { send } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { normaliseAttributes, respondWith, startFaultySandbox } from "../faults";
import { addGitHub, readWorkflow, runStep } from "./workflow-step";

describeEngine("the workflow that looks for drift", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));
  const look = () => runStep(use.stack, readWorkflow("drift.yml"), "Look for drift");
  beforeEach(() => addGitHub(use.stack));

  it("Drift workflow: passes where nothing changed; fails for a renamed or deleted resource, and where nothing is read", async () => {
    const { stack, api } = use;
    await stack.writeProgram('new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });');
    await stack.up();
    expect((await look()).code).to.equal(1);

    await stack.configure({ "apphosting:operations": "read" });
    await stack.up();
    const unchanged = await look();
    expect(unchanged.code, unchanged.text).to.equal(0);

    api.addFault(normaliseAttributes({ name: "Renamed" }), { method: "GET" });
    const renamed = await look();
    expect(renamed.code).to.equal(1);
    expect(renamed.text).to.include(
      `Application Web shop (app-1): name: the state has "Web shop", but the API has "Renamed"`,
    );

    api.addFault(respondWith(404, { message: "Not found." }), { method: "GET" });
    const deleted = await look();
    expect(deleted.code).to.equal(1);
    expect(deleted.text).to.include("Application Web shop (app-1) stays in the state, but the API can't find it");
  });

  it("Drift workflow: fails for a setting of a cache that the program sets, shows both values, and does not see one that it leaves out", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read" });
    await stack.writeProgram(
      'new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30 });',
    );
    await stack.up();
    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", size: "1gb" });
    const unseen = await look();
    expect(unseen.code, unseen.text).to.equal(0);

    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", hibernation_timeout: 55 });
    const seen = await look();
    expect(seen.code).not.to.equal(0);
    expect(seen.text).to.include("~ hibernationTimeout: 30 => 55");
  });
});
