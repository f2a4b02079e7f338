// Loaded before the host process: its time stands still but for its own waits, each of which takes a 200th. So the lines about waits are
// the same on every machine. The deadline of an attempt is AbortSignal.timeout, which keeps real time, as do intervals.
const speed = 200;
const timers = require("node:timers/promises");
const { setTimeout: later } = globalThis;
const { setTimeout: sleep } = timers;

let now = Date.now();
Date.now = () => now;

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
