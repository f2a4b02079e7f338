/** The processes below one that a test has started. */

import { execFileSync } from "node:child_process";

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function all(): Process[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid = "", parent = "", ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
}

export function descendants(pid: number, processes = all()): Process[] {
  return processes
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendants(child.pid, processes)]);
}

/** Pulumi's process for dynamic resources among the descendants of the engine; undefined before its start. */
export function hostProcess(engine: number): Process | undefined {
  return descendants(engine).find(({ command }) => /^\S*node \S*cmd\/dynamic-provider/.test(command));
}

/** Ends what is left of these. A process whose number has gone to another one is not of them. */
export function endAll(processes: readonly Process[]): void {
  const now = all();
  for (const { pid, command } of processes) {
    if (now.some((running) => running.pid === pid && running.command === command)) {
      process.kill(pid, "SIGKILL");
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
