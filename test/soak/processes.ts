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
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
}

export function descendants(pid: number, processes = all()): Process[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendants(child.pid, processes)]);
}

/** What is left of these. A process whose number has gone to another one is not of them. */
export function running(processes: readonly Process[]): Process[] {
  const now = new Map(all().map(({ pid, command }) => [pid, command]));
  return processes.filter(({ pid, command }) => now.get(pid) === command);
}
