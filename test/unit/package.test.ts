/** What the host loads, as built by `npm run build`; test/package tests what a program loads. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { exports as paths } from "../../package.json";
import { findNames } from "./docs/files";

const cwd = join(__dirname, "../..");

/** Calls each class's host in a new process, and lists the packages and folders that it loads. */
function listLoaded(call: string): string[] {
  const program = `const { readers, ...hosts } = require("${paths["./host"].default}");
    Promise.all(Object.values(hosts).map(${call})).then(() => console.log(Object.keys(require.cache).join("\\n")));`;
  const files = execFileSync(process.execPath, ["--eval", program], { cwd, encoding: "utf8", stdio: "pipe" });
  return [...new Set(findNames(files, /[\\/](?:node_modules|dist)[\\/]([^\\/\n]+)[\\/]/g))].sort();
}

it("Host: loads zod but neither axios nor Pulumi in a preview", () => {
  const loaded = listLoaded("(host) => host.check({}, {}).then(() => host.diff('id', {}, {}))");
  expect(loaded).to.deep.equal(["api", "definitions", "fastest-levenshtein", "host", "zod"]);
});

it("Host: doesn't load zod in a refresh, which checks no arguments", () => {
  const loaded = listLoaded("(host) => host.read('id', {}).catch(() => {})");
  expect(loaded).to.deep.equal(["api", "definitions", "fastest-levenshtein", "host"]);
});
