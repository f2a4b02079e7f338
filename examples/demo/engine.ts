/** The real Pulumi on a stack that lives in a throw-away folder, apart from the user's own Pulumi. */

import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

/** The project that the demo runs: the one at the top of the repository. */
const project = resolve(__dirname, "..", "..");

/** A Pulumi that was asked to stop finishes its step; past this it is ended. */
const patienceMilliseconds = 10_000;

const colour = process.stdout.isTTY && !process.env.NO_COLOR;

export interface Engine {
  /**
   * Runs a command of Pulumi on the stack, shows what it prints as it comes, and resolves with that text.
   *
   * @throws Error when it fails
   */
  run(...command: string[]): Promise<string>;
  remove(): Promise<void>;
}

export interface EngineOptions {
  /** Folders that hold Pulumi, as PATH joins them. */
  readonly bin: string;
  /** Address and token of the API. */
  readonly api: { readonly url: string; readonly token: string };
  /** Ends the command that is running. */
  readonly signal: AbortSignal;
}

export async function createEngine({ bin, api, signal }: EngineOptions): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "apphosting-demo-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  const environment = {
    ...withoutSettings(process.env),
    PATH: [bin, process.env.PATH].join(delimiter),
    TMPDIR: join(folder, "tmp"),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    APPHOSTING_BASE_URL: api.url,
    APPHOSTING_TOKEN: api.token,
  };
  try {
    for (const name of ["tmp", "home", "state"]) await mkdir(join(folder, name));
    // Pulumi writes a new stack's configuration beside Pulumi.yaml: beside a copy, it stays out of the checkout.
    await copyFile(join(project, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
    await pulumi(["stack", "init", "demo"], folder, environment, signal);
  } catch (error) {
    await remove();
    throw error;
  }
  const stack = ["--stack", "demo", "--config-file", join(folder, "Pulumi.demo.yaml")];
  return {
    run: (...command) => pulumi([...command, ...stack], project, environment, signal),
    remove,
  };
}

/** What the user set for their own stacks stays out of the demo's. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(PULUMI|APPHOSTING)_/i.test(name)),
  );
}

function pulumi(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const name = `pulumi ${command[0]}`;
  const options = ["--non-interactive", "--color", colour ? "always" : "never"];
  // Out of the terminal's process group: a Ctrl-C comes once, from here, for a second one makes Pulumi leave its children.
  const child = spawn("pulumi", [...options, ...command], {
    cwd,
    env,
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const start = Date.now();
  const waiting = setInterval(() => {
    console.error(`  … waiting for ${name}, ${Math.round((Date.now() - start) / 1000)} s so far`);
  }, 15_000);
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill("SIGINT");
    kill = setTimeout(() => child.kill("SIGKILL"), patienceMilliseconds);
  };
  signal.addEventListener("abort", stop, { once: true });

  let text = "";
  const { stdout, stderr } = child;
  for (const [from, to] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ] as const) {
    from.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      to.write(part);
    });
  }
  return new Promise<string>((settle, fail) => {
    child.on("error", fail).on("close", (code, by) => {
      if (signal.aborted) fail(signal.reason);
      else if (code === 0) settle(text);
      else fail(new Error(`${name} ended with ${by ?? `exit code ${code}`}; what it says is above.`));
    });
  }).finally(() => {
    clearInterval(waiting);
    clearTimeout(kill);
    signal.removeEventListener("abort", stop);
  });
}
