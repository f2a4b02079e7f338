/**
 * Shows the quickstart on the real Pulumi engine, with a sandbox as its API: `npm run demo`. Checks what each step shows
 * and sends, and leaves nothing behind.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";
import { startSandbox } from "../../provider/sandbox";
import { copyExample } from "../examples/project";
import { findPulumi } from "./pulumi/find";
import { changedLines, changeProgram } from "./readme-change";

interface Step {
  readonly title: string;
  /** Whether the program first gets the change of the README. */
  readonly changesProgram?: true;
  readonly command: string;
  /** What the engine must print. */
  readonly shows: readonly string[];
  /** The requests that the API must receive, in any order. Default: none. */
  readonly sends?: readonly string[];
}

const steps: readonly Step[] = [
  {
    title:
      "A preview of the quickstart sends nothing. It creates the stack, an application and its environment, and adopts the cache, which exists.",
    command: "preview --suppress-progress --diff",
    shows: ["+ 4 to create"],
  },
  {
    title: "up creates the application and the environment, and adopts the cache: a request each.",
    command: "up --yes --skip-preview --suppress-progress",
    shows: ["+ 4 created", "cacheUri         : [secret]", "warning: Cache sessions (cache-1) will be adopted"],
    sends: ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"],
  },
  {
    title: "After up, the preview is empty, although the API has returned more than the program sets.",
    command: "preview --suppress-progress --expect-no-changes",
    shows: ["4 unchanged"],
  },
  {
    title:
      "Two settings of the cache change, and the name and branch of the environment. The preview shows an update in place, and a replacement: " +
      "the API documents no update of an environment. The warning says that the old environment stays.",
    changesProgram: true,
    command: "preview --suppress-progress --diff",
    shows: [
      "apphosting:Cache: (update)",
      "apphosting:Environment: (replace",
      "~ 1 to update",
      "+-1 to replace",
      "2 unchanged",
      "warning: Environment staging of app-1 (env-2) will be replaced. The old one leaves the stack and keeps running",
    ],
  },
  {
    title:
      "up sends one PATCH with both settings and the name, which the API always asks for, and creates the second environment.",
    command: "up --yes --skip-preview --suppress-progress",
    shows: ["[retain]", "~ 1 updated", "+-1 replaced", "2 unchanged"],
    sends: ["PATCH /caches/cache-1", "POST /applications/app-1/environments"],
  },
  {
    title: "destroy would fail while the application is protected. This lifts the protection.",
    command: "state unprotect --all --yes",
    shows: ["unprotected"],
  },
  {
    title: "destroy empties the stack. The API documents no delete: what the engine marks [retain] still exists.",
    command: "destroy --yes --skip-preview --suppress-progress",
    shows: ["staging deleted", "[retain]", "- 4 deleted"],
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
    for (const [index, { title, changesProgram, command, shows, sends = [] }] of steps.entries()) {
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
      const plain = stripVTControlCharacters(text);
      for (const part of shows) if (!plain.includes(part)) throw new Error(`this step must show "${part}".`);
      const sent = received.map(({ method, path }) => `${method} ${path}`).sort();
      if (sent.join() !== [...sends].sort().join())
        throw new Error(`this step must send: ${sends.join(", ") || "nothing"}.`);
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
