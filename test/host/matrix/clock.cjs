// Replaces the clock of this package in the host process; the SDK and axios keep theirs. Only the package's waits pass
// time, each in a 2000th of it. On SIGUSR2, ten minutes pass at once, which ends every attempt: on any machine alike.
const { Module } = require("node:module");
const { join } = require("node:path");
const timers = require("node:timers/promises");

const speed = 2000;
let now = Date.now();
const attempts = new Set();
process.on("SIGUSR2", () => {
  now += 600_000;
  for (const attempt of attempts) attempt.abort();
  attempts.clear();
});

const clock = {
  Date: class extends Date {
    static now = () => now;
  },
  AbortSignal: class extends AbortSignal {
    static timeout() {
      const attempt = new AbortController();
      attempts.add(attempt);
      return attempt.signal;
    }
  },
  timers: {
    async setTimeout(ms, ...rest) {
      const end = now + ms;
      await timers.setTimeout(ms / speed, ...rest);
      now = Math.max(now, end);
    },
  },
};

const key = "clock of the fault matrix";
process[key] = clock;
const folder = join(__dirname, "../../../dist/");
const compile = Module.prototype._compile;
Module.prototype._compile = function (code, file, ...rest) {
  const names = `"use strict"; const { AbortSignal, Date } = process["${key}"]; `;
  const own = names + code.replace('require("node:timers/promises")', `process["${key}"].timers`);
  return compile.call(this, file.startsWith(folder) ? own : code, file, ...rest);
};
