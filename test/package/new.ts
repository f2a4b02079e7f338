import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { spawn as openTerminal } from "@lydell/node-pty";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { announce, createTemporaryFolder, succeed } from "../tools/command";
import { cli, findPulumi } from "../tools/pulumi/find";
import { packOnce, root } from "./pack";

/** Runs `pulumi` in a terminal, where it asks one question. It asks nowhere else, and a setting of `-c` is never encrypted. */
async function answer(question: string, reply: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const terminal = openTerminal(findProgram(env.PATH), args, { cwd, env });
  let text = "";
  terminal.onData((more) => {
    const asked = text.includes(question);
    text += more;
    if (!asked && text.includes(question)) terminal.write(`${reply}\r`);
  });
  const code = await new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  expect(code, text).to.equal(0);
}

/** A terminal looks for programs on the PATH of this process, and not on that of the new one. */
function findProgram(path = ""): string {
  const found = path.split(delimiter).map((folder) => join(folder, cli));
  return found.find((file) => existsSync(file)) ?? "pulumi";
}

describeEngine("pulumi new of the quickstart", () => {
  let sandbox: Sandbox;
  let project: string;
  let pulumi: (...args: string[]) => Promise<string>;

  before(async function () {
    // Each command has a limit of its own.
    this.timeout(0);
    sandbox = await startSandbox({ token: "marked-token" });
    const folder = createTemporaryFolder("new");
    project = join(folder, "web-shop");
    await cp(join(root, "examples/quickstart"), join(folder, "template"), { recursive: true });
    // The package as it would be published, for the registry has none yet.
    const manifest = join(folder, "template/package.json");
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace(/("pulumi-apphosting": )"[^"]*"/, `$1"file:${(await packOnce()).tarball}"`));
    await mkdir(project);
    const environment = {
      PATH: [(await findPulumi()).bin, process.env.PATH].join(delimiter),
      PULUMI_HOME: join(folder, "home"),
      PULUMI_BACKEND_URL: `file://${folder}`,
      PULUMI_CONFIG_PASSPHRASE: "package tests",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      npm_config_prefer_offline: "true",
      npm_config_ignore_scripts: "true",
    };
    pulumi = (...args) => succeed(project, "pulumi", ["--non-interactive", "--color", "never", ...args], environment);
    announce("Making a project of the quickstart", "pulumi new");
    const template = ["new", join(folder, "template"), "--stack", "dev", "--name", "web-shop", "--description", "Shop"];
    const args = [...template, "-c", `apphosting:baseUrl=${sandbox.url}`];
    await answer("(apphosting:token)", sandbox.token, args, project, { ...process.env, ...environment });
  });
  after(() => sandbox?.close());

  it("pulumi new of the quickstart: the project has the chosen name, and the token is encrypted in its settings", async () => {
    expect(JSON.parse(await readFile(join(project, "package.json"), "utf8")).name).to.equal("web-shop");
    expect(await readFile(join(project, "Pulumi.yaml"), "utf8")).to.match(/^name: web-shop$/m);
    const settings = await readFile(join(project, "Pulumi.dev.yaml"), "utf8");
    expect(settings).to.include(`apphosting:baseUrl: ${sandbox.url}`);
    expect(settings)
      .to.match(/apphosting:token:\n +secure: v1:/)
      .and.not.include("marked-token");
  });

  it("pulumi new of the quickstart: up creates the project as it is, with three requests", async () => {
    expect(await pulumi("up", "--yes", "--skip-preview")).to.include("+ 4 created");
    expect(sandbox.requests()).to.have.length(3);
  });
});
