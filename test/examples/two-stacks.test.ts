import { expect } from "chai";
import { describeEngine, shareStack } from "../engine/describe";
import { vaultSettings } from "../engine/vault";
import { type FaultySandbox, startFaultySandbox } from "../faults";
import { addGitHub, readWorkflow, runJob, type Secrets } from "./workflow-step";

/** The second stack belongs to a second organization, whose token has its own variable. */
const program = `
const isPress = pulumi.getStack() === "staging";
const options = isPress ? { provider: new Provider("press", { tokenVariable: "PRESS_TOKEN" }) } : {};
new Application("web", { name: isPress ? "Press" : "Retail", sourceControlProvider: "hostA" }, options);
`;

/** A user's copy of a workflow, with the lines for the second organization that are comments in it. */
const copyWorkflow = (file: string) =>
  readWorkflow(file)
    .replaceAll(/^( +)# (- stack: | {2}environment: |PRESS_TOKEN: )/gm, "$1$2")
    .replaceAll("organization/project", "organization/shop");

const stacks = ["production", "staging"] as const;

describeEngine("workflows of two stacks and two organizations", () => {
  let press: FaultySandbox;
  const use = shareStack(async () => {
    press = await startFaultySandbox({ token: "marked-press" });
    return startFaultySandbox({ token: "marked-retail" });
  });

  before(async () => {
    const { stack, api } = use;
    await addGitHub(stack);
    // A step's settings come from its workflow and the stack.
    for (const name of ["PULUMI_STACK", "APPHOSTING_BASE_URL", "APPHOSTING_TOKEN"]) delete stack.environment[name];
    await stack.writeProgram(program);
    for (const [index, { url }] of [api, press].entries()) {
      const config = { "apphosting:baseUrl": url };
      await stack.write(`Pulumi.${stacks[index]}.yaml`, JSON.stringify({ ...vaultSettings, config }));
      await stack.initialise(`${stacks[index]}`);
    }
  });
  after(() => press?.close());

  /** Runs the job for each stack, and returns what each prints. */
  const run = (file: string) => {
    const secrets: Secrets = {
      "": { PULUMI_ACCESS_TOKEN: "unused" },
      production: { PULUMI_ACCESS_TOKEN: "unused", APPHOSTING_TOKEN: use.api.token },
      staging: { PULUMI_ACCESS_TOKEN: "unused", PRESS_TOKEN: press.token },
    };
    return runJob(use.stack, copyWorkflow(file), secrets, { "github.event.pull_request.number": "12" });
  };
  const listSent = () => [use.api, press].map((api) => api.listSent());

  it("Two stacks: preview.yml needs no token, and deploy.yml uses each organization's token", async () => {
    for (const text of await run("preview.yml")) expect(text).to.include("Application web create");
    expect(await use.stack.read("comment.md")).to.match(/^## Preview of organization\/shop\/staging\n/);
    expect(listSent()).to.deep.equal([[], []]);

    await run("deploy.yml");
    const create = (name: string) => `POST /applications {"name":"${name}","source_control_provider_type":"hostA"}`;
    expect(listSent()).to.deep.equal([[create("Retail")], [create("Press")]]);
  });
});
