import { type EngineEvent, LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe.js";
import { startFaultySandbox } from "../faults/index.js";
import { answerMarkers, command, finds, token } from "./markers.js";

const program = `
const command = pulumi.secret(${JSON.stringify(command)});
const web = new Application("web", { name: "Web", sourceControlProvider: "hostA", buildCommand: command });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "main", buildCommand: command });
exports.uri = new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: [command] }).connectionUri;
`;

describeEngine("a secret in a run of the Automation API", () => {
  const use = useStack(() => startFaultySandbox({ sandbox: { token } }));
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it("is in the open in no event and no output", async () => {
    answerMarkers(use.api);
    await use.stack.program(program);
    process.env.PATH = use.stack.environment.PATH;
    const stack = await LocalWorkspace.selectStack(
      { stackName: "dev", workDir: use.stack.folder },
      {
        pulumiCommand: await PulumiCommand.get(),
        envVars: use.stack.environment as Record<string, string>,
      },
    );
    const events: EngineEvent[] = [];
    let output = "";
    const listeners = {
      onEvent: (event: EngineEvent) => events.push(event),
      onOutput: (text: string) => {
        output += text;
      },
    };
    await stack.preview(listeners);
    await stack.up({ ...listeners, debug: true });
    expect(JSON.stringify(events)).to.include("sessions");
    expect(finds(JSON.stringify(events))).to.deep.equal([]);
    expect(finds(output)).to.deep.equal([]);
  });
});
