/** The README's first `up`, by its commands in a terminal. */

import { cp, mkdir, readFile } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";
import { spawn as openTerminal } from "@lydell/node-pty";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { attempt, createTemporaryFolder, readCommands, succeed, userEnvironment } from "../tools/command";
import { findPulumi } from "../tools/pulumi/find";
import { packOnce, root } from "./pack";

/** The questions of `pulumi new`, and a user's answers. */
const answers = (address: string): Readonly<Record<string, string>> => ({
  "Project name": "web-shop",
  "Project description": "",
  "Stack name": "dev",
  "(apphosting:baseUrl)": address,
  "(applicationName)": "My shop",
  "(applicationRepository)": "acme/my-shop",
  "(cacheId)": "cache-2",
  "(cacheName)": "my-cache",
});

describeEngine("first up of README.md, from the tarball", () => {
  const readme = join(root, "README.md");
  let folder: string;
  let project: string;
  let environment: NodeJS.ProcessEnv;
  let sandbox: Sandbox;

  before(async () => {
    folder = createTemporaryFolder("first-up");
    project = join(folder, "web-shop");
    for (const name of ["state", "web-shop"]) await mkdir(join(folder, name));
    environment = {
      PATH: [(await findPulumi()).bin, process.env.PATH].join(delimiter),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "package tests",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      npm_config_prefer_offline: "true",
      npm_config_ignore_scripts: "true",
    };
    sandbox = await startSandbox({ token: "marked-token" });
    // The result of the first block in a clone.
    const { tarball } = await packOnce();
    const [pack = ""] = readCommands(readme, {});
    expect(pack).to.equal("npm ci && npm pack --pack-destination examples/quickstart\n");
    await cp(join(root, "examples"), join(folder, "clone/examples"), { recursive: true });
    await cp(tarball, join(folder, "clone/examples/quickstart", basename(tarball)));
  });

  after(() => sandbox?.close());

  it("README.md, Install: pulumi new asks for the address and names, and up creates the resources", async () => {
    const [, block = ""] = readCommands(readme, {
      "<clone>": join(folder, "clone"),
      "<token from the web console>": "marked-token",
    });
    const [start = "", ...others] = block.split(/(?<=\n)/);
    await answer(start, answers(sandbox.url), project, environment);
    const settings = await readFile(join(project, "Pulumi.dev.yaml"), "utf8");
    expect(settings).to.include("web-shop:cacheId: cache-2").and.to.include(`apphosting:baseUrl: ${sandbox.url}\n`);

    const confirmed = { ...environment, PULUMI_SKIP_CONFIRMATIONS: "true" };
    const { code, text } = await attempt(project, "bash", ["-ec", others.join("")], confirmed);
    expect(text).to.include("+ 4 created");
    expect(code, text).to.equal(0);
    expect(sandbox.requests()).to.have.length(3);
    expect(JSON.stringify(sandbox.requests())).to.include('"My shop"').and.include("/caches/cache-2");
    expect(await succeed(project, "pulumi", ["stack", "export"], environment)).not.to.include("apphosting:token");
  });
});

/** Runs a command in a terminal, and answers each question once. */
async function answer(
  command: string,
  replies: Readonly<Record<string, string>>,
  cwd: string,
  environment: NodeJS.ProcessEnv,
) {
  const env = { ...userEnvironment(), ...environment, TERM: "xterm" };
  const terminal = openTerminal("bash", ["-c", command], { cwd, env });
  const open = new Map(Object.entries(replies));
  let text = "";
  terminal.onData((more) => {
    text += more;
    for (const [question, reply] of open) {
      if (!text.includes(question)) continue;
      open.delete(question);
      terminal.write(`${reply}\r`);
    }
  });
  const code = await new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  expect(code, text).to.equal(0);
  expect([...open.keys()], text).to.deep.equal([]);
}
