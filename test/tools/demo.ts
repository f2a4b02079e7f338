/**
 * Shows the quickstart on the real Pulumi engine, with a sandbox as its API: `npm run demo`. Checks what each step shows and
 * sends, and leaves nothing behind.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";
import { type RecordedRequest, type Sandbox, startSandbox } from "../../provider/sandbox";
import type { TestStack } from "../engine/stack";
import { copyExample } from "../examples/project";
import { type Step, steps } from "./demo-steps";
import { findPulumi } from "./pulumi/find";
import { changedLines, changeProgram } from "./readme-change";

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const renderBold = (text: string) => (colour ? styleText("bold", text) : text);

const formatRequest = ({ method, path }: RecordedRequest) => `${method} ${path}`;

let interrupted = false;

async function runDemo(): Promise<void> {
  const { version } = await findPulumi();
  // From here on there is something to clean up. A terminal sends Ctrl-C to Pulumi, too, which finishes its step.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);
  // Whoever reads has left, as in `npm run demo | head`.
  process.stdout.on("error", interrupt);
  // Stack, state and what an interrupted Pulumi would leave.
  const folder = await mkdtemp(join(tmpdir(), "apphosting-demo-"));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  const sandbox = await startSandbox();
  try {
    console.log(
      `examples/quickstart on the real Pulumi engine (${version}), with a sandbox at ${sandbox.url} as the API: ` +
        "previews, updates, a replacement and a destroy, in about a minute. Stack and state are in a temporary folder.",
    );
    const stack = await copyExample("quickstart", sandbox);
    for (const [index, step] of steps.entries()) {
      console.log(`\n${renderBold(`${index + 1} of ${steps.length}. ${step.title}`)}`);
      await runStep(step, stack, sandbox);
      if (interrupted) return;
    }
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(
    "\nShown: no request in a preview, one for each change in up, no change after it, and nothing deleted. " +
      "Next: README.md, and examples/quickstart as the start of your own program.",
  );
}

async function runStep({ changesProgram, command, shows, sends = [] }: Step, stack: TestStack, sandbox: Sandbox) {
  if (changesProgram) {
    await changeProgram(stack);
    console.log(`${renderBold("index.ts changes as in README.md:")}\n${changedLines.join("\n")}\n`);
  }
  console.log(`$ pulumi ${command.join(" ")}`);
  const before = sandbox.requests().length;
  const { code, text } = await stack.run("--color", colour ? "always" : "never", ...command);
  console.log(text);
  if (interrupted) return;
  if (code !== 0) throw new Error(`pulumi ended with ${code}.`);

  const received = sandbox.requests().slice(before);
  console.log(renderBold("The API received:"), received.length === 0 ? "nothing" : "");
  for (const one of received) console.log(`  ${formatRequest(one)} ${JSON.stringify(one.body)}`);
  const plain = stripVTControlCharacters(text);
  for (const part of shows) if (!plain.includes(part)) throw new Error(`this step has to show "${part}".`);
  const sent = received.map(formatRequest).sort().join(", ");
  if (sent !== [...sends].sort().join(", "))
    throw new Error(`this step has to send: ${sends.join(", ") || "nothing"}.`);
}

function interrupt(): void {
  interrupted = true;
}

runDemo()
  .catch((error: Error) => {
    if (!interrupted) console.error(`\nThe demo failed: ${error.message}`);
    process.exitCode = 1;
  })
  .finally(() => {
    if (interrupted) process.exitCode = 130;
  });
