/**
 * The processor time of a command and all processes that it starts. Unlike its duration, it hardly depends on what else the
 * machine does.
 */

import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../tools/command";

/** Both versions of cgroups: their mount, the group of this process, and the file with the time of a group. */
const hierarchies = [
  { mount: "/sys/fs/cgroup/cpuacct", group: /^\d+:(?:cpu,)?cpuacct:(.*)$/m, usage: "cpuacct.usage", perSecond: 1e9 },
  { mount: "/sys/fs/cgroup", group: /^0::(.*)$/m, usage: "cpu.stat", perSecond: 1e6 },
];

/**
 * Runs a command that must succeed, in a cgroup of its own.
 *
 * @returns its processor time, in seconds, and what it prints
 */
export async function measureProcessorTime(
  folder: string,
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ seconds: number; text: string }> {
  const { group, usage, perSecond } = createGroup();
  const processes = join(group, "cgroup.procs");
  const script = ["-c", 'echo $$ >"$0" && exec "$@"', processes, ...command];
  const { code, text } = await attempt(folder, "sh", script, environment);
  // The engine does not wait for the end of each process that it has started.
  while (readFileSync(processes, "utf8") !== "") await sleep(10);
  const [time] = /\d+/.exec(readFileSync(join(group, usage), "utf8")) ?? [];
  rmdirSync(group);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${text}`);
  return { seconds: Number(time) / perSecond, text };
}

function createGroup(): { group: string; usage: string; perSecond: number } {
  const groups = existsSync("/proc/self/cgroup") ? readFileSync("/proc/self/cgroup", "utf8") : "";
  for (const { mount, group: pattern, usage, perSecond } of hierarchies) {
    const [, parent = "none"] = pattern.exec(groups) ?? [];
    if (!existsSync(join(mount, parent, usage))) continue;
    const group = join(mount, parent, `apphosting-bench-${process.pid}`);
    mkdirSync(group);
    return { group, usage, perSecond };
  }
  throw new Error("the benchmark needs Linux with cgroups, as a user who may create one");
}
