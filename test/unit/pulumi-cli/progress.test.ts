/** What is told of a wait. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { cacheFolder, keep } from "../../pulumi-cli/cache.js";
import { withProgress } from "../../pulumi-cli/progress.js";

describe("npm run pulumi", () => {
  describe("while it waits", () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);

    beforeEach(() => lines.splice(0));

    it("tells every 15 s for what, how long so far, and how long at most; and stops with the wait", async () => {
      mock.timers.enable({ apis: ["setInterval", "Date"] });
      try {
        const { promise, finish } = pending();
        const waiting = withProgress(log, "building pulumi", 3600, () => promise);
        mock.timers.tick(14_999);
        expect(lines).to.be.empty;
        for (const passing of [1, 15_000, 15_000, 15_000, 15_000]) mock.timers.tick(passing);
        finish();
        await waiting;
        mock.timers.tick(60_000);
        expect(lines).to.have.length(5);
        expect(lines.at(0)).to.equal("  … 0:15 building pulumi, at most 60 min");
        expect(lines.at(-1)).to.equal("  … 1:15 building pulumi, at most 60 min");
      } finally {
        mock.timers.reset();
      }
    });

    it("waits for another process no longer than its limit, then tells what to remove", async () => {
      const { XDG_CACHE_HOME } = process.env;
      const folder = mkdtempSync(join(tmpdir(), "pulumi-cli-"));
      process.env.XDG_CACHE_HOME = folder;
      try {
        const other = `${dirname(cacheFolder())}/.${cacheFolder().split("/").at(-1)}.partial-other`;
        mkdirSync(other, { recursive: true });
        const failure = await keep(() => Promise.reject(new Error("begun")), 1, log).catch(
          (error: Error) => error.message,
        );
        expect(lines).to.deep.equal(["Another process is getting Pulumi: waiting, at most 1 s."]);
        expect(failure).to.equal(
          `another process is not done getting Pulumi after 1 s: end it, remove ${other}, and try again`,
        );
      } finally {
        if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
        else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
});

function pending(): { promise: Promise<void>; finish: () => void } {
  let finish = () => {};
  const promise = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { promise, finish };
}
