/** What a command uses, with all processes that it starts. Unlike its duration, this hardly depends on other load. */

import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../tools/command";

/** Processor time in seconds, and the peak resident sets of the program and the host of dynamic providers in MiB. */
export interface Usage {
  readonly time: number;
  readonly program: number;
  readonly host: number;
}

/** Both versions of cgroups: their mount, the group of this process, and the file with the time of a group. */
const hierarchies = [
  { mount: "/sys/fs/cgroup/cpuacct", group: /^\d+:(?:cpu,)?cpuacct:(.*)$/m, usage: "cpuacct.usage", perSecond: 1e9 },
  { mount: "/sys/fs/cgroup", group: /^0::(.*)$/m, usage: "cpu.stat", perSecond: 1e6 },
];

/** Runs a command that must succeed, in a cgroup of its own, and returns what it uses and prints. */
export async function measureUsage(
  folder: string,
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Usage & { text: string }> {
  const { group, usage, perSecond } = createGroup();
  const members = join(group, "cgroup.procs");
  const script = ["-c", 'echo $$ >"$0" && exec "$@"', members, ...command];
  const peaks = { run: 0, "dynamic-provider": 0 };
  // The engine kills the host, so no exit handler could report the peak.
  const timer = setInterval(() => updatePeaks(peaks, readFileSync(members, "utf8").match(/\d+/g) ?? []), 20);
  const { code, text } = await attempt(folder, "sh", script, environment);
  clearInterval(timer);
  // The engine doesn't wait for each process that it has started.
  while (readFileSync(members, "utf8") !== "") await sleep(10);
  const [units] = /\d+/.exec(readFileSync(join(group, usage), "utf8")) ?? [];
  rmdirSync(group);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${text}`);
  return { time: Number(units) / perSecond, program: peaks.run, host: peaks["dynamic-provider"], text };
}

function updatePeaks(peaks: Record<string, number>, ids: readonly string[]): void {
  for (const id of ids) {
    try {
      const commandLine = readFileSync(`/proc/${id}/cmdline`, "utf8");
      const [, name] = /@pulumi\/pulumi\/cmd\/([^/]+)\/index\.js/.exec(commandLine) ?? [];
      const [, kibibytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8")) ?? [];
      if (name && kibibytes) peaks[name] = Math.max(peaks[name] ?? 0, Number(kibibytes) / 1024);
    } catch {
      // The process has just ended.
    }
  }
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
