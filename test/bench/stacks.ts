/** Takes a stack from nothing to nothing on the real engine, and measures each operation on the way. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TestStack } from "../engine/stack";
import type { Started, Traffic } from "./api";
import { type Operation, operations, type Sample, type Variant } from "./measured";
import { watchProcesses } from "./processes";
import { type StackRecords, shape } from "./state";

const programs = join(__dirname, "programs");

export interface StackRun {
  readonly samples: Omit<Sample, "round">[];
  /** As `up` left it. */
  readonly state: StackRecords;
}

/** `like` is the state of our own stack, which the floor's resources are made like in size. */
export async function runStack(
  variant: Variant,
  size: number,
  wanted: readonly Operation[],
  like?: StackRecords,
): Promise<StackRun> {
  const api = fork(join(__dirname, "api.ts"), [String(Math.ceil(size / 3)), String(variant.latencyMs)]);
  const [started] = (await once(api, "message")) as [Started];
  const stack = await TestStack.create(started);
  try {
    await cp(programs, stack.folder, { recursive: true });
    await writeFile(join(stack.folder, "index.js"), `require("./${variant.way}");\n`);
    if (like !== undefined) await writeFile(join(stack.folder, "like.json"), JSON.stringify(shape(like)));
    stack.environment.BENCH_RESOURCES = String(size);
    if (variant.checkpoints === "last") stack.environment.PULUMI_SKIP_CHECKPOINTS = "true";

    const samples: Omit<Sample, "round">[] = [];
    let state: StackRecords | undefined;
    for (const operation of needed(wanted)) {
      const measured = await measure(stack, operation, size);
      if (wanted.includes(operation)) {
        samples.push({ ...variant, size, operation, ...measured, traffic: await traffic(api) });
      }
      if (operation === "up") state = await readState(stack);
    }
    if (state === undefined) throw new Error("a stack needs its up");
    return { samples, state };
  } finally {
    api.disconnect();
    await stack.remove();
  }
}

/** `up` in any case: the later operations need it, and its state is asked for. */
function needed(wanted: readonly Operation[]): readonly Operation[] {
  return operations.filter((operation) => operation === "up" || wanted.includes(operation));
}

const commands: Readonly<Record<Operation, readonly string[]>> = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  unchanged: ["preview"],
  change: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

async function measure(
  stack: TestStack,
  operation: Operation,
  size: number,
): Promise<Pick<Sample, "seconds" | "processes">> {
  stack.environment.BENCH_CHANGED = String(operation === "change");
  const watched = watchProcesses(stack.folder);
  const start = performance.now();
  const text = await stack.succeed(...commands[operation]);
  const seconds = (performance.now() - start) / 1000;
  const processes = watched();
  // A figure counts for nothing where the engine did something else.
  const done = expected(operation, size);
  if (!text.includes(done)) throw new Error(`${operation} of ${size}: no "${done}" in\n${text}`);
  return { seconds, processes };
}

/** The stack itself is one more resource. */
function expected(operation: Operation, size: number): string {
  switch (operation) {
    case "preview":
      return `+ ${size + 1} to create`;
    case "up":
      return `+ ${size + 1} created`;
    case "unchanged":
      return `${size + 1} unchanged`;
    case "change":
      return "~ 1 updated";
    case "destroy":
      return `- ${size + 1} deleted`;
  }
}

async function traffic(api: ChildProcess): Promise<Traffic> {
  const answer = once(api, "message") as Promise<[Traffic]>;
  api.send("counts");
  return (await answer)[0];
}

async function readState(stack: TestStack): Promise<StackRecords> {
  const file = join(stack.folder, "state", ".pulumi", "stacks", "shop", "dev.json");
  const { checkpoint } = JSON.parse(await readFile(file, "utf8"));
  return { bytes: (await stat(file)).size, resources: checkpoint.latest.resources };
}
