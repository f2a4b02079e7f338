/** Whether the engine finds the copy of the package that a program uses. Each case needs a process. */

import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { buildSync } from "esbuild";
import { engineTimeout } from "../engine/describe";
import { createTemporaryFolder } from "../tools/command";

const checkout = resolve(__dirname, "../..");
const uses = `new Cache("sessions", { cacheId: "cache-1", name: "sessions" })`;
const program = `const { Cache } = require(process.argv[2]);
try { ${uses}; console.log("found"); } catch (error) { console.log(error.message); }`;

describe("Installation", function () {
  this.timeout(engineTimeout);
  let folder: string;
  before(() => {
    folder = createTemporaryFolder("installation");
    for (const command of ["run", "other"]) write(`@pulumi/pulumi/cmd/${command}/index.js`, program);
    fs.mkdirSync(join(folder, "project/node_modules"), { recursive: true });
    fs.symlinkSync(checkout, join(folder, "project/node_modules/pulumi-apphosting"));
    fs.symlinkSync(join(folder, "project"), join(folder, "link"));
    fs.mkdirSync(join(folder, "empty"));
  });

  function write(file: string, text: string): void {
    const path = join(folder, file);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, text);
  }

  /** Runs a program in this folder that loads the package by this path, and returns what it prints. */
  function said(cwd: string, path: string, command = "run", ...flags: string[]): string {
    const main = join(folder, "@pulumi/pulumi/cmd", command, "index.js");
    return execFileSync(process.execPath, [...flags, main, path], { cwd: join(folder, cwd), encoding: "utf8" });
  }
  const missing =
    "pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in";

  it("Installation: accepts a copy by any path; without one, the error says where to install it", () => {
    const installed = join(folder, "project/node_modules/pulumi-apphosting");
    expect(said("project", checkout)).to.equal("found\n");
    expect(said("link", installed, "run", "--preserve-symlinks")).to.equal("found\n");
    expect(said("empty", checkout)).to.include(`${missing} ${join(folder, "empty")}`);
    expect(said("empty", checkout, "other")).to.equal("found\n");
  });

  it("Installation: the error in a component package names the consumer's folder", () => {
    write("component/package.json", JSON.stringify({ main: "index.js" }));
    write("component/index.js", `const { Cache } = require(${JSON.stringify(checkout)}); ${uses};`);
    fs.symlinkSync(join(checkout, "node_modules"), join(folder, "component/node_modules"));
    const runner = join(checkout, "node_modules/@pulumi/pulumi/cmd/run-plugin");
    const served = [runner, join(folder, "component"), "127.0.0.1:1"];
    const { stderr } = spawnSync(process.execPath, served, { cwd: join(folder, "empty"), encoding: "utf8" });
    expect(stderr.startsWith("error: [runtime] "), stderr).to.equal(true);
    expect(stderr).to.include(`${missing} ${join(folder, "empty")}`);
  });

  it("Installation: accepts a bundle if the project has the package", () => {
    fs.mkdirSync(join(folder, "node_modules"));
    fs.symlinkSync(join(checkout, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
    const bundle = join(folder, "bundle.js");
    const entryPoints = [join(checkout, "dist/index.js")];
    buildSync({ entryPoints, outfile: bundle, bundle: true, platform: "node", external: ["@pulumi/*"] });
    expect(said("project", bundle)).to.equal("found\n");
    expect(said("empty", bundle)).to.include(`${missing} ${join(folder, "empty")}`);
  });

  it("Installation: reports two copies even if pnpm has linked their files", () => {
    const copy = join(folder, "copies/node_modules/pulumi-apphosting");
    for (const part of ["dist", "package.json"]) fs.cpSync(join(checkout, part), join(copy, part), { recursive: true });
    const files = fs.readdirSync(join(copy, "dist/host"), { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name: file } of files) {
      fs.rmSync(join(copy, "dist/host", file));
      fs.linkSync(join(checkout, "dist/host", file), join(copy, "dist/host", file));
    }
    expect(said("copies", checkout)).to.match(/^Two copies of pulumi-apphosting are installed: the program uses \//);
  });
});
