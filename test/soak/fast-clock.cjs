// Loaded before the host process: waits between attempts pass 200 times as fast. The deadline of an attempt is
// AbortSignal.timeout, which keeps real time, as do the intervals at which lines tell of a wait.
const speed = 200;
const timers = require("node:timers/promises");
const { now } = Date;
const { setTimeout: later } = globalThis;
const { setTimeout: sleep } = timers;

const start = now();
Date.now = () => start + (now() - start) * speed;
globalThis.setTimeout = (act, ms, ...rest) => later(act, ms / speed, ...rest);
timers.setTimeout = (ms, ...rest) => sleep(ms / speed, ...rest);
