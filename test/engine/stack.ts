/** A throw-away stack on the real engine: a program, a file backend, and a sandbox as its API. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { findPulumi } from "../tools/pulumi/find";

const root = resolve(__dirname, "..", "..");
const passphrase = "engine tests";

export interface Api {
  readonly url: string;
  readonly token: string;
}

export interface Run {
  readonly code: number;
  readonly text: string;
}

/** Prepended to each program, so that a test shows its resources alone. */
const prelude = `const pulumi = require("@pulumi/pulumi");
const { Application, Cache, Environment, Provider } = require("pulumi-apphosting");
const config = new pulumi.Config();
`;

export class TestStack {
  private constructor(
    readonly folder: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async create(api?: Api): Promise<TestStack> {
    const folder = await mkdtemp(join(tmpdir(), "apphosting-engine-"));
    await mkdir(join(folder, "state"));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nmain: index.js\n");
    await writeFile(join(folder, "package.json"), '{ "name": "shop", "private": true }\n');
    const stack = new TestStack(folder, {
      ...process.env,
      PATH: [(await findPulumi()).bin, process.env.PATH].join(delimiter),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "1",
      ...(api === undefined ? {} : { APPHOSTING_BASE_URL: api.url, APPHOSTING_TOKEN: api.token }),
    });
    await stack.succeed("stack", "init", "dev");
    return stack;
  }

  async program(source: string): Promise<this> {
    await writeFile(join(this.folder, "index.js"), prelude + source);
    return this;
  }

  async config(key: string, value: string, ...flags: string[]): Promise<void> {
    await this.succeed("config", "set", ...flags, key, "--", value);
  }

  /** Runs a command to its end, whatever the end. */
  run(...args: string[]): Promise<Run> {
    return new Promise((settle) => {
      execFile(
        "pulumi",
        ["--non-interactive", "--color", "never", ...args],
        { cwd: this.folder, env: this.environment, maxBuffer: 1 << 28 },
        (error, stdout, stderr) =>
          settle({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
      );
    });
  }

  async succeed(...args: string[]): Promise<string> {
    const { code, text } = await this.run(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  up(...args: string[]): Promise<string> {
    return this.succeed("up", "--yes", "--skip-preview", "--suppress-progress", ...args);
  }

  preview(...args: string[]): Promise<string> {
    return this.succeed("preview", "--diff", "--suppress-progress", ...args);
  }

  /** The state, secrets encrypted, as `pulumi stack export` prints it. */
  async state(...args: string[]): Promise<StackState> {
    return JSON.parse(await this.succeed("stack", "export", ...args)) as StackState;
  }

  /** The state of the resource with this name in the program. */
  async resource(name: string, ...args: string[]): Promise<ResourceState> {
    const { resources = [] } = (await this.state(...args)).deployment;
    const found = resources.find(({ urn }) => urn.endsWith(`::${name}`));
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  }

  /** The text of every file of the backend: state, backups, history. */
  async backend(): Promise<string> {
    const { stdout } = await new Promise<{ stdout: string }>((settle) =>
      execFile("grep", ["-rh", "", join(this.folder, "state")], { maxBuffer: 1 << 28 }, (_, stdout) =>
        settle({ stdout }),
      ),
    );
    return stdout;
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
}

export interface StackState {
  readonly deployment: {
    readonly resources?: readonly ResourceState[];
    readonly pending_operations?: unknown[];
  };
}
