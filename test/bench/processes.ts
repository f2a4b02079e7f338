/** What the processes of a stack use, seen in /proc while they run; nothing where there is no /proc. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { type ProcessUse, type Role, roles } from "./measured";

const everyMs = 200;
/** In which /proc counts processor time, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Watches the processes that run in a folder, until the returned function is called. */
export function watchProcesses(folder: string): () => Record<Role, ProcessUse> {
  const seen = new Map<string, { role: Role; use: ProcessUse }>();
  const timer = setInterval(() => {
    for (const [pid, role] of processesIn(folder)) {
      const use = useOf(pid);
      if (use !== undefined) seen.set(pid, { role, use });
    }
  }, everyMs);
  return () => {
    clearInterval(timer);
    const uses = (role: Role) => [...seen.values()].filter((one) => one.role === role).map(({ use }) => use);
    return Object.fromEntries(roles.map((role) => [role, together(uses(role))])) as Record<Role, ProcessUse>;
  };
}

function together(uses: readonly ProcessUse[]): ProcessUse {
  return {
    peakMiB: Math.max(0, ...uses.map(({ peakMiB }) => peakMiB)),
    cpuSeconds: uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

function processesIn(folder: string): [pid: string, role: Role][] {
  return unlessGone(() => readdirSync("/proc"), [])
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => unlessGone(() => readlinkSync(`/proc/${pid}/cwd`), "") === folder)
    .flatMap((pid) => {
      const role = roleOf(unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"), "").split("\0"));
      return role === undefined ? [] : [[pid, role] as [string, Role]];
    });
}

function roleOf([program = "", ...args]: string[]): Role | undefined {
  if (/(^|\/)pulumi$/.test(program)) return "engine";
  if (args.some((arg) => /@pulumi\/pulumi\/cmd\/run(\/|$)/.test(arg))) return "program";
  if (args.some((arg) => /@pulumi\/pulumi\/cmd\/dynamic-provider(\/|$)/.test(arg))) return "host";
  return undefined;
}

function useOf(pid: string): ProcessUse | undefined {
  const status = unlessGone(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  const stat = unlessGone(() => readFileSync(`/proc/${pid}/stat`, "utf8"), "");
  const [, peakKiB] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  // After the name, which may hold anything: state is the 3rd field, user and system time the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  if (peakKiB === undefined || Number.isNaN(ticks)) return undefined;
  return { peakMiB: Number(peakKiB) / 1024, cpuSeconds: ticks / ticksPerSecond };
}

function unlessGone<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
