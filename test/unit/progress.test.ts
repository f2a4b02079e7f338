/** The lines about waits: which, when, in which words. */

import { mock } from "node:test";
import { expect } from "chai";
import type { Failure } from "../../provider/api/errors.js";
import { Progress } from "../../provider/api/progress.js";
import { create, update } from "./client-fixture.js";

describe("A line", () => {
  let lines: string[];
  let progress: Progress;

  function start(timeoutSeconds = 60, maxRetries = 4): void {
    progress = new Progress({ timeoutSeconds, maxRetries, log: (line) => lines.push(line) });
  }

  beforeEach(() => {
    mock.timers.enable({ apis: ["setInterval", "Date"] });
    lines = [];
    start();
  });
  afterEach(() => mock.timers.reset());

  describe("about a limit", () => {
    it("says how long, how many, and for how long at most, from a second on", () => {
      const limit = (wait: number, requests: number) => {
        start();
        progress.limited(wait, requests);
      };
      limit(1000, 20);
      limit(1001, 37);
      limit(3140, 1);
      expect(lines).to.deep.equal([
        "waiting 1.0 s: the API limits requests (429); 37 requests wait, each for 10 minutes at most",
        "waiting 3.1 s: the API limits requests (429); 1 request waits, for 10 minutes at most",
      ]);
    });

    it("comes every 15 s at most", () => {
      for (let second = 0; second <= 60; second += 1) {
        progress.limited(2000, 300 - second);
        mock.timers.tick(1000);
      }
      const numbers = lines.map((line) => Number(/(\d+) requests wait/.exec(line)?.[1]));
      expect(numbers).to.deep.equal([300, 285, 270, 255, 240]);
    });
  });

  describe("about a response that does not come", () => {
    /** The lines of so many seconds. */
    async function waited(seconds: number, request = update, attempt = 0): Promise<string[]> {
      let respond: (text: string) => void = () => {};
      const response = new Promise<string>((resolve) => {
        respond = resolve;
      });
      const shown = progress.response(request, attempt, response);
      for (let second = 0; second < seconds; second += 1) mock.timers.tick(1000);
      respond("the response");
      expect(await shown).to.equal("the response");
      mock.timers.tick(1_000_000);
      return lines;
    }

    it("comes after 10 s, then every 30 s, and no more after the response", async () => {
      start(3600);
      const line = (seconds: number) =>
        `waiting for the response to update cache cache-1, ${seconds} s so far, 3600 s at most; attempt 1 of 5`;
      expect(await waited(75)).to.deep.equal([10, 40, 70].map(line));
    });

    it("does not come where the time is over then, nor after a failure", async () => {
      start(10);
      expect(await waited(10)).to.deep.equal([]);
      start();
      const failed = progress.response(update, 0, Promise.reject(new Error("broken")));
      expect(await failed.catch((error: Error) => error.message)).to.equal("broken");
      mock.timers.tick(1_000_000);
      expect(lines).to.deep.equal([]);
    });

    it("keeps no process alive that has nothing else to wait for", () => {
      mock.timers.reset();
      const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
      const before = timers();
      void progress.response(update, 0, new Promise(() => {}));
      expect(timers()).to.equal(before);
    });

    for (const [what, maxRetries, request, attempt, says] of [
      ["no attempt where there is one alone", 0, update, 0, ""],
      ["no attempt of what creates, which is not repeated without a response", 4, create, 0, ""],
      ["the attempt of what creates where none before could connect", 4, create, 1, "; attempt 2 of 5"],
    ] as const) {
      it(`names ${what}`, async () => {
        start(60, maxRetries);
        const name = request === update ? "update cache cache-1" : "create application";
        const line = `waiting for the response to ${name}, 10 s so far, 60 s at most${says}`;
        expect(await waited(10, request, attempt)).to.deep.equal([line]);
      });
    }
  });

  describe("between two attempts", () => {
    const failure: Failure = { kind: "status", status: 503, message: "secret", fields: {} };

    it("says from a second on what happened, which attempt is next, and how long that takes at most", () => {
      progress.repeat(update, 0, 1000, failure);
      progress.repeat({ ...update, path: ["caches", "a\nb"] }, 0, 2000, failure);
      progress.repeat({ ...create, path: ["applications", "app-1", "environments"] }, 2, 1500, failure);
      expect(lines).to.deep.equal([
        "waiting 2.0 s: update cache a%0Ab failed with status 503; attempt 2 of 5, 60 s at most",
        "waiting 1.5 s: create application failed with status 503; attempt 4 of 5, 60 s at most",
      ]);
    });
  });
});
