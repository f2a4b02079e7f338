/** How a wait is told of: what for, how long so far, and how long at most. */

export type Log = (line: string) => void;

const everyMilliseconds = 15_000;

/** Tells of work that goes on, every 15 s. The work itself keeps to the limit, which counts from `start`. */
export async function withProgress<T>(
  log: Log,
  what: string,
  limitSeconds: number,
  work: () => Promise<T>,
  start = Date.now(),
): Promise<T> {
  const telling = setInterval(
    () => log(`  … ${since(start)} ${what}, ${atMost(limitSeconds)}`),
    everyMilliseconds,
  );
  try {
    return await work();
  } finally {
    clearInterval(telling);
  }
}

export function atMost(seconds: number): string {
  return `at most ${duration(seconds)}`;
}

export function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
}

export function since(start: number): string {
  const seconds = Math.round((Date.now() - start) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
