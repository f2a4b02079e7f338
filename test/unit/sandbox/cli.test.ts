/** The command, as built by `npm run build`. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { bin } from "../../../package.json";

describe("apphosting-sandbox", () => {
  const cli = join(__dirname, "../../..", bin["apphosting-sandbox"]);
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill("SIGKILL"));

  function start(...args: string[]) {
    const started = spawn(process.execPath, [cli, ...args]);
    child = started;
    const printed = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      started[stream].on("data", (text) => {
        printed[stream] += text;
      });
    }
    return { child: started, printed, ended: once(started, "close") };
  }

  it("apphosting-sandbox: prints its address and the commands to use it, and exits with 0 on SIGTERM", async () => {
    const { child, printed, ended } = start("--token", "mine", "--sparse", "--operations", "--cache", "own");
    while (!printed.stdout.includes("/reset\n")) await once(child.stdout, "data");
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

  for (const [argument, code, stream, ...texts] of [
    ["--port=http", 1, "stderr", '--port takes a whole number, not "http"', "--help"],
    ["--help", 0, "stdout", "port N", "token T", "--sparse", "cache ID", "--operations", "--help"],
  ] as const) {
    it(`apphosting-sandbox ${argument}: exits with ${code}, and its ${stream} has ${texts[0]}`, async () => {
      const { printed, ended } = start(argument);
      expect(await ended).to.deep.equal([code, null]);
      expect(texts.filter((text) => !printed[stream].includes(text))).to.deep.equal([]);
      expect(printed[stream === "stderr" ? "stdout" : "stderr"]).to.equal("");
    });
  }
});
