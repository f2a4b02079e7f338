// Replaces the clocks of this package in the host process. Those of the SDK and axios stay. Time passes only in the waits
// of the package, 2000 times as fast. On SIGUSR2, ten minutes pass at once, so that every attempt under way times out.
// So the same happens on every machine, however busy it is.
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
  performance: { now: () => now },
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

// Each file of the package has the names of the clock in its own scope.
const key = "clock of the fault matrix";
process[key] = clock;
const folder = join(__dirname, "../../../dist/");
const compile = Module.prototype._compile;
Module.prototype._compile = function (code, file, ...rest) {
  const names = `"use strict"; const { AbortSignal, Date, performance } = process["${key}"]; `;
  const own = names + code.replace('require("node:timers/promises")', `process["${key}"].timers`);
  return compile.call(this, file.startsWith(folder) ? own : code, file, ...rest);
};
