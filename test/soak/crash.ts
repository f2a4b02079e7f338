/** An `up` that a test breaks off, and what stands after it. */

import { spawn } from "node:child_process";
import { diagnostics } from "../engine/golden.js";
import type { Run, TestStack } from "../engine/stack.js";
import type { FaultySandbox, Stage } from "../faults/index.js";
import { descendants, endAll, hostProcess, type Process } from "./processes.js";

export interface Crash extends Run {
  /** Ends the processes that an engine leaves behind when it is killed. */
  cleanUp(): void;
}

/** When so many requests are that far. The API is of this process: it answers nothing more before what follows at once. */
export interface Moment {
  readonly requests: number;
  readonly stage: Stage;
}

export async function upBrokenOff(
  stack: TestStack,
  api: FaultySandbox,
  { requests, stage }: Moment,
  breakOff: (engine: number, host: number) => unknown,
): Promise<Crash> {
  const args = ["--non-interactive", "--color", "never", "up", "--yes", "--skip-preview", "--suppress-progress"];
  const engine = spawn("pulumi", args, {
    cwd: stack.folder,
    env: stack.environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [engine.stdout, engine.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const over = new AbortController();
  const ended = new Promise<number>((resolve) => engine.on("exit", (code) => resolve(code ?? 1)));
  ended.then(() => over.abort());
  await api.reached(requests, stage, over.signal).catch(() => {
    throw new Error(`up ended before ${requests} requests:\n${text}`);
  });
  const pid = engine.pid as number;
  const processes: Process[] = descendants(pid);
  const host = hostProcess(pid);
  if (host === undefined) {
    engine.kill("SIGKILL");
    endAll(processes);
    throw new Error(`no host process: ${JSON.stringify(processes)}`);
  }
  await breakOff(pid, host.pid);
  const code = await ended;
  return { code, text, cleanUp: () => endAll(processes) };
}

/** The names of the resources that failed, as the engine tells them at the end. */
export function failed(text: string): string[] {
  const names = diagnostics(text).matchAll(/^ {2}pulumi-nodejs:dynamic\/apphosting:\w+ \((.+)\):$/gm);
  return [...new Set([...names].map(([, name]) => name as string))];
}

/** What the engine tells of one resource, or of the stack; the order of the blocks is chance. */
export function told(text: string, name: string): string {
  const [, ...blocks] = diagnostics(text).split(/^(?= {2}\S)/m);
  return blocks.find((block) => block.split("\n", 1)[0]?.endsWith(` (${name}):`)) ?? "";
}

/** The names of the resources that the engine was creating when it was killed, by its state. */
export async function pending(stack: TestStack): Promise<string[]> {
  const { pending_operations = [] } = (await stack.state()).deployment;
  const operations = pending_operations as { type: string; resource: { urn: string } }[];
  return operations
    .filter(({ type }) => type === "creating")
    .map(({ resource }) => resource.urn.split("::").at(-1) as string);
}

/** The names of the resources that an `up` warns of. */
export function warnedOf(text: string): string[] {
  const lines = text.matchAll(/^ *\* urn:\S+::(\S+), interrupted while creating$/gm);
  return [...new Set([...lines].map(([, name]) => name as string))];
}
