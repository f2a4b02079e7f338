/** Progress messages of long waits, with their limit. */

/** Prints the progress of work every 15 s. After its limit, it fails, and aborts the work by `signal`. */
export async function withProgress<T>(
  what: string,
  limitSeconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let seconds = 0;
  const telling = setInterval(() => {
    seconds += 15;
    console.error(`  … ${seconds} s ${what}, ${formatLimit(limitSeconds)}`);
  }, 15_000);
  const signal = AbortSignal.timeout(limitSeconds * 1000);
  const late = new Promise<never>((_, fail) => {
    signal.onabort = () => fail(new Error(`not finished after ${formatDuration(limitSeconds)}`));
  });
  try {
    return await Promise.race([late, work(signal)]);
  } finally {
    clearInterval(telling);
  }
}

export const formatDuration = (seconds: number): string => `${seconds / 60} min`;
export const formatLimit = (seconds: number): string => `at most ${formatDuration(seconds)}`;
