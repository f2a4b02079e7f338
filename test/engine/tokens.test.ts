/** Commands without a token. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";

const cache = (name: string) => `new Cache("sessions", { cacheId: "cache-1", name: "${name}" });\n`;
const application = 'new Application("web", { name: "Shop", sourceControlProvider: "hostA" });\n';
const missing = /apphosting:token is required/g;

describeEngine("tokens", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));

  it("No token: a preview shows creates and updates, and up and get fail", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read" });
    await stack.upProgram(cache("first"));
    stack.environment.APPHOSTING_TOKEN = "";
    await stack.writeProgram(cache("second") + application);
    const sent = await recordRequests(api, async () => {
      expect((await stack.previewSteps()).changeSummary).to.deep.equal({ create: 1, same: 1, update: 1 });
      expect(await stack.fail("preview", "--refresh", "--suppress-progress")).to.match(missing);
      const failed = await stack.failUp("--continue-on-error");
      await stack.writeProgram(`${cache("second")}${application}Cache.get("other", "cache-2");\n`);
      expect(await stack.fail("preview", "--suppress-progress")).to.match(missing);
      const [, diagnostics = ""] = failed.split("Diagnostics:");
      expect(diagnostics.match(missing)).to.have.lengthOf(2);
    });
    expect(sent).to.deep.equal([]);
  });
});
