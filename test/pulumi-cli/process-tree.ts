import { type ChildProcess, spawnSync } from "node:child_process";

/**
 * Ends a process that was started `detached`, so in a group of its own, with that group and all processes below it: Pulumi
 * has its plugins in groups of their own.
 */
export function endTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  for (const one of [-pid, ...below(pid)]) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** A machine without `ps`, as some containers are, has to do with the group. */
function below(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const rows = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const children = (of: number): number[] =>
    rows.flatMap(([child = 0, parent]) => (parent === of ? [child, ...children(child)] : []));
  return children(pid);
}
