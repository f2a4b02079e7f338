/** Takes a stack from nothing to nothing on the real engine, and measures each operation on the way. */

import { cp } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "../../provider/sandbox";
import { application } from "../documented/application";
import { cache } from "../documented/cache";
import { environment } from "../documented/environment";
import { type DocumentedResource, listOutputNames } from "../documented/facts";
import { TestStack } from "../engine/stack";
import { watchMemory } from "./memory";

/** Ways of having the same stack, by the module of their classes as the program requires it. A way more is a row more. */
export const ways = {
  ours: { title: "this package", classes: "pulumi-apphosting" },
  usual: { title: "the usual way", classes: "./usual" },
  floor: { title: "the engine alone", classes: "./floor" },
} as const;
export type Way = keyof typeof ways;
export const wayNames = Object.keys(ways) as Way[];

/** Resources of a stack. */
export const sizes = [10, 100];

const preview = ["preview"];
const up = ["up", "--yes", "--skip-preview"];
const destroy = ["destroy", "--yes", "--skip-preview"];

/** In the order in which a stack goes through them; `shows` is what the engine says of as many resources. */
export const operations = {
  preview: { title: "`preview`, nothing there yet", command: preview, shows: (all) => `+ ${all} to create` },
  up: { title: "`up`, creates all", command: up, shows: (all) => `+ ${all} created` },
  unchanged: { title: "`preview`, nothing changed", command: preview, shows: (all) => `${all} unchanged` },
  change: { title: "`up`, one cache setting changed", command: up, shows: () => "~ 1 updated" },
  destroy: { title: "`destroy`", command: destroy, shows: (all) => `- ${all} deleted` },
} satisfies Record<string, { title: string; command: readonly string[]; shows(all: number): string }>;
export type Operation = keyof typeof operations;
export const operationNames = Object.keys(operations) as Operation[];

export const lateMs = 50;

/** What a stack is measured under: an API that answers late, the state written once at the end, operations that the user names. */
const settings: Readonly<Record<"warmUp" | "plain" | "late" | "once" | "named", Measures>> = {
  warmUp: { measures: ["up"] },
  plain: { measures: operationNames },
  late: { measures: ["up"], latencyMs: lateMs },
  once: { measures: ["up", "destroy"], environment: { PULUMI_SKIP_CHECKPOINTS: "true" } },
  named: {
    measures: ["preview", "up", "unchanged"],
    operations: {
      Application: "GET, PATCH, DELETE /applications/{id}",
      Environment: "GET, PATCH, DELETE /environments/{id}",
      Cache: "GET /caches/{id}",
    },
  },
};
interface Measures {
  readonly measures: readonly Operation[];
  readonly latencyMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The value of `apphosting:operations`. */
  readonly operations?: Readonly<Record<string, string>>;
}

export interface Variant {
  readonly way: Way;
  readonly setting: keyof typeof settings;
  readonly size: number;
}

/** One operation, from the start of the command line to its end. */
export interface Measured {
  readonly operation: Operation;
  readonly seconds: number;
  /** Of the program and of the provider's process, where it has one. */
  readonly peakMiB: readonly number[];
}

/** What the programs know of a resource: every argument that is sent, with a documented value, and all outputs. */
function describeShape(resource: DocumentedResource) {
  const sent = Object.entries(resource.arguments).filter(([, { wire }]) => wire !== undefined);
  return {
    inputs: Object.fromEntries(sent.map(([name, { valid }]) => [name, valid])),
    wires: Object.fromEntries(sent.map(([name, { wire }]) => [name, wire])),
    outputs: listOutputNames(resource),
  };
}

const shapes = {
  Application: describeShape(application),
  Environment: describeShape(environment),
  Cache: describeShape(cache),
  /** Another value of one setting. */
  changed: { autoUpgradeEnabled: cache.arguments.autoUpgradeEnabled?.other },
};

/** Takes a stack through the operations of its setting, and reads the bytes of the state as `up` leaves it. */
export async function runStack({ way, setting, size }: Variant): Promise<{ measured: Measured[]; bytes: number }> {
  const { measures, latencyMs = 0, environment, operations: named } = settings[setting];
  const caches = Array.from({ length: size }, (_, index) => `cache-${index + 1}`);
  const api = await startSandbox({ latencyMs, caches, operations: true });
  const stack = await TestStack.create(api);
  try {
    await cp(join(__dirname, "programs"), stack.folder, { recursive: true });
    if (named !== undefined) await stack.configure({ "apphosting:operations": JSON.stringify(named) });
    const { classes } = ways[way];
    Object.assign(stack.environment, environment, { BENCH: JSON.stringify({ classes, count: size, shapes }) });
    const measured: Measured[] = [];
    let bytes = 0;
    for (const operation of measures) {
      measured.push(await measure(stack, operation, size));
      if (operation === "up") bytes = (await stack.read("state/.pulumi/stacks/shop/dev.json")).length;
    }
    return { measured, bytes };
  } finally {
    await api.close();
    await stack.remove();
  }
}

async function measure(stack: TestStack, operation: Operation, size: number): Promise<Measured> {
  const { command, shows } = operations[operation];
  stack.environment.BENCH_CHANGED = String(operation === "change");
  const peaks = watchMemory(stack.folder);
  const start = performance.now();
  const text = await stack.succeed(...command);
  const seconds = (performance.now() - start) / 1000;
  const peakMiB = peaks();
  // A figure counts for nothing where the engine did something else. The stack itself is one more resource.
  const expected = shows(size + 1);
  if (!text.includes(expected)) throw new Error(`${operation} of ${size}: no "${expected}" in\n${text}`);
  return { operation, seconds, peakMiB };
}
