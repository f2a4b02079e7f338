/** The command, as built by `npm run build`. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { bin } from "../../../package.json";

describe("apphosting-sandbox", () => {
  const cli = join(__dirname, "../../..", bin["apphosting-sandbox"]);
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill("SIGKILL");
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [cli, ...args]);
    running.push(child);
    const printed = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].on("data", (text) => {
        printed[stream] += text;
      });
    }
    const greeted = async () => {
      while (!printed.stdout.includes("/reset\n")) await once(child.stdout, "data");
    };
    return { child, printed, greeted, ended: once(child, "close") };
  }

  it("apphosting-sandbox: prints its address and the commands to use it, and exits on SIGTERM", async () => {
    const { child, printed, greeted, ended } = start("--token", "mine", "--sparse", "--operations", "--cache", "own");
    await greeted();
    const [, url] = /base URL +(\S+)/.exec(printed.stdout) ?? [];
    expect(printed.stdout).to.contain(`pulumi config set apphosting:baseUrl ${url}\n`);
    expect(printed.stdout).to.contain("export APPHOSTING_TOKEN=mine\n");
    expect(printed.stdout).to.contain("  caches    own\n");
    expect(printed.stdout).to.contain("pulumi config set apphosting:operations read,update,delete\n");
    const [, inside = "", others = ""] = /Look inside.*?\n\n(.*?)\n\n(.*)/s.exec(printed.stdout) ?? [];
    expect([inside, others].map((text) => text.includes("POST"))).to.deep.equal([false, true]);
    const [, admin = ""] = /curl (\S+\/_sandbox\/state)/.exec(inside) ?? [];
    expect((await fetch(admin)).status).to.equal(200);
    const response = await fetch(`${url}/caches/own`, { headers: { authorization: "Bearer mine" } });
    expect(await response.json()).to.have.all.keys("data");
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });

  it("apphosting-sandbox: exits with 1 if the port is taken, and with 0 on SIGINT", async () => {
    const first = start();
    await first.greeted();
    const [, port = ""] = /127\.0\.0\.1:(\d+)/.exec(first.printed.stdout) ?? [];
    const second = start("--port", port);
    expect(await second.ended).to.deep.equal([1, null]);
    expect(second.printed.stderr).to.contain("EADDRINUSE").and.to.contain(port);
    first.child.kill("SIGINT");
    expect(await first.ended).to.deep.equal([0, null]);
  });

  for (const [argument, message] of [
    ["--port=http", '--port takes a whole number, not "http"'],
    ["--fault", "--fault"],
  ] as const) {
    it(`apphosting-sandbox: rejects ${argument} with exit code 1 and refers to --help`, async () => {
      const { printed, ended } = start(argument);
      expect(await ended).to.deep.equal([1, null]);
      expect(printed.stderr).to.contain(message).and.to.contain("--help");
      expect(printed.stdout).to.equal("");
    });
  }

  it("apphosting-sandbox: --help lists each option", async () => {
    const { printed, ended } = start("--help");
    expect(await ended).to.deep.equal([0, null]);
    for (const option of ["port N", "token T", "latency MS", "sparse", "cache ID", "operations", "help"]) {
      expect(printed.stdout).to.contain(`\n  --${option} `);
    }
  });
});
