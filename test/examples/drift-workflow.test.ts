import { expect } from "chai";
import { send, startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { normaliseAttributes, respondWith } from "../faults";
import { readJobs, runStep } from "./workflow-step";

describeEngine("drift workflow", () => {
  const use = useStack(() => startAccount(0, { operations: true }));
  const look = () => runStep(use.stack, readJobs("drift.yml").drift, "Look for drift");

  it("drift.yml: fails on drift, on a missing resource, and without `read`", async () => {
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
    expect(renamed.text).to.match(/^warning: Application Web shop \(app-1\).* "Renamed"/m);

    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", hibernation_timeout: 55 });
    api.addFault(respondWith(404, { message: "Not found." }), { path: /^\/applications/ });
    const changed = await look();
    expect(changed.code).not.to.equal(0);
    expect(changed.text)
      .to.match(/^warning: Application Web shop \(app-1\).* can't find it/m)
      .and.include("~ hibernationTimeout: 30 => 55");
  });
});
