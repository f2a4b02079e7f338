import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { cutConnection, startFaultySandbox } from "../faults";
import { cancelStep, readWorkflow, runStep } from "./workflow-step";

const application = 'new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });\n';

describeEngine("deploy workflow", () => {
  const use = useStack(startFaultySandbox);
  const workflow = readWorkflow("deploy.yml");
  const deploy = () => runStep(use.stack, workflow, "Deploy");

  it("Deploy workflow: fails before it sends anything if one resource has a mistake", async () => {
    const { stack, api } = use;
    await stack.writeProgram(
      `${application}new Cache("main", { cacheId: "cache-1", name: "sessions", size: "1 gb" });`,
    );
    const { code, text } = await deploy();
    expect(code).not.to.equal(0);
    expect(text).to.include("size must be one of the 63 values of CacheSize");
    expect(api.listSent()).to.deep.equal([]);
  });

  it("Deploy workflow: stops while a cancelled run's create is pending", async () => {
    const { stack, api } = use;
    const stop = () => runStep(stack, workflow, "Stop if a create is pending");
    await stack.writeProgram(application);
    const before = await stop();
    expect(before, before.text).to.include({ code: 0, text: "" });

    api.addFault(cutConnection("stall", "after"), { method: "POST" });
    await cancelStep(use, workflow, "Deploy");
    const stopped = await stop();
    expect(stopped.code).to.equal(1);
    expect(stopped.text)
      .to.match(/^::error::.* "After a killed up" in docs\/existing-resources\.md/)
      .and.include("dynamic/apphosting:Application::web\n");

    await stack.succeed("refresh", "--clear-pending-creates", "--yes", "--skip-preview");
    await stack.writeProgram(application.replace('name: "Web shop"', 'existingId: "app-1", $&'));
    const after = await stop();
    expect(after, after.text).to.include({ code: 0, text: "" });
    expect((await deploy()).code).to.equal(0);
    expect(api.sandbox.state().applications).to.have.length(1);
  });

  it("Review workflow: checks for pending creates with the deploy workflow's commands", () => {
    const [, commands] = /- name: Stop if a create[\s\S]*?\n( {8}run: \|\n(?: {10}.*\n)+)/.exec(workflow) ?? [];
    expect(readWorkflow("review.yml")).to.include(commands ?? "no commands");
  });
});
