/** The command that starts it. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { startSandbox } from "../../../provider/sandbox/index.js";

describe("apphosting-sandbox", () => {
  const cli = join(__dirname, "../../../provider/sandbox/cli.ts");
  let running: ChildProcessWithoutNullStreams | undefined;
  afterEach(() => running?.kill("SIGKILL"));

  function start(...args: string[]) {
    const child = spawn(process.execPath, ["--require", "tsx/cjs", cli, ...args]);
    running = child;
    const printed = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text) => {
        printed[stream] += text;
      });
    }
    const greeted = async () => {
      while (!printed.stdout.includes("/reset\n")) await once(child.stdout, "data");
    };
    return { child, printed, greeted, ended: once(child, "close") };
  }

  it("says where it is, how to point a stack at it, and how to look inside", async () => {
    const { printed, greeted } = start("--token", "mine", "--sparse");
    await greeted();
    const [, url] = /base URL +(\S+)/.exec(printed.stdout) ?? [];
    expect(printed.stdout).to.contain(`pulumi config set apphosting:baseUrl ${url}\n`);
    expect(printed.stdout).to.contain("pulumi config set --secret apphosting:token mine\n");
    const [, door = ""] = /curl (\S+\/_sandbox\/state)/.exec(printed.stdout) ?? [];
    expect((await fetch(door)).status).to.equal(200);
    const answer = await fetch(`${url}/caches/cache-1`, {
      method: "PATCH",
      headers: { authorization: "Bearer mine" },
      body: '{"name":"sessions"}',
    });
    expect(answer.status).to.equal(200);
    expect(await answer.json()).not.to.have.property("included");
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`ends at ${signal}`, async () => {
      const { child, greeted, ended } = start();
      await greeted();
      child.kill(signal);
      expect(await ended).to.deep.equal([0, null]);
    });
  }

  const bad: [args: string[], message: string][] = [
    [["--port", "http"], "--port takes a whole number"],
    [["--port", "65536"], "--port takes a whole number"],
    [["--latency", "1.5"], "--latency takes a whole number"],
    [["--token", "a b"], "--token takes"],
    [["--token="], "--token takes"],
    [["--fault"], "--fault"],
    [["8080"], "8080"],
  ];
  for (const [args, message] of bad) {
    it(`refuses ${args.join(" ")} with exit code 2`, async () => {
      const { printed, ended } = start(...args);
      expect(await ended).to.deep.equal([2, null]);
      expect(printed.stderr).to.contain(message).and.to.contain("Usage:");
      expect(printed.stdout).to.equal("");
    });
  }

  it("says that a port is taken with exit code 1", async () => {
    const { port, close } = await startSandbox();
    try {
      const { printed, ended } = start("--port", String(port));
      expect(await ended).to.deep.equal([1, null]);
      expect(printed.stderr).to.contain("EADDRINUSE").and.to.contain(String(port));
    } finally {
      await close();
    }
  });

  it("explains itself with --help", async () => {
    const { printed, ended } = start("--help");
    expect(await ended).to.deep.equal([0, null]);
    for (const option of ["--port", "--token", "--latency"]) expect(printed.stdout).to.contain(option);
  });
});
