/** A user's hook that asks for a failed create again. The language host of a built CLI knows none: an inline program does. */

import * as pulumi from "@pulumi/pulumi";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { Application } from "../../provider";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

describeEngine("a hook that answers a failed create with true", () => {
  const use = useStack(() => startFaultySandbox());
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it("creates nothing twice in one up, and says why and what to do", async () => {
    process.env.PATH = use.stack.environment.PATH;
    // The engine looks for the file that Pulumi.yaml names, though it runs an inline program.
    await use.stack.program("");
    let asked = 0;
    const program = async () => {
      const again = new pulumi.ErrorHook("again", () => {
        asked += 1;
        return asked < 3;
      });
      new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { hooks: { onError: [again] } });
    };
    const stack = await LocalWorkspace.selectStack(
      { stackName: "dev", projectName: "shop", program },
      {
        workDir: use.stack.folder,
        pulumiCommand: await PulumiCommand.get(),
        envVars: use.stack.environment as Record<string, string>,
      },
    );
    use.api.fault({ kind: "answer", status: 500, body: { message: "Out of order." }, takesEffect: true });
    const message = await stack.up().then(String, (error: Error) => error.message);
    expect(asked).to.be.greaterThan(1);
    expect(use.api.requests()).to.have.length(1);
    expect(message)
      .to.include("create application was not sent: an identical request of this `pulumi up` has an unknown outcome")
      .and.to.include("Look for it in the provider's web console");
  });
});
