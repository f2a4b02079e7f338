/** A stack on the real engine that a test throws away: a program, a file backend, and a sandbox as its API. */

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { tables } from "../../provider/rows";
import type { Sandbox } from "../../provider/sandbox";
import { attempt, type Result, userEnvironment } from "../tools/command";
import { findPulumi } from "../tools/pulumi/find";
import { findVault, vaultSettings } from "./vault";

const root = resolve(__dirname, "..", "..");
const settingsFile = "Pulumi.dev.yaml";
const findStateFile = (project: string, stack = "dev") => `state/.pulumi/stacks/${project}/${stack}.json`;

type Api = Pick<Sandbox, "url" | "token">;

export const upCommand = ["up", "--yes", "--skip-preview", "--suppress-progress"] as const;

const classes = [...tables.map(({ className }) => className), "Provider"];

/** Writes the first lines of each program, so that a test shows its resources alone. */
const prelude = `const pulumi = require("@pulumi/pulumi");
const { ${classes.join(", ")} } = require("pulumi-apphosting");
const config = new pulumi.Config();
`;

export class TestStack {
  private constructor(
    readonly folder: string,
    private readonly project: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async create(api: Api, project = "shop"): Promise<TestStack> {
    const folder = await mkdtemp(join(tmpdir(), "apphosting-engine-"));
    // A junction is the link that Windows allows to everyone. Other systems make an ordinary one.
    await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const stack = await TestStack.createIn(folder, api, project);
    await stack.write("Pulumi.yaml", `name: ${project}\nruntime: nodejs\nmain: index.js\n`);
    await stack.write("package.json", `{ "name": "${project}", "private": true }\n`);
    return stack;
  }

  /** Creates an empty stack for the project in this folder. */
  static async createIn(folder: string, api: Api, project: string): Promise<TestStack> {
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
    await stack.write("state/.pulumi/meta.yaml", "version: 1\n");
    await stack.initialise("dev");
    return stack;
  }

  /** Writes an empty state, as `pulumi stack init` does. This is faster. */
  initialise(name: string): Promise<void> {
    const checkpoint = { stack: `organization/${this.project}/${name}` };
    return this.write(findStateFile(this.project, name), JSON.stringify({ version: 3, checkpoint }));
  }

  /**
   * Creates a stack whose commands take half the time: its programs and hosts load less of the SDK, and the CLI collects its
   * garbage later and makes no key of a passphrase.
   */
  static async createLight(api: Api, project?: string): Promise<TestStack> {
    const stack = await TestStack.create(api, project);
    Object.assign(stack.environment, {
      NODE_OPTIONS: `--require ${JSON.stringify(join(root, "test/light.cjs"))}`,
      // Each process of Node would parse these certificates as it starts. The API of a test has no TLS.
      NODE_EXTRA_CA_CERTS: "",
      GOGC: "400",
      VAULT_ADDR: await findVault(),
    });
    await stack.write(settingsFile, JSON.stringify(vaultSettings));
    return stack;
  }

  writeProgram(source: string): Promise<void> {
    return this.write("index.js", prelude + source);
  }

  /** Sets what `pulumi config set-all` sets. */
  async configure(plain: Readonly<Record<string, string>>, secret: typeof plain = {}): Promise<void> {
    const settings = await this.readSettings();
    if (settings && Object.keys(secret).length === 0) {
      const config = { ...settings.config, ...plain };
      return this.write(settingsFile, JSON.stringify({ ...settings, config }));
    }
    const flags = (flag: string, values: typeof plain) =>
      Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${value}`]);
    await this.succeed("config", "set-all", ...flags("--plaintext", plain), ...flags("--secret", secret));
  }

  /** Reads the settings of a light stack, which are JSON until the CLI writes them. */
  private async readSettings(): Promise<{ config?: object } | undefined> {
    return this.read(settingsFile)
      .then(JSON.parse)
      .catch(() => undefined);
  }

  run(...args: string[]): Promise<Result> {
    return attempt(this.folder, "pulumi", ["--non-interactive", "--color", "never", ...args], this.environment);
  }

  async succeed(...args: string[]): Promise<string> {
    const { code, text } = await this.run(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  async fail(...args: string[]): Promise<string> {
    const { code, text } = await this.run(...args);
    if (code === 0) throw new Error(`pulumi ${args.join(" ")} must fail:\n${text}`);
    return text;
  }

  up(...args: string[]): Promise<string> {
    return this.succeed(...upCommand, ...args);
  }

  failUp(...args: string[]): Promise<string> {
    return this.fail(...upCommand, ...args);
  }

  async upProgram(source: string, ...args: string[]): Promise<string> {
    await this.writeProgram(source);
    return this.up(...args);
  }

  async failProgram(source: string, ...args: string[]): Promise<string> {
    await this.writeProgram(source);
    return this.failUp(...args);
  }

  preview(...args: string[]): Promise<string> {
    return this.succeed("preview", "--diff", "--suppress-progress", ...args);
  }

  async previewProgram(source: string, ...args: string[]): Promise<string> {
    await this.writeProgram(source);
    return this.preview(...args);
  }

  refresh(...args: string[]): Promise<string> {
    return this.succeed("refresh", "--yes", "--skip-preview", ...args);
  }

  destroy(...args: string[]): Promise<string> {
    return this.succeed("destroy", "--yes", "--skip-preview", ...args);
  }

  async previewSteps(...args: string[]): Promise<PreviewedSteps> {
    const { steps, ...rest } = JSON.parse(await this.succeed("preview", "--json", ...args)) as PreviewedSteps;
    return { ...rest, steps: steps.map(addName) };
  }

  /** Reads the state from the backend, with encrypted secrets, and what a killed engine was creating. */
  async readState(): Promise<{ resources: ResourceState[]; pending: string[] }> {
    const { resources = [], pending_operations = [] } = JSON.parse(await this.read(findStateFile(this.project)))
      .checkpoint.latest;
    const creating = pending_operations.map(({ resource }: { resource: Named }) => addName(resource).name);
    return { resources: resources.map(addName), pending: creating };
  }

  /** Finds the state of the resource that has this name in the program. */
  async findResource(name: string): Promise<ResourceState> {
    const { resources } = await this.readState();
    const found = resources.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  }

  async readIds(): Promise<Readonly<Record<string, string | undefined>>> {
    return Object.fromEntries((await this.readState()).resources.map(({ name, id }) => [name, id]));
  }

  /** Reads the text of every file of the backend: state, backups, history. */
  async readBackend(): Promise<string> {
    const entries = await readdir(join(this.folder, "state"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8"));
    return (await Promise.all(texts)).join("\n");
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, file)), { recursive: true });
    await writeFile(join(this.folder, file), text);
  }

  /** Removes the stack from the backend, for an example's own `pulumi stack init`. */
  removeState(): Promise<void> {
    return rm(join(this.folder, findStateFile(this.project)));
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

interface Named {
  readonly urn: string;
  /** The name in the program. */
  readonly name: string;
}

function addName<T extends Named>(resource: T): T {
  return { ...resource, name: resource.urn.split("::").at(-1) };
}

interface ResourceState extends Named {
  readonly type: string;
  readonly id?: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
}

interface PreviewedSteps {
  readonly steps: readonly (Named & {
    readonly op: string;
    readonly diffReasons?: readonly string[];
    readonly detailedDiff: Readonly<Record<string, object>> | null;
    readonly newState: { readonly inputs: Readonly<Record<string, unknown>> };
  })[];
  readonly diagnostics?: readonly { readonly severity: string; readonly message: string }[];
  readonly changeSummary: Readonly<Record<string, number>>;
}
