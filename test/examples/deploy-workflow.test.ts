import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { vaultSettings } from "../engine/vault";
import { cutConnection, startFaultySandbox } from "../faults";
import { cancelStep, readJobs, runStep, runSteps } from "./workflow-step";

const application = 'new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });\n';
const { staging, production } = readJobs("deploy.yml");
const steps = ["Stop if a create is pending", "Deploy"] as const;

describeEngine("deploy workflow", () => {
  const use = useStack(startFaultySandbox, (api) => TestStack.createLight(api, "project"));

  it("deploy.yml: deploys each stack with the token of its GitHub environment", async () => {
    const { stack, api } = use;
    const press = await startFaultySandbox({ token: "press-token" });
    try {
      // The rest comes from the workflow and the stacks.
      for (const name of ["PULUMI_STACK", "APPHOSTING_BASE_URL", "APPHOSTING_TOKEN"]) delete stack.environment[name];
      await stack.writeProgram(application);
      for (const [name, { url }] of Object.entries({ staging: press, production: api })) {
        const config = { "apphosting:baseUrl": url };
        await stack.write(`Pulumi.${name}.yaml`, JSON.stringify({ ...vaultSettings, config }));
        await stack.initialise(name);
      }
      for (const [job, { token }] of [
        [staging, press],
        [production, api],
      ] as const) {
        const { code, text } = await runSteps(stack, job, steps, { "secrets.APPHOSTING_TOKEN": token });
        expect(code, text).to.equal(0);
      }
      for (const { sandbox } of [press, api]) expect(sandbox.state().applications).to.have.length(1);
    } finally {
      await press.close();
    }
  });

  it("deploy.yml: fails before it sends anything if one resource has a mistake", async () => {
    const { stack, api } = use;
    await stack.writeProgram(
      `${application}new Cache("main", { cacheId: "cache-1", name: "sessions", size: "1 gb" });`,
    );
    const { code, text } = await runSteps(stack, production, steps);
    expect(code).not.to.equal(0);
    expect(text).to.include("size must be one of the 63 values of CacheSize");
    expect(api.listSent()).to.deep.equal([]);
  });

  it("deploy.yml: stops while the create of a cancelled run is pending", async () => {
    const { stack, api } = use;
    await stack.writeProgram(application);
    api.addFault(cutConnection("stall", "after"), { method: "POST" });
    await cancelStep(use, production, "Deploy");
    expect(await runStep(stack, production, steps[0])).to.include({ code: 1, text: "false\n" });

    await stack.succeed("refresh", "--clear-pending-creates", "--yes", "--skip-preview");
    await stack.writeProgram(application.replace('name: "Web shop"', 'existingId: "app-1", $&'));
    const { code, text } = await runSteps(stack, production, steps);
    expect(code, text).to.equal(0);
    expect(api.sandbox.state().applications).to.have.length(1);
  });
});
