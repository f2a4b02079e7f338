/** Deploys the inline program: `npm run deploy -- preview|up|destroy [stack]`. */

import { type EngineEvent, LocalWorkspace, type ResourcePreEvent, type Stack } from "@pulumi/pulumi/automation";
import { program } from "./program";

const commands: Record<string, (stack: Stack) => Promise<void>> = {
  async preview(stack) {
    const { changeSummary } = await stack.preview({ onEvent: report });
    console.log("would be:", changeSummary);
  },
  async up(stack) {
    await refusePendingCreates(stack);
    const { outputs } = await stack.up({ onEvent: report });
    for (const [name, { value, secret }] of Object.entries(outputs)) {
      console.log(`${name} = ${secret ? "[secret]" : value}`);
    }
  },
  async destroy(stack) {
    await stack.destroy({ onEvent: report });
  },
};

/** Fails if an earlier `up` was killed during a create. It may have created the resource, and this one would create it again. */
async function refusePendingCreates(stack: Stack): Promise<void> {
  const { deployment } = await stack.exportStack();
  const operations: { type: string; resource: { urn: string } }[] = deployment.pending_operations ?? [];
  const urns = operations.filter(({ type }) => type === "creating").map(({ resource }) => resource.urn);
  if (urns.length === 0) return;
  const page = '"After a killed up" in docs/existing-resources.md of pulumi-apphosting';
  throw new Error(`An earlier up was killed during a create. See ${page}.\n${urns.join("\n")}`);
}

/** Prints a line when the engine starts a resource, one when the resource is done, and all messages and warnings. */
function report({ resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent }: EngineEvent): void {
  if (resourcePreEvent) step("…", resourcePreEvent);
  if (resOutputsEvent) step("✓", resOutputsEvent);
  if (resOpFailedEvent) step("✗", resOpFailedEvent);
  // The engine also reports debug messages. A prefix is what the CLI prints before a message, such as `warning: `.
  if (diagnosticEvent && ["info", "info#err", "warning", "error"].includes(diagnosticEvent.severity)) {
    console.log(`${diagnosticEvent.prefix ?? ""}${diagnosticEvent.message.trim()}`);
  }
}

function step(sign: string, { metadata: { op, urn, type } }: ResourcePreEvent): void {
  if (op !== "same") console.log(`${sign} ${op} ${type.split(":").at(-1)} ${urn.split("::").at(-1)}`);
}

async function deploy(): Promise<void> {
  const [name = "preview", stackName = "dev"] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined) throw new Error(`${name} is none of ${Object.keys(commands).join(", ")}`);
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName, projectName: "automation", program },
    // The engine loads pulumi-apphosting from here, in a process of its own. Start the program in the same folder.
    { workDir: __dirname },
  );
  await command(stack);
}

deploy().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
