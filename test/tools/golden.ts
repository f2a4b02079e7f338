/** Writes all golden texts: `npm run golden`. Texts that no test uses are removed. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");

const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
  .filter((file) => /expectGolden|expectFileText/.test(readFileSync(join(root, file), "utf8")));

rmSync(join(root, "test/engine/golden"), { recursive: true, force: true });
const mocha = [require.resolve("mocha/bin/mocha.js"), "--parallel", ...tests];
const env = { ...process.env, UPDATE_GOLDEN: "1" };
process.exitCode = spawnSync(process.execPath, mocha, { cwd: root, env, stdio: "inherit" }).status ?? 1;
