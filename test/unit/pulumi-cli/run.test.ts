/** Pulumi, once found, is run. */

import { delimiter } from "node:path";
import { expect } from "chai";
import { freshMachine, until } from "./machine.js";

describe("npm run pulumi", () => {
  const { machine, installed, languageHost } = freshMachine();

  it("runs Pulumi with the arguments, itself first on PATH, and passes its exit code on", async () => {
    installed("path", `if [ "$1" = version ]; then echo 3.200.0; else echo "$# $2 $PATH"; exit 7; fi`);
    languageHost("path");
    const { code, stdout } = await machine().start("run.ts", "up", "a b", "--yes").ended;
    expect(code).to.equal(7);
    expect(stdout).to.match(new RegExp(`^3 a b ${machine().at("path")}${delimiter}`));
  });

  it("passes signals on to Pulumi and waits for it", async () => {
    const trap = `trap 'echo stopped; exit 4' TERM; echo up > ${machine().at("up")}; while :; do /bin/sleep 0.1; done`;
    installed("path", `if [ "$1" = version ]; then echo 3.200.0; exit; fi; ${trap}`);
    languageHost("path");
    const run = machine().start("run.ts", "up");
    await until(() => machine().lines("up").length > 0);
    run.kill("SIGTERM");
    expect(await run.ended).to.deep.equal({ code: 4, stdout: "stopped\n", stderr: "" });
  });
});
