/** The demo's Pulumi, when it does not come to an end. */

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { expect } from "chai";
import { createEngine } from "../../examples/demo/engine.js";
import { isRunning, until } from "./pulumi-cli/machine.js";

/** Ignores what asks it to end, and has a child in a group of its own, as Pulumi has its plugins. */
const hanging = (ids: string) => `#!${process.execPath}
if (!process.argv.includes("init")) {
  process.on("SIGINT", () => {});
  const child = require("node:child_process").spawn("sleep", ["600"], { detached: true });
  require("node:fs").writeFileSync("${ids}", process.pid + " " + child.pid);
}
`;

describe("npm run demo", () => {
  let bin: string;

  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), "demo-"));
    writeFileSync(join(bin, "pulumi"), hanging(join(bin, "ids")));
    chmodSync(join(bin, "pulumi"), 0o755);
  });

  afterEach(() => {
    mock.restoreAll();
    rmSync(bin, { recursive: true, force: true });
  });

  const processes = () =>
    existsSync(join(bin, "ids")) ? readFileSync(join(bin, "ids"), "utf8").split(" ").map(Number) : [];

  for (const [cause, commandSeconds, message, said] of [
    [
      "takes longer than its limit",
      2,
      "pulumi up did not finish within 2 s; what it says is above.",
      ["\npulumi up did not finish within 2 s: ending it (at most 1 s)."],
    ],
    ["is interrupted", 60, "This operation was aborted", []],
  ] as const) {
    it(`ends a Pulumi that ${cause}, and the processes that it has started`, async () => {
      const { mock: told } = mock.method(console, "error", () => {});
      const interrupted = new AbortController();
      const engine = await createEngine({
        bin,
        api: { url: "http://127.0.0.1:9", token: "token" },
        signal: interrupted.signal,
        limits: { commandSeconds, endSeconds: 1 },
      });
      try {
        const failure = engine.run("up").catch((error: Error) => error.message);
        await until(() => processes().length === 2);
        if (cause === "is interrupted") interrupted.abort();
        expect(await failure).to.equal(message);
        expect(told.calls.map((call) => call.arguments[0])).to.deep.equal(said);
        await until(() => !processes().some(isRunning));
      } finally {
        await engine.remove();
      }
    });
  }
});
