/** The lines about waits: which, when, in which words. */

import { mock } from "node:test";
import { expect } from "chai";
import type { Failed, Failure } from "../../provider/api/errors.js";
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

  describe("between two attempts", () => {
    const failure: Failed = {
      failure: { kind: "status", status: 503, message: "secret", fields: {} },
      effect: "unknown",
    };

    it("says from a second on what happened, which attempt is next, and its timeout", () => {
      progress.repeat(update, 0, 1000, failure);
      progress.repeat({ ...update, path: "/caches/a%0Ab?include=x" }, 0, 2000, failure);
      progress.repeat({ ...create, path: "/applications/app-1/environments" }, 2, 1500, failure);
      expect(lines).to.deep.equal([
        "waiting 2.0 s: update cache a%0Ab failed with status 503; attempt 2 of 5, timeout 60 s",
        "waiting 1.5 s: create application failed with status 503; attempt 4 of 5, timeout 60 s",
      ]);
    });

    it("comes once for an API that cannot be reached, whatever is sent", () => {
      const address = "api.example.com";
      const unreachable: readonly [Failure, says: string][] = [
        [{ kind: "connection", detail: "ENOTFOUND", address }, "cannot be reached (ENOTFOUND)"],
        [{ kind: "timeout", seconds: 60, address, connected: false }, "cannot be reached within 60 s"],
      ];
      for (const [failure, says] of unreachable) {
        start();
        lines = [];
        for (const wait of [500, 2000, 4000]) {
          for (const request of [create, update]) progress.repeat(request, 1, wait, { failure, effect: "none" });
        }
        expect(lines).to.deep.equal([
          `waiting 2.0 s: ${address} ${says}; each request is attempted 5 times, timeout 60 s`,
        ]);
      }
    });

    it("comes for each connection that was lost after it was made", () => {
      const lost: Failed = { failure: { kind: "connection", detail: "ECONNRESET", address: "a" }, effect: "unknown" };
      for (const wait of [2000, 4000]) progress.repeat(update, 1, wait, lost);
      expect(lines).to.have.length(2);
    });
  });
});
