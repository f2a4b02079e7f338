/** A stack as each way has it, on the real engine, and the commands that are measured. */

import { cp, readFile, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { application } from "../documented/application";
import { environment } from "../documented/environment";
import { type DocumentedResource, listOutputNames } from "../documented/facts";
import { TestStack } from "../engine/stack";
import { findVault, vaultSettings } from "../engine/vault";
import { measureProcessorTime } from "./processor-time";

export interface Way {
  readonly title: string;
  /** The module of the classes, as the program requires it. */
  readonly classes: string;
  /** The folder `node_modules` of the program. */
  readonly modules: string;
  /** Whether the results compare this package with it. */
  readonly isCompared?: true;
}

const modules = resolve(__dirname, "../../node_modules");
export const ours: Way = { title: "this package", classes: "pulumi-apphosting", modules };
export const usual: Way = { title: "the usual way", classes: "./usual", modules, isCompared: true };
export const floor: Way = { title: "the engine alone", classes: "./floor", modules };

/** Describes an earlier release, in a folder where `npm ci` has built it. */
export async function describeEarlier(folder: string): Promise<Way> {
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { ...ours, title: version, modules: resolve(folder, "node_modules"), isCompared: true };
}

/** What a stack has: applications alone, or an application and environments of it. */
export const kinds = ["applications", "environments"] as const;
export type Kind = (typeof kinds)[number];

const yes = ["--yes", "--skip-preview"];

/** The commands, in order. `shows` is what the engine prints if all resources are as expected. */
export const commands = {
  preview: { title: "`preview`, nothing there yet", args: ["preview"], shows: (all) => `+ ${all} to create` },
  up: { title: "`up`, creates all", args: ["up", ...yes], shows: (all) => `+ ${all} created` },
  again: { title: "`up`, nothing changed", args: ["up", ...yes], shows: (all) => `${all} unchanged` },
  refresh: { title: "`refresh`, nothing changed", args: ["refresh", ...yes], shows: (all) => `${all} unchanged` },
  destroy: { title: "`destroy`", args: ["destroy", ...yes], shows: (all) => `- ${all} deleted` },
} satisfies Record<string, { title: string; args: readonly string[]; shows: (all: number) => string }>;
export type Command = keyof typeof commands;
export const commandNames = Object.keys(commands) as Command[];

/** What the programs know of a class: sent arguments, each with a documented value, and names of outputs. */
function describeShape(resource: DocumentedResource) {
  const sent = Object.entries(resource.arguments).filter(([, { wire }]) => wire !== undefined);
  return {
    inputs: Object.fromEntries(sent.map(([name, { valid }]) => [name, valid])),
    wires: Object.fromEntries(sent.map(([name, { wire }]) => [name, wire])),
    outputs: listOutputNames(resource),
  };
}

const shapes = { Application: describeShape(application), Environment: describeShape(environment) };

/** A stack, and the API that is its own. */
export class BenchStack {
  private constructor(
    readonly way: Way,
    private readonly size: number,
    private readonly stack: TestStack,
    private readonly api: Sandbox,
  ) {}

  /** Creates a stack without resources. */
  static async create(way: Way, kind: Kind, size: number): Promise<BenchStack> {
    const api = await startSandbox({ operations: true });
    const stack = await TestStack.create(api);
    await cp(join(__dirname, "programs"), stack.folder, { recursive: true });
    await rm(join(stack.folder, "node_modules"));
    await symlink(way.modules, join(stack.folder, "node_modules"));
    // A key of a passphrase would cost each command a sixth of its time, in each way.
    stack.environment.VAULT_ADDR = await findVault();
    const settings = { ...vaultSettings, config: { "apphosting:operations": "read" } };
    await stack.write("Pulumi.dev.yaml", JSON.stringify(settings));
    stack.environment.BENCH = JSON.stringify({ classes: way.classes, kind, size, shapes });
    // The programs are JavaScript, for which Pulumi would load ts-node all the same.
    stack.environment.NODE_OPTIONS = `--require ${JSON.stringify(join(stack.folder, "skip-compiler.js"))}`;
    return new BenchStack(way, size, stack, api);
  }

  /** Measures the processor time of a command, in seconds. */
  async measure(command: Command): Promise<number> {
    const { args, shows } = commands[command];
    const pulumi = ["pulumi", "--non-interactive", "--color", "never", ...args];
    const { seconds, text } = await measureProcessorTime(this.stack.folder, pulumi, this.stack.environment);
    // A figure counts for nothing where the engine did something else. The stack itself is one more resource.
    const expected = shows(this.size + 1);
    if (!text.includes(expected)) throw new Error(`${command} of ${this.size}: no "${expected}" in\n${text}`);
    return seconds;
  }

  async remove(): Promise<void> {
    await this.api.close();
    await this.stack.remove();
  }
}
