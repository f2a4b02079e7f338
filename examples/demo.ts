/**
 * Shows the quickstart on the real Pulumi engine, with a sandbox as its API: `npm run demo`. Checks what each step shows, and
 * leaves nothing behind.
 */

import { isDeepStrictEqual, stripVTControlCharacters, styleText } from "node:util";
import { type RecordedRequest, type Sandbox, startSandbox } from "pulumi-apphosting/sandbox";
import { findPulumi } from "../test/pulumi-cli/find";
import { atMost } from "../test/pulumi-cli/progress";
import { createEngine, type Engine, limits } from "./demo/engine";
import { type Step, steps } from "./demo/steps";

const interrupted = new AbortController();
const { signal } = interrupted;

async function demo(): Promise<void> {
  console.log("Looking for Pulumi; getting one can take minutes, once.");
  const { bin, version, origin } = await Promise.race([findPulumi(), interruption()]);
  console.log(
    "\nThis runs examples/quickstart on the real Pulumi engine, with a sandbox on this machine as the API: " +
      "previews, updates, a replacement and a destroy, in under a minute. Stack, state and settings live in a throw-away folder.",
  );
  const sandbox = await startSandbox();
  let engine: Engine | undefined;
  try {
    console.log(`\nPulumi ${version} (${origin}), the API at ${sandbox.url}`);
    engine = await createEngine({ bin, api: sandbox, signal, limits });
    for (const [index, step] of steps.entries()) await run(step, index + 1, engine, sandbox);
  } finally {
    await engine?.remove();
    await sandbox.close();
  }
  console.log(
    "\nShown: no request in a preview, one for each change in up, and nothing deleted. " +
      "Next: README.md, and examples/quickstart as the start of your own program.",
  );
}

async function run(step: Step, number: number, engine: Engine, sandbox: Sandbox): Promise<void> {
  const { title, command, shows, sends, remains = [] } = step;
  console.log(`\n${bold(`${number} of ${steps.length}. ${title}`)}\n$ pulumi ${command.join(" ")}`);
  const before = sandbox.requests().length;
  const text = stripVTControlCharacters(await engine.run(...command));
  const received = sandbox.requests().slice(before);
  console.log(bold("The API received:"), listed(received));

  for (const part of shows) {
    if (!text.includes(part)) throw new Error(`step ${number} has to show "${part}", and does not.`);
  }
  if (!areAsStated(received, sends)) {
    const stated = sends.map(({ request, body }) => `${request}${body ? ` ${JSON.stringify(body)}` : ""}`);
    throw new Error(`step ${number} has to send ${stated.join(", ") || "nothing"}, and sent something else.`);
  }
  if (remains.length > 0) {
    const names = Object.values(sandbox.state())
      .flat()
      .map(({ attributes }) => attributes.name);
    for (const name of remains) {
      if (!names.includes(name)) throw new Error(`after step ${number}, "${name}" is gone from the account.`);
    }
    console.log(bold("The account still has:"), remains.join(", "));
  }
}

type Sent = Pick<RecordedRequest, "method" | "path" | "body">;

function areAsStated(received: readonly Sent[], sends: Step["sends"]): boolean {
  const left = [...received];
  for (const { request, body } of sends) {
    const at = left.findIndex(
      (one) => nameOf(one) === request && (body === undefined || isDeepStrictEqual(one.body, body)),
    );
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function nameOf({ method, path }: Sent): string {
  return `${method} ${path}`;
}

function listed(requests: readonly Sent[]): string {
  if (requests.length === 0) return "nothing";
  return requests.map((one) => `\n  ${nameOf(one)} ${JSON.stringify(one.body)}`).join("");
}

function bold(text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText("bold", text) : text;
}

function interruption(): Promise<never> {
  return new Promise((_, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(name, () => {
    if (!signal.aborted) {
      console.error(
        `\nInterrupted: ending Pulumi and removing the throw-away folder (${atMost(limits.endSeconds)}).`,
      );
    }
    interrupted.abort();
  });
}
// Whoever reads the demo has left, as in `npm run demo | head`.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => interrupted.abort());

demo().catch((error: Error) => {
  if (!signal.aborted) console.error(`\nThe demo failed: ${error.message}`);
  process.exit(signal.aborted ? 130 : 1);
});
