/** The peak memory of processes, seen in /proc while they run; nothing where there is no /proc. */

import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const everyMs = 200;

/** Watches the program and the provider that run in a folder, until the returned function tells the MiB of each. */
export function watchMemory(folder: string): () => number[] {
  const peaks = new Map<string, number>();
  const timer = setInterval(() => {
    for (const pid of existsSync("/proc") ? readdirSync("/proc") : []) {
      try {
        if (readlinkSync(`/proc/${pid}/cwd`) !== folder) continue;
        // The engine also runs `node -e …` for a moment, to find files.
        if (!/^([^\0]*\/)?node\0[^-]/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) continue;
        const [, peakKiB] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        if (peakKiB !== undefined) peaks.set(pid, Number(peakKiB) / 1024);
      } catch {
        // It is no process, or has ended by now.
      }
    }
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return [...peaks.values()];
  };
}
