// Loaded before the host process: its time stands still but for its own waits, each of which takes a 2000th, and SIGUSR2, by which ten
// minutes pass at once: the time of every attempt under way is over. So what happens is the same on every machine, however busy.
const speed = 2000;
const timers = require("node:timers/promises");
const { setTimeout: later } = globalThis;
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

// Lines that tell of a slow answer would come of a slow machine.
globalThis.setInterval = () => later(() => {}, 3_600_000).unref();

/** A wait of so long, and what the time is after it. */
function wait(ms) {
  const end = now + ms;
  const over = () => {
    now = Math.max(now, end);
  };
  return [ms / speed, over];
}

globalThis.setTimeout = (act, ms = 0, ...rest) => {
  const [short, over] = wait(ms);
  return later(() => {
    over();
    act(...rest);
  }, short);
};
timers.setTimeout = async (ms, ...rest) => {
  const [short, over] = wait(ms);
  const value = await sleep(short, ...rest);
  over();
  return value;
};
