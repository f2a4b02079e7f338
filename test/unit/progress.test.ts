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
    mock.timers.enable({ apis: ["setInterval", "Date"], now: Date.parse("2026-03-09T12:00:00Z") });
    lines = [];
    start();
  });
  afterEach(() => mock.timers.reset());

  describe("about a limit", () => {
    it("says how long, how many, and for how long at most", () => {
      progress.limited(3140, 37);
      expect(lines).to.deep.equal([
        "waiting 3.1 s: the API limits requests (429); 37 requests wait, each for 10 minutes at most",
      ]);
    });

    it("speaks of one request as of one", () => {
      progress.limited(2000, 1);
      expect(lines).to.deep.equal([
        "waiting 2.0 s: the API limits requests (429); 1 request waits, for 10 minutes at most",
      ]);
    });

    it("comes from a second on", () => {
      progress.limited(1000, 20);
      expect(lines).to.deep.equal([]);
      progress.limited(1001, 20);
      expect(lines).to.have.lengthOf(1);
    });

    it("comes every 15 s at most", () => {
      for (let second = 0; second <= 60; second += 1) {
        progress.limited(2000, 300 - second);
        mock.timers.tick(1000);
      }
      expect(lines.map((line) => /\d+ requests/.exec(line)?.[0])).to.deep.equal([
        "300 requests",
        "285 requests",
        "270 requests",
        "255 requests",
        "240 requests",
      ]);
    });
  });

  describe("about an answer that does not come", () => {
    /** The lines of so many seconds. */
    async function waited(seconds: number, request = update, attempt = 0): Promise<string[]> {
      let end: (answer: string) => void = () => {};
      const answer = new Promise<string>((resolve) => {
        end = resolve;
      });
      const shown = progress.response(request, attempt, answer);
      for (let second = 0; second < seconds; second += 1) mock.timers.tick(1000);
      end("the answer");
      expect(await shown).to.equal("the answer");
      mock.timers.tick(1_000_000);
      return lines;
    }

    it("comes after 10 s, then every 30 s, and no more after the answer", async () => {
      start(3600);
      expect(await waited(75)).to.deep.equal(
        [10, 40, 70].map(
          (seconds) =>
            `waiting for the response to update cache cache-1, ${seconds} s so far, 3600 s at most; attempt 1 of 5`,
        ),
      );
    });

    it("does not come where the time is over then", async () => {
      start(10);
      expect(await waited(10)).to.deep.equal([]);
    });

    it("does not come any more after a failure", async () => {
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

    it("names no attempt where there is one alone", async () => {
      start(60, 0);
      expect(await waited(10)).to.deep.equal([
        "waiting for the response to update cache cache-1, 10 s so far, 60 s at most",
      ]);
    });

    it("names no attempt of what creates, which is not repeated without an answer", async () => {
      expect(await waited(10, create)).to.deep.equal([
        "waiting for the response to create application, 10 s so far, 60 s at most",
      ]);
    });

    it("names the attempt of what creates where none before could connect", async () => {
      expect(await waited(10, create, 1)).to.deep.equal([
        "waiting for the response to create application, 10 s so far, 60 s at most; attempt 2 of 5",
      ]);
    });
  });

  describe("between two attempts", () => {
    const address = "api.example.com";
    const network = { kind: "connection", address } as const;
    const timeout = { kind: "timeout", seconds: 60, address } as const;
    const failedToConnect = (detail: string) => `got no response: the connection to ${address} failed (${detail})`;
    const table: readonly [failure: Failure, words: string][] = [
      [{ kind: "status", status: 503, message: "secret", fields: {} }, "failed with status 503"],
      [{ ...timeout, connected: true }, `got no response from ${address} within 60 s`],
      [{ ...timeout, connected: false }, `was not sent: no connection to ${address} within 60 s`],
      [{ ...network, detail: "ECONNREFUSED" }, failedToConnect("ECONNREFUSED")],
      [{ ...network, detail: "the proxy answered 407" }, failedToConnect("the proxy answered 407")],
      [{ ...network, detail: "ECONNRESET" }, failedToConnect("ECONNRESET")],
    ];
    for (const [failure, words] of table) {
      it(`says what happened, which attempt is next, and how long that takes at most: ${words}`, () => {
        progress.repeat(update, 0, 2000, failure);
        expect(lines).to.deep.equal([`waiting 2.0 s: update cache cache-1 ${words}; attempt 2 of 5, 60 s at most`]);
      });
    }

    it("comes from a second on", () => {
      progress.repeat(update, 0, 1000, { ...network, detail: "ECONNREFUSED" });
      expect(lines).to.deep.equal([]);
    });

    it("does not name what is created", () => {
      const environment = {
        ...create,
        operation: "create environment",
        path: ["applications", "app-1", "environments"],
      } as const;
      progress.repeat(environment, 2, 1500, { ...network, detail: "ENOTFOUND" });
      expect(lines).to.deep.equal([
        `waiting 1.5 s: create environment ${failedToConnect("ENOTFOUND")}; attempt 4 of 5, 60 s at most`,
      ]);
    });

    it("is one line, whatever the id", () => {
      progress.repeat({ ...update, path: ["caches", "a\nb"] }, 0, 2000, { ...network, detail: "x" });
      expect(lines[0]).to.match(/^waiting 2\.0 s: update cache a%0Ab got no response/);
    });
  });
});
