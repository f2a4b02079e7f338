/** The real Pulumi on a stack that lives in a throw-away folder, apart from the user's own Pulumi. */

import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { endTree } from "../../test/pulumi-cli/process-tree";
import { atMost, duration, withProgress } from "../../test/pulumi-cli/progress";

/** The project that the demo runs: the one at the top of the repository. */
const project = resolve(__dirname, "..", "..");

export const limits = {
  /** A command that takes longer is stuck. */
  commandSeconds: 300,
  /** A Pulumi that was asked to stop finishes its step; past this it is ended. */
  endSeconds: 10,
};

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
  readonly limits: typeof limits;
}

export async function createEngine({ bin, api, ...control }: EngineOptions): Promise<Engine> {
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
    await pulumi(["stack", "init", "demo"], folder, environment, control);
  } catch (error) {
    await remove();
    throw error;
  }
  const stack = ["--stack", "demo", "--config-file", join(folder, "Pulumi.demo.yaml")];
  return {
    run: (...command) => pulumi([...command, ...stack], project, environment, control),
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
  { signal, limits: { commandSeconds, endSeconds } }: Pick<EngineOptions, "signal" | "limits">,
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
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    if (kill) return;
    child.kill("SIGINT");
    kill = setTimeout(() => endTree(child), endSeconds * 1000);
  };
  signal.addEventListener("abort", stop, { once: true });
  let late = "";
  const limit = setTimeout(() => {
    late = `${name} did not finish within ${duration(commandSeconds)}`;
    console.error(`\n${late}: ending it (${atMost(endSeconds)}).`);
    stop();
  }, commandSeconds * 1000);

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
  const ended = new Promise<string>((settle, fail) => {
    child.on("error", fail).on("close", (code, by) => {
      if (signal.aborted) fail(signal.reason);
      else if (late) fail(new Error(`${late}; what it says is above.`));
      else if (code === 0) settle(text);
      else fail(new Error(`${name} ended with ${by ?? `exit code ${code}`}; what it says is above.`));
    });
  }).finally(() => {
    clearTimeout(limit);
    clearTimeout(kill);
    signal.removeEventListener("abort", stop);
  });
  return withProgress(console.error, `waiting for ${name}`, commandSeconds, () => ended);
}
