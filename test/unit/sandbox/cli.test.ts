/** The command that starts it, as built by `npm run build`. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { bin } from "../../../package.json";

describe("apphosting-sandbox", () => {
  const cli = join(__dirname, "../../..", bin["apphosting-sandbox"]);
  let running: ChildProcessWithoutNullStreams[] = [];
  afterEach(() => {
    for (const child of running) child.kill("SIGKILL");
    running = [];
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [cli, ...args]);
    running.push(child);
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

  it("says where it is, how to point a stack at it, and how to look inside, until SIGTERM", async () => {
    const { child, printed, greeted, ended } = start("--token", "mine", "--sparse", "--reads");
    await greeted();
    const [, url] = /base URL +(\S+)/.exec(printed.stdout) ?? [];
    expect(printed.stdout).to.contain(`pulumi config set apphosting:baseUrl ${url}\n`);
    expect(printed.stdout).to.contain("pulumi config set --secret apphosting:token mine\n");
    const [, admin = ""] = /curl (\S+\/_sandbox\/state)/.exec(printed.stdout) ?? [];
    expect((await fetch(admin)).status).to.equal(200);
    const headers = { authorization: "Bearer mine" };
    expect((await fetch(`${url}/caches/cache-1`, { headers })).status).to.equal(200);
    const response = await fetch(`${url}/caches/cache-1`, { method: "PATCH", headers, body: '{"name":"sessions"}' });
    expect(response.status).to.equal(200);
    expect(await response.json()).not.to.have.property("included");
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });

  it("ends at SIGINT, and refuses a port that is taken with exit code 1", async () => {
    const first = start();
    await first.greeted();
    const [, port = ""] = /127\.0\.0\.1:(\d+)/.exec(first.printed.stdout) ?? [];
    const second = start("--port", port);
    expect(await second.ended).to.deep.equal([1, null]);
    expect(second.printed.stderr).to.contain("EADDRINUSE").and.to.contain(port);
    first.child.kill("SIGINT");
    expect(await first.ended).to.deep.equal([0, null]);
  });

  it("refuses other arguments with exit code 2, and explains itself", async () => {
    const bad: Readonly<Record<string, string>> = {
      "--port=65536": "--port takes a whole number",
      "--latency=1.5": "--latency takes a whole number",
      "--token=": "--token takes",
      "--fault": "--fault",
      "8080": "8080",
    };
    const children = Object.entries(bad).map(([argument, message]) => ({ message, ...start(argument) }));
    for (const { message, printed, ended } of children) {
      expect(await ended).to.deep.equal([2, null]);
      expect(printed.stderr).to.contain(message).and.to.contain("Usage:");
      expect(printed.stdout).to.equal("");
    }
    const { printed, ended } = start("--help");
    expect(await ended).to.deep.equal([0, null]);
    for (const option of ["--port", "--token", "--latency"]) expect(printed.stdout).to.contain(option);
  });
});
