import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { announce, attempt, createTemporaryFolder } from "../tools/command";
import { readCommands } from "../tools/commands";
import { findPulumi } from "../tools/pulumi/find";
import { packOnce, root } from "./pack";

describeEngine("the first up of README.md, from the tarball alone", () => {
  it("README.md, Install: its commands create what the quickstart has, from the tarball alone, against the sandbox of docs/testing.md", async () => {
    const folder = createTemporaryFolder("first-up");
    await mkdir(join(folder, "state"));
    await mkdir(join(folder, "project"));
    const port = String(await freePort());
    const { tarball, folder: unpacked } = await packOnce();
    const [, project = "", names = ""] = readCommands(join(root, "README.md"), {
      "<clone>/pulumi-apphosting-<version>.tgz": tarball,
      // The tarball has the examples that a clone has.
      "<clone>": unpacked,
      "https://<address of the API>": `http://127.0.0.1:${port}/api`,
      "<token from the web console>": "sandbox-token",
      "<name of the application>": "Web shop",
      "<owner>/<repository>": "acme/web-shop",
      "<id of a cache that you have>": "cache-1",
      "<name of that cache>": "sessions",
    });
    const [sandbox = ""] = readCommands(join(root, "docs/testing.md"), { "8080": port });
    const environment = {
      PATH: [(await findPulumi()).bin, process.env.PATH].join(delimiter),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "package tests",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_SKIP_CONFIRMATIONS: "true",
      npm_config_prefer_offline: "true",
      npm_config_ignore_scripts: "true",
    };
    announce("Making the project of README.md", "npm");
    // The sandbox, a group of processes, goes on; `up` begins once it listens.
    const listening = `curl --silent --fail --output /dev/null --retry 50 --retry-delay 1 --retry-connrefused http://127.0.0.1:${port}/_sandbox/state`;
    const start = `${sandbox.trimEnd().replace(/#.*$/, "")} &\ntrap "kill -- -$!" EXIT\n${listening}`;
    const script = `set -em\n${project}${start}\n${names}`;
    const { code, text } = await attempt(join(folder, "project"), "bash", ["-c", script], environment);
    expect(text).to.include("+ 4 created");
    expect(code, text).to.equal(0);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
