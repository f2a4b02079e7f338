/** The stack in each way, on the real engine, and the commands to measure. */

import { cp, readFile, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { listOutputNames } from "../documented/facts";
import { TestStack } from "../engine/stack";
import { findVault, vaultSettings } from "../engine/vault";
import { resources } from "../unit/documented-resources";
import { measureUsage, type Usage } from "./usage";

export interface Way {
  readonly title: string;
  /** The module of the classes, as the program requires it. */
  readonly classes: string;
  readonly modules: string;
}

const modules = resolve(__dirname, "../../node_modules");
export const ours: Way = { title: "this package", classes: "pulumi-apphosting", modules };
export const usual: Way = { title: "the usual way", classes: "./usual", modules };
export const floor: Way = { title: "the engine alone", classes: "./floor", modules };

/** Describes an earlier release, in a folder where `npm ci` has built it. */
export async function describeEarlier(folder: string): Promise<Way> {
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { ...ours, title: version, modules: resolve(folder, "node_modules") };
}

/** What a stack has: only applications, an application with its environments, or only caches. */
export const kinds = ["applications", "environments", "caches"] as const;
export type Kind = (typeof kinds)[number];

const yes = ["--yes", "--skip-preview"];

/** The commands, in order. `shows` is what the engine prints on success. The stack itself counts as one more resource. */
export const commands = {
  preview: { title: "`preview`, first", args: ["preview"], shows: (size) => `+ ${size + 1} to create` },
  up: { title: "`up`, creates all", args: ["up", ...yes], shows: (size) => `+ ${size + 1} created` },
  again: { title: "`up`, no changes", args: ["up", ...yes], shows: (size) => `${size + 1} unchanged` },
  change: { title: "`up`, changes each in place", args: ["up", ...yes], shows: (size) => `~ ${size} updated` },
  refresh: { title: "`refresh`, no changes", args: ["refresh", ...yes], shows: (size) => `${size + 1} unchanged` },
  destroy: { title: "`destroy`", args: ["destroy", ...yes], shows: (size) => `- ${size + 1} deleted` },
} satisfies Record<string, { title: string; args: readonly string[]; shows: (size: number) => string }>;
export type Command = keyof typeof commands;

/** Lists the commands in order. Only a cache can change in place. */
export function listCommands(kind: Kind): Command[] {
  return (Object.keys(commands) as Command[]).filter((command) => command !== "change" || kind === "caches");
}

/** Each class for the programs: the arguments that it sends, a documented value of each, and its outputs. */
const shapes = Object.fromEntries(
  resources.map(({ documented: resource }) => {
    const sent = Object.entries(resource.arguments).filter(([, { wire }]) => wire !== undefined);
    const inputs = Object.fromEntries(sent.map(([name, { valid }]) => [name, valid]));
    const wires = Object.fromEntries(sent.map(([name, { wire }]) => [name, wire]));
    return [resource.className, { inputs, wires, outputs: listOutputNames(resource) }];
  }),
);

/** A stack with an API of its own. */
export class BenchStack {
  private constructor(
    readonly way: Way,
    private readonly size: number,
    private readonly stack: TestStack,
    private readonly api: Sandbox,
  ) {}

  static async create(way: Way, kind: Kind, size: number): Promise<BenchStack> {
    const caches = Array.from({ length: size }, (_, index) => `caches-${index + 1}`);
    const api = await startSandbox({ operations: true, caches });
    const stack = await TestStack.create(api);
    await cp(join(__dirname, "programs"), stack.folder, { recursive: true });
    await rm(join(stack.folder, "node_modules"));
    await symlink(way.modules, join(stack.folder, "node_modules"));
    // With a passphrase, each command would spend a sixth of its time on deriving a key.
    stack.environment.VAULT_ADDR = await findVault();
    const settings = { ...vaultSettings, config: { "apphosting:operations": "read" } };
    await stack.write("Pulumi.dev.yaml", JSON.stringify(settings));
    stack.environment.BENCH = JSON.stringify({ classes: way.classes, kind, size, shapes });
    // Pulumi would load ts-node for JavaScript, too.
    stack.environment.NODE_OPTIONS = `--require ${JSON.stringify(join(stack.folder, "skip-compiler.js"))}`;
    return new BenchStack(way, size, stack, api);
  }

  /** Runs and measures a command. Throws an error if the engine did something else. */
  async measure(command: Command): Promise<Usage> {
    const { args, shows } = commands[command];
    const pulumi = ["pulumi", "--non-interactive", "--color", "never", ...args];
    const environment = { ...this.stack.environment, BENCH_COMMAND: command };
    const { text, ...usage } = await measureUsage(this.stack.folder, pulumi, environment);
    const expected = shows(this.size);
    if (!text.includes(expected)) throw new Error(`${command} of ${this.size}: no "${expected}" in\n${text}`);
    return usage;
  }

  async remove(): Promise<void> {
    await this.api.close();
    await this.stack.remove();
  }
}
