/** Whether the engine will find the copy of the package that a program uses. Each test is a process of its own. */

import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { missingStanza } from "../../provider/resources/installation.js";
import { pluginStanza } from "../engine/stack.js";

const checkout = resolve(__dirname, "../..");
const uses = `new Cache("sessions", { cacheId: "cache-1", name: "sessions" })`;
const program = `const { Cache } = require(process.argv[2]);
try { ${uses}; console.log("found"); } catch (error) { console.log(error.message); }`;

describe("The check of where the package is installed", () => {
  let folder: string;
  before(() => {
    folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "apphosting-installation-")));
    for (const command of ["run", "other"]) write(`@pulumi/pulumi/cmd/${command}/index.js`, program);
    fs.mkdirSync(join(folder, "project/node_modules"), { recursive: true });
    fs.symlinkSync(checkout, join(folder, "project/node_modules/pulumi-apphosting"));
    fs.symlinkSync(join(folder, "project"), join(folder, "link"));
    fs.mkdirSync(join(folder, "empty"));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    fs.mkdirSync(dirname(join(folder, file)), { recursive: true });
    fs.writeFileSync(join(folder, file), text);
  }

  /** What is said of a program in this folder that has loaded the package by this path. */
  function said(cwd: string, path: string, command = "run", ...flags: string[]): string {
    const main = join(folder, "@pulumi/pulumi/cmd", command, "index.js");
    return execFileSync(process.execPath, [...flags, main, path], { cwd: join(folder, cwd), encoding: "utf8" });
  }
  const missing =
    "pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in";

  it("finds one copy, however its path is spelled", () => {
    const installed = join(folder, "project/node_modules/pulumi-apphosting");
    expect(said("project", checkout)).to.equal("found\n");
    expect(said("link", installed, "run", "--preserve-symlinks")).to.equal("found\n");
  });

  it("says what to install where, if it is not there", () => {
    expect(said("empty", checkout)).to.include(`${missing} ${join(folder, "empty")}`);
  });

  it("says so in the folder of the consumer of a component package that the SDK serves as a plugin", () => {
    write("component/package.json", JSON.stringify({ main: "index.js" }));
    write("component/index.js", `const { Cache } = require(${JSON.stringify(checkout)}); ${uses};`);
    fs.symlinkSync(join(checkout, "node_modules"), join(folder, "component/node_modules"));
    const runner = join(checkout, "node_modules/@pulumi/pulumi/cmd/run-plugin");
    const served = [runner, join(folder, "component"), "127.0.0.1:1"];
    const { stderr } = spawnSync(process.execPath, served, { cwd: join(folder, "empty"), encoding: "utf8" });
    expect(stderr)
      .to.match(/^error: \[runtime\] /)
      .and.include(`${missing} ${join(folder, "empty")}`);
  });

  it("is left out where the CLI runs no program", () => {
    expect(said("empty", checkout, "other")).to.equal("found\n");
  });

  it("finds two copies, though pnpm has linked their files to one", () => {
    const copy = join(folder, "copies/node_modules/pulumi-apphosting");
    fs.cpSync(join(checkout, "dist"), join(copy, "dist"), { recursive: true });
    fs.cpSync(join(checkout, "package.json"), join(copy, "package.json"));
    for (const file of fs.readdirSync(join(copy, "dist/host"))) {
      fs.rmSync(join(copy, "dist/host", file));
      fs.linkSync(join(checkout, "dist/host", file), join(copy, "dist/host", file));
    }
    expect(said("copies", checkout)).to.match(/^Two copies of pulumi-apphosting are installed: the program uses \//);
  });
});

describe("The check that the engine finds the plugin", () => {
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(join(tmpdir(), "apphosting-plugin-"));
    fs.mkdirSync(join(folder, "app"));
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  /** The project file that lacks the stanza: of a program beneath a project with this file. */
  function lacking(name: string, text: string, ...path: string[]): string | undefined {
    const file = join(folder, name);
    fs.writeFileSync(file, text);
    const message = missingStanza(join(folder, "app"), path.join(delimiter)) ?? "";
    fs.rmSync(file);
    return /needs this in (.*):\nplugins:\n/.exec(message)?.[1];
  }
  const project = "name: shop\nruntime: nodejs\n";
  const json = { name: "shop", plugins: { providers: [{ name: "apphosting", path: "node_modules/.bin" }] } };

  for (const [what, name, text] of [
    ["a stanza", "Pulumi.yaml", project + pluginStanza],
    [
      "one among others, quoted",
      "Pulumi.yml",
      `${project}"plugins": {"providers": [{name: other}, {"name": "apphosting"}]}`,
    ],
    ["one in JSON", "Pulumi.json", JSON.stringify(json)],
    ["a package", "Pulumi.yaml", `${project}packages:\n  apphosting: ./folder\n`],
    ["one of a source, in JSON", "Pulumi.json", '{"packages":{"other":"a@1","apphosting":{"source":"./folder"}}}'],
  ] as const) {
    it(`finds ${what}`, () => expect(lacking(name, text)).to.equal(undefined));
  }

  for (const [what, text] of [
    ["none", project],
    ["one in a comment", project + pluginStanza.replace(/^/gm, "# ")],
    ["one of another plugin", project + pluginStanza.replace("apphosting", "apphosting2")],
    ["the name of the project alone", project.replace("shop", "apphosting")],
    ["another package, and settings", `${project}packages:\n  other: a@1\nconfig:\n  apphosting:maxRetries: 1\n`],
    ["a package of another name", `${project}packages:\n  apphosting2: ./folder\n`],
  ] as const) {
    it(`names the project file that has ${what}`, () =>
      expect(lacking("Pulumi.yaml", text)).to.equal(join(folder, "Pulumi.yaml")));
  }

  it("takes the plugin on PATH for found", () => {
    const bin = join(folder, "bin");
    fs.mkdirSync(bin);
    fs.writeFileSync(join(bin, "pulumi-resource-apphosting"), "");
    expect(lacking("Pulumi.yaml", project, "", folder, bin)).to.equal(undefined);
  });
});
