// Replaces the clock of the host process, before which it is loaded. Time stands still but for the waits of the process, each of which
// takes a 2000th of its time. On SIGUSR2, ten minutes pass at once, so that the time of every attempt under way is over. So the same
// happens on every machine, however busy it is.
const speed = 2000;
const timers = require("node:timers/promises");
const { setTimeout: callLater } = globalThis;
const { setTimeout: sleep } = timers;

let now = Date.now();
Date.now = () => now;

const attempts = new Set();
AbortSignal.timeout = () => {
  const attempt = new AbortController();
  attempts.add(attempt);
  return attempt.signal;
};
process.on("SIGUSR2", () => {
  now += 600_000;
  for (const attempt of attempts) attempt.abort();
  attempts.clear();
});

// A slow machine would cause lines about a slow response.
globalThis.setInterval = () => callLater(() => {}, 3_600_000).unref();

/** Returns how long a wait really takes, and a function that sets the time after it. */
function shortenWait(ms) {
  const end = now + ms;
  const endWait = () => {
    now = Math.max(now, end);
  };
  return [ms / speed, endWait];
}

globalThis.setTimeout = (act, ms = 0, ...rest) => {
  const [short, endWait] = shortenWait(ms);
  return callLater(() => {
    endWait();
    act(...rest);
  }, short);
};
timers.setTimeout = async (ms, ...rest) => {
  const [short, endWait] = shortenWait(ms);
  const value = await sleep(short, ...rest);
  endWait();
  return value;
};
