/** An `up` that a test interrupts, and its results. */

import { execFileSync, spawnSync } from "node:child_process";
import { useStack } from "../engine/describe.js";
import { extractDiagnostics } from "../engine/golden.js";
import { upCommand } from "../engine/stack.js";
import { startShell } from "../examples/project.js";
import { type FaultySandbox, type Stage, startFaultySandbox } from "../faults/index.js";

/** When so many requests have reached this stage. The API runs in this process, so it can't respond meanwhile. */
export interface Moment {
  readonly requests: number;
  readonly stage: Stage;
}

/** What a test kills. */
export type Victim = "engine" | "host process" | "API";

/** Makes a new API and an empty stack for each test. Processes that a killed engine leaves behind end with the test. */
export function useCrashes(start: () => Promise<FaultySandbox> = startFaultySandbox) {
  let processes: Process[] = [];
  afterEach(() => killRunning(processes));

  /** Runs `up`, kills the victim at this moment, and returns what `up` prints. */
  async function crash(victim: Victim, moment: Moment) {
    const up = ["-c", `exec pulumi --non-interactive --color never ${upCommand.join(" ")}`];
    // The shell becomes the engine.
    const { pid, output, ended } = await startShell(use, up, moment);
    processes = listDescendants(pid);
    const host = processes.find(({ command }) => /^\S*node \S*cmd\/dynamic-provider/.test(command)) as Process;
    if (victim === "API") use.api.server.closeAllConnections();
    else process.kill(victim === "engine" ? pid : host.pid, "SIGKILL");
    await ended;
    return output.readText();
  }

  const use = useStack(start);
  return Object.assign(use, { crash });
}

/** The diagnostics of one resource, or of the stack. */
export function readTold(text: string, name: string): string {
  const [, ...blocks] = extractDiagnostics(text).split(/^(?= {2}\S)/m);
  return blocks.find((block) => block.split("\n", 1)[0]?.endsWith(` (${name}):`)) ?? "";
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function listProcesses(): Process[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
}

function listDescendants(pid: number, processes = listProcesses()): Process[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...listDescendants(child.pid, processes)]);
}

/** Kills those of these that still run. A number may have gone to another process. */
function killRunning(processes: readonly Process[]): void {
  const now = new Map(listProcesses().map(({ pid, command }) => [pid, command]));
  const running = processes.filter(({ pid, command }) => now.get(pid) === command);
  spawnSync("kill", ["-KILL", ...running.map(({ pid }) => String(pid))]);
}
