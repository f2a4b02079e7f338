/** A project outside the checkout that has the packed package installed, as a user would have it. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { findPulumi } from "../tools/pulumi/find";
import { announce, attempt, type Result, succeed, temporaryFolder } from "./command";
import { packed } from "./pack";

const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];

export interface Api {
  readonly url: string;
  readonly token: string;
}

export class Scratch {
  private constructor(
    readonly folder: string,
    private readonly node: string,
  ) {}

  static async create(): Promise<Scratch> {
    const { tarball } = await packed();
    const scratch = Scratch.empty(process.execPath);
    await scratch.write({ "package.json": JSON.stringify({ name: "scratch", private: true }) });
    announce(`Installing the package and @pulumi/pulumi ${sdkVersion}`, "npm");
    await scratch.succeed("npm", ...install, tarball, `@pulumi/pulumi@${sdkVersion}`);
    return scratch;
  }

  /** A folder with nothing in it. `node` is the Node that everything in it runs on. */
  static empty(node: string): Scratch {
    return new Scratch(temporaryFolder("scratch"), node);
  }

  /** The same in another folder. */
  at(folder: string): Scratch {
    return new Scratch(folder, this.node);
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, name)), { recursive: true });
      await writeFile(join(this.folder, name), text);
    }
  }

  /** Makes the project one of CommonJS or of ES modules. */
  async moduleType(type: "commonjs" | "module"): Promise<void> {
    const file = join(this.folder, "package.json");
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), type }));
  }

  attempt(command: string, ...args: string[]): Promise<Result> {
    return attempt(this.folder, command, args, { PATH: this.path() });
  }

  succeed(command: string, ...args: string[]): Promise<string> {
    return succeed(this.folder, command, args, { PATH: this.path() });
  }

  /** A new stack of the program in this folder. `settings` are further lines of Pulumi.yaml. */
  async stack(api: Api, settings = ""): Promise<ScratchStack> {
    const { bin } = await findPulumi();
    const home = temporaryFolder("pulumi");
    await this.write({ "Pulumi.yaml": `name: scratch\nruntime: nodejs\n${settings}` });
    const environment = {
      PATH: this.path(bin),
      PULUMI_HOME: home,
      PULUMI_BACKEND_URL: `file://${home}`,
      PULUMI_CONFIG_PASSPHRASE: "package tests",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      APPHOSTING_BASE_URL: api.url,
      APPHOSTING_TOKEN: api.token,
    };
    const options = ["--non-interactive", "--color", "never"];
    await succeed(this.folder, "pulumi", [...options, "stack", "init", "dev"], environment);
    return {
      environment,
      attempt: (...args) => attempt(this.folder, "pulumi", [...options, ...args], environment),
      succeed: (...args) => succeed(this.folder, "pulumi", [...options, ...args], environment),
    };
  }

  private path(...before: string[]): string {
    return [...before, dirname(this.node), process.env.PATH].join(delimiter);
  }
}

export interface ScratchStack {
  /** What `pulumi` runs with. */
  readonly environment: NodeJS.ProcessEnv;
  attempt(...args: string[]): Promise<Result>;
  succeed(...args: string[]): Promise<string>;
}

let shared: Promise<Scratch> | undefined;

/** The project, installed once a run: whoever uses it brings all files that matter. */
export async function scratchOrSkip(suite: Mocha.Context): Promise<Scratch> {
  await registryOrSkip(suite);
  shared ??= Scratch.create();
  return shared;
}

let reached: Promise<boolean> | undefined;

/**
 * Without a way to the package registry, the suite says so and is left out; in CI it fails. For a hook that installs:
 * each of its commands has a limit of its own.
 */
export async function registryOrSkip(suite: Mocha.Context): Promise<void> {
  suite.timeout(0);
  // npm itself tries for minutes.
  const question = ["view", "@pulumi/pulumi", "name", "--fetch-retries=0", "--fetch-timeout=20000"];
  reached ??= attempt(tmpdir(), "npm", question).then(({ code }) => code === 0);
  if (!process.env.CI && !(await reached)) {
    console.error("The package registry cannot be reached.");
    suite.skip();
  }
}
