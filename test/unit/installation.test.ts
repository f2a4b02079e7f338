/** Whether the engine will find the copy of the package that a program uses. Each test is a process of its own. */

import { execFileSync } from "node:child_process";
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";

const checkout = resolve(__dirname, "../..");
const program = `process.chdir(process.argv[2]);
const { Cache } = require(process.argv[3]);
try { new Cache("sessions", { cacheId: "cache-1", name: "sessions" }); console.log("found"); } catch (error) { console.log(error.message); }`;

describe("The check of where the package is installed", () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "apphosting-installation-")));
    for (const command of ["run", "run-plugin", "other"]) write(`@pulumi/pulumi/cmd/${command}/index.js`, program);
    mkdirSync(join(folder, "project/node_modules"), { recursive: true });
    symlinkSync(checkout, join(folder, "project/node_modules/pulumi-apphosting"));
    symlinkSync(join(folder, "project"), join(folder, "link"));
    mkdirSync(join(folder, "empty"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  /** What is said of a program in this folder that has loaded the package by this path. */
  function said(cwd: string, path: string, command = "run", ...flags: string[]): string {
    const main = join(folder, "@pulumi/pulumi/cmd", command, "index.js");
    return execFileSync(process.execPath, [...flags, main, join(folder, cwd), path], {
      encoding: "utf8",
      stdio: "pipe",
    });
  }
  const missing =
    "pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in";

  for (const [cwd, path] of [
    ["project", checkout],
    ["link", "project/node_modules/pulumi-apphosting"],
  ] as const) {
    it(`finds one copy, however its path is spelled: in ${cwd}, loaded by its ${path === checkout ? "real path" : "symlink"}`, () => {
      expect(said(cwd, resolve(folder, path), "run", "--preserve-symlinks")).to.equal("found\n");
    });
  }

  for (const command of ["run", "run-plugin"]) {
    it(`says what to install where, if it is not there, for a program of ${command}`, () => {
      expect(said("empty", checkout, command)).to.include(`${missing} ${join(folder, "empty")}`);
    });
  }

  it("is left out where the CLI runs no program", () => {
    expect(said("empty", checkout, "other")).to.equal("found\n");
  });

  it("finds two copies, though pnpm has linked their files to one", () => {
    const copy = join(folder, "copies/node_modules/pulumi-apphosting");
    cpSync(join(checkout, "dist"), join(copy, "dist"), { recursive: true });
    cpSync(join(checkout, "package.json"), join(copy, "package.json"));
    for (const file of readdirSync(join(copy, "dist/host"))) {
      rmSync(join(copy, "dist/host", file));
      linkSync(join(checkout, "dist/host", file), join(copy, "dist/host", file));
    }
    expect(said("copies", checkout)).to.match(/^Two copies of pulumi-apphosting are installed: the program uses \//);
  });
});
