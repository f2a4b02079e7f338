/**
 * The processor time of a command with all that it starts: the CLI, the program, the provider's process. Unlike the time until it
 * ends, it hardly depends on what else the machine does.
 */

import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../tools/command";

/**
 * Runs a command that has to succeed.
 *
 * @returns its processor time, in seconds, and what it prints
 */
export async function measureProcessorTime(
  folder: string,
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ seconds: number; text: string }> {
  const { script, file, readSeconds } = createGroupMeter() ?? createChildrenMeter(folder);
  const { code, text } = await attempt(folder, "sh", ["-c", script, file, ...command], environment);
  const seconds = await readSeconds();
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${text}`);
  return { seconds, text };
}

interface Meter {
  /** A script of the shell, whose name is `file` and whose arguments are the command. */
  readonly script: string;
  readonly file: string;
  /** Reads the seconds, once the script has ended. */
  readonly readSeconds: () => Promise<number>;
}

/** The two versions of cgroups: where they are mounted, the group of this process, and the file with the time of a group. */
const hierarchies = [
  { mount: "/sys/fs/cgroup/cpuacct", group: /^\d+:(?:cpu,)?cpuacct:(.*)$/m, usage: "cpuacct.usage", perSecond: 1e9 },
  { mount: "/sys/fs/cgroup", group: /^0::(.*)$/m, usage: "cpu.stat", perSecond: 1e6 },
];

/** Creates a cgroup for the command. Undefined where the system has none, or where the user must not create one. */
function createGroupMeter(): Meter | undefined {
  if (!existsSync("/proc/self/cgroup")) return undefined;
  const groups = readFileSync("/proc/self/cgroup", "utf8");
  for (const { mount, group, usage, perSecond } of hierarchies) {
    const [, parent] = group.exec(groups) ?? [];
    if (parent === undefined || !existsSync(join(mount, parent, usage))) continue;
    const folder = join(mount, parent, `apphosting-bench-${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      return undefined;
    }
    const file = join(folder, "cgroup.procs");
    const readSeconds = async () => {
      // The engine does not wait for the end of each process that it has started.
      while (readFileSync(file, "utf8") !== "") await sleep(10);
      const [first] = /\d+/.exec(readFileSync(join(folder, usage), "utf8")) ?? [];
      rmdirSync(folder);
      return Number(first) / perSecond;
    };
    return { script: 'echo $$ >"$0" && exec "$@"', file, readSeconds };
  }
  return undefined;
}

/** Asks the shell for the time of its children, and of theirs if somebody has waited for their end. */
function createChildrenMeter(folder: string): Meter {
  const file = join(folder, "times");
  const readSeconds = async () => {
    // The second line is about the children: user and system time, such as `0m1.250s 0m0.310s`.
    const [, children = ""] = readFileSync(file, "utf8").split("\n");
    const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
    return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  };
  return { script: '"$@"; code=$?; times >"$0"; exit $code', file, readSeconds };
}
