/**
 * Shows the quickstart on the real Pulumi engine, with a sandbox as its API: `npm run demo`. Leaves nothing behind.
 * test/examples/readme.test.ts has the same program and change.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { startSandbox } from "../../provider/sandbox";
import { copyExample } from "../examples/project";
import { findPulumi } from "./pulumi/find";
import { changedLines, changeProgram } from "./readme-change";

interface Step {
  readonly title: string;
  /** Whether the program first gets the change of the README. */
  readonly changesProgram?: true;
  readonly command: string;
}

const steps: readonly Step[] = [
  {
    title:
      "A preview of the quickstart sends nothing. It creates the stack, an application and its environment, and adopts the cache, which exists.",
    command: "preview --suppress-progress --diff",
  },
  {
    title: "up creates the application and the environment, and adopts the cache: a request each.",
    command: "up --yes --skip-preview --suppress-progress",
  },
  {
    title: "After up, the preview is empty, although the API has returned more than the program sets.",
    command: "preview --suppress-progress --expect-no-changes",
  },
  {
    title:
      "Two settings of the cache change, and the name and branch of the environment. The preview shows an update in place, and a replacement: " +
      "the API documents no update of an environment. The warning says that the old environment stays.",
    changesProgram: true,
    command: "preview --suppress-progress --diff",
  },
  {
    title:
      "up sends one PATCH with both settings and the name, which the API always asks for, and creates the second environment.",
    command: "up --yes --skip-preview --suppress-progress",
  },
  {
    title: "destroy would fail while the application is protected. This lifts the protection.",
    command: "state unprotect --all --yes",
  },
  {
    title: "destroy empties the stack. The API documents no delete: what the engine marks [retain] still exists.",
    command: "destroy --yes --skip-preview --suppress-progress",
  },
];

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const renderBold = (text: string) => (colour ? styleText("bold", text) : text);

/** Aborted when somebody interrupts the demo, or stops reading, as in `npm run demo | head`. */
const interruption = new AbortController();

async function runDemo(): Promise<void> {
  const { version } = await findPulumi();
  // From here on there is something to clean up. A terminal sends Ctrl-C to Pulumi, too, which finishes its step.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => interruption.abort());
  process.stdout.on("error", () => interruption.abort());
  // The stack and its state, and what an interrupted Pulumi would leave.
  const folder = await mkdtemp(join(tmpdir(), "apphosting-demo-"));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  const sandbox = await startSandbox();
  try {
    console.log(
      `examples/quickstart on the real Pulumi engine (${version}), with a sandbox at ${sandbox.url} as the API: ` +
        "previews, updates, a replacement and a destroy, in about a minute. Stack and state are in a temporary folder.",
    );
    const stack = await copyExample("quickstart", sandbox);
    for (const [index, { title, changesProgram, command }] of steps.entries()) {
      console.log(`\n${renderBold(`${index + 1} of ${steps.length}. ${title}`)}`);
      if (changesProgram) {
        await changeProgram(stack);
        console.log(`${renderBold("index.ts changes as in README.md:")}\n${changedLines.join("\n")}\n`);
      }
      console.log(`$ pulumi ${command}`);
      const before = sandbox.requests().length;
      const { code, text } = await stack.run("--color", colour ? "always" : "never", ...command.split(" "));
      console.log(text);
      interruption.signal.throwIfAborted();
      if (code !== 0) throw new Error(`pulumi ended with ${code}.`);

      const received = sandbox.requests().slice(before);
      console.log(renderBold("The API received:"), received.length === 0 ? "nothing" : "");
      for (const { method, path, body } of received) console.log(`  ${method} ${path} ${JSON.stringify(body)}`);
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

runDemo().catch((error: Error) => {
  const { aborted } = interruption.signal;
  if (!aborted) console.error(`\nThe demo failed: ${error.message}`);
  process.exitCode = aborted ? 130 : 1;
});
