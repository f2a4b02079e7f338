/** A throw-away stack on the real engine: a program, a file backend, and a sandbox as its API. */

import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { Sandbox } from "../../provider/sandbox";
import { attempt, type Result, userEnvironment } from "../tools/command";
import { findPulumi } from "../tools/pulumi/find";

const root = resolve(__dirname, "..", "..");
const stateFile = (project: string) => `state/.pulumi/stacks/${project}/dev.json`;

type Api = Pick<Sandbox, "url" | "token">;

export const up = ["up", "--yes", "--skip-preview", "--suppress-progress"] as const;

/** Prepended to each program, so that a test shows its resources alone. */
const prelude = (module: string) => `const pulumi = require("@pulumi/pulumi");
const { Application, Cache, Environment, Provider } = require("${module}");
const config = new pulumi.Config();
`;

/** By what the project file leads the engine to the plugin. */
export const pluginStanza = `plugins:
  providers:
    - name: apphosting
      path: node_modules/.bin
`;

/** What programs in other languages add as a package. */
export const packagesStanza = `packages:
  apphosting: ./node_modules/pulumi-apphosting/pulumi-plugin
`;

export class TestStack {
  /** What its programs import. */
  module = "pulumi-apphosting";

  private constructor(
    readonly folder: string,
    private readonly project: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** A stack with nothing in it, and a project for its program. */
  static async create(api: Api, project = "shop"): Promise<TestStack> {
    const folder = await mkdtemp(join(tmpdir(), "apphosting-engine-"));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const stack = await TestStack.in(folder, api, project);
    await stack.write("Pulumi.yaml", `name: ${project}\nruntime: nodejs\nmain: index.js\n`);
    await stack.write("package.json", `{ "name": "${project}", "private": true }\n`);
    return stack;
  }

  /** A stack with nothing in it, of a project in this folder. */
  static async in(folder: string, api: Api, project: string): Promise<TestStack> {
    const stack = new TestStack(folder, project, {
      ...userEnvironment(),
      PATH: [(await findPulumi()).bin, process.env.PATH].join(delimiter),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "engine tests",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_STACK: "dev",
      APPHOSTING_BASE_URL: api.url,
      APPHOSTING_TOKEN: api.token,
    });
    // What `pulumi stack init` makes of a file backend.
    await stack.write("state/.pulumi/meta.yaml", "version: 1\n");
    const checkpoint = { stack: `organization/${project}/dev` };
    await stack.write(stateFile(project), JSON.stringify({ version: 3, checkpoint }));
    return stack;
  }

  /** The same at less cost: its programs and hosts load what they need of the SDK, and the CLI collects its garbage later. */
  static async light(api: Api, project?: string): Promise<TestStack> {
    const stack = await TestStack.create(api, project);
    stack.environment.NODE_OPTIONS = `--require ${JSON.stringify(join(root, "test/light.cjs"))}`;
    stack.environment.GOGC = "400";
    return stack;
  }

  async program(source: string): Promise<this> {
    await this.write("index.js", prelude(this.module) + source);
    return this;
  }

  /** From now on the plugin manages what its programs declare. */
  async usePlugin(stanza = pluginStanza): Promise<this> {
    this.module = "pulumi-apphosting/plugin";
    await this.write("Pulumi.yaml", `name: ${this.project}\nruntime: nodejs\nmain: index.js\n${stanza}`);
    return this;
  }

  async configure(plain: Readonly<Record<string, string>>, secret: typeof plain = {}): Promise<void> {
    const flags = (flag: string, values: typeof plain) =>
      Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${value}`]);
    await this.succeed("config", "set-all", ...flags("--plaintext", plain), ...flags("--secret", secret));
  }

  /** Runs a command to its end, whatever the end. */
  run(...args: string[]): Promise<Result> {
    return attempt(this.folder, "pulumi", ["--non-interactive", "--color", "never", ...args], this.environment);
  }

  async succeed(...args: string[]): Promise<string> {
    const { code, text } = await this.run(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  /** What a command says that has to fail. */
  async fail(...args: string[]): Promise<string> {
    const { code, text } = await this.run(...args);
    if (code === 0) throw new Error(`pulumi ${args.join(" ")} has to fail:\n${text}`);
    return text;
  }

  up(...args: string[]): Promise<string> {
    return this.succeed(...up, ...args);
  }

  failUp(...args: string[]): Promise<string> {
    return this.fail(...up, ...args);
  }

  preview(...args: string[]): Promise<string> {
    return this.succeed("preview", "--diff", "--suppress-progress", ...args);
  }

  /** What `pulumi preview --json` says. */
  async foreseen(...args: string[]): Promise<Foreseen> {
    const { steps, ...rest } = JSON.parse(await this.succeed("preview", "--json", ...args)) as Foreseen;
    return { ...rest, steps: steps.map(named) };
  }

  /** What the state holds as the backend has it, secrets encrypted, and what the engine was creating when it was killed. */
  async state(): Promise<{ resources: ResourceState[]; pending: string[] }> {
    const { resources = [], pending_operations = [] } = JSON.parse(await this.read(stateFile(this.project))).checkpoint
      .latest;
    const creating = pending_operations.map(({ resource }: { resource: Named }) => named(resource).name);
    return { resources: resources.map(named), pending: creating };
  }

  /** The state of the resource with this name in the program. */
  async resource(name: string): Promise<ResourceState> {
    const { resources } = await this.state();
    const found = resources.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  }

  /** The text of every file of the backend: state, backups, history. */
  async backend(): Promise<string> {
    return (await attempt(this.folder, "grep", ["-rh", "", "state"])).stdout;
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, file)), { recursive: true });
    await writeFile(join(this.folder, file), text);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

interface Named {
  readonly urn: string;
  /** In the program. */
  readonly name: string;
}

function named<T extends Named>(resource: T): T {
  return { ...resource, name: resource.urn.split("::").at(-1) };
}

interface ResourceState extends Named {
  readonly type: string;
  readonly id?: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
}

interface Foreseen {
  readonly steps: readonly (Named & {
    readonly op: string;
    readonly diffReasons?: readonly string[];
    readonly detailedDiff: Readonly<Record<string, object>> | null;
    readonly newState: { readonly inputs: Readonly<Record<string, unknown>> };
  })[];
  readonly diagnostics?: readonly { readonly message: string }[];
  readonly changeSummary: Readonly<Record<string, number>>;
}
