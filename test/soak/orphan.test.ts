import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { describeEngine } from "../engine/describe.js";
import { useCrashes } from "./crash.js";
import { running } from "./processes.js";

describeEngine("the host process of an engine that was killed", () => {
  const use = useCrashes();

  it("ends while its requests wait, before it would have a line to write or all is created", async () => {
    use.api.limit({ perSecond: 1, retryAfter: "3" });
    await use.stack.program(
      `for (let index = 0; index < 8; index += 1) new Application("web-" + index, { name: "Web " + index, sourceControlProvider: "hostA" });\n`,
    );
    const { host } = await use.crash("engine", { requests: 2, stage: "arrived" });
    // Nobody tells of the end of a process that is no child.
    while (running([host]).length > 0) await sleep(100);
    expect(use.api.sandbox.state().applications.length).to.be.below(8);
  });
});
