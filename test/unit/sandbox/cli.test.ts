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

  it("apphosting-sandbox: prints its address and the commands to use it, and exits with 0 on SIGTERM", async () => {
    const { child, printed, greeted, ended } = start("--token", "mine", "--sparse", "--operations", "--cache", "own");
    await greeted();
    const [, url] = /base URL +(\S+)/.exec(printed.stdout) ?? [];
    expect(printed.stdout).to.contain(`pulumi config set apphosting:baseUrl ${url}\n`);
    expect(printed.stdout).to.contain("export APPHOSTING_TOKEN=mine\n");
    expect(printed.stdout).to.contain("  caches    own\n");
    expect(printed.stdout).to.contain("pulumi config set apphosting:operations read,update,delete\n");
    const [, admin = ""] = /Look inside.*?curl (\S+\/_sandbox\/state)\n.*curl -X POST/s.exec(printed.stdout) ?? [];
    expect((await fetch(admin)).status).to.equal(200);
    const response = await fetch(`${url}/caches/own`, { headers: { authorization: "Bearer mine" } });
    expect(await response.json()).to.have.all.keys("data");
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });

  it("apphosting-sandbox: exits with 1 if the port is taken, and with 0 on SIGINT", async () => {
    const first = start();
    await first.greeted();
    expect(first.printed.stdout).to.not.contain("apphosting:operations");
    const [, port = ""] = /127\.0\.0\.1:(\d+)/.exec(first.printed.stdout) ?? [];
    const second = start("--port", port);
    expect(await second.ended).to.deep.equal([1, null]);
    expect(second.printed.stderr).to.contain("EADDRINUSE").and.to.contain(port);
    first.child.kill("SIGINT");
    expect(await first.ended).to.deep.equal([0, null]);
  });

  for (const [argument, code, stream, ...texts] of [
    ["--port=http", 1, "stderr", '--port takes a whole number, not "http"', "--help"],
    ["--fault", 1, "stderr", "--fault", "--help"],
    ["--help", 0, "stdout", "port N", "token T", "latency MS", "--sparse", "cache ID", "--operations", "--help"],
  ] as const) {
    it(`apphosting-sandbox ${argument}: exits with ${code}, and its ${stream} has ${texts[0]}`, async () => {
      const { printed, ended } = start(argument);
      expect(await ended).to.deep.equal([code, null]);
      expect(texts.filter((text) => !printed[stream].includes(text))).to.deep.equal([]);
      expect(printed[stream === "stderr" ? "stdout" : "stderr"]).to.equal("");
    });
  }
});
