import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { startFaultySandbox } from "../faults/index.js";
import { upBrokenOff } from "./crash.js";
import { isRunning } from "./processes.js";

describeEngine("the host process of an engine that was killed", () => {
  const use = useStack(() => startFaultySandbox());

  it("ends while its requests wait, before it would have a line to write or all is created", async () => {
    use.api.limit({ perSecond: 1, retryAfter: "3" });
    await use.stack.program(
      `for (let index = 0; index < 8; index += 1) new Application("web-" + index, { name: "Web " + index, sourceControlProvider: "hostA" });\n`,
    );
    let host = 0;
    const crash = await upBrokenOff(use.stack, use.api, { requests: 2, stage: "arrived" }, (engine, hostPid) => {
      host = hostPid;
      process.kill(engine, "SIGKILL");
    });
    try {
      // Nobody tells of the end of a process that is no child.
      while (isRunning(host)) await sleep(100);
      expect(use.api.sandbox.state().applications.length).to.be.below(8);
    } finally {
      crash.cleanUp();
    }
  });
});
