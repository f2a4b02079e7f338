/**
 * Builds what `npm pack` packs. A test run in the same checkout may be using dist/, so only files that differ are
 * replaced, each at once, and only files that aren't built are removed.
 */

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const dist = join(root, "dist");
const built = fs.mkdtempSync(join(root, "dist-"));
const list = (folder: string) =>
  fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.[a-z]+$/.test(path));

const compiler = require.resolve("typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", "provider", "--outDir", built], { cwd: root, stdio: "inherit" });
const paths = list(built);
fs.mkdirSync(dist, { recursive: true });
for (const path of list(dist).filter((one) => !paths.includes(one))) fs.rmSync(join(dist, path));
for (const path of paths) {
  const [from, to] = [join(built, path), join(dist, path)];
  if (fs.existsSync(to) && fs.readFileSync(from).equals(fs.readFileSync(to))) continue;
  fs.mkdirSync(dirname(to), { recursive: true });
  fs.renameSync(from, to);
}
fs.rmSync(built, { recursive: true });
