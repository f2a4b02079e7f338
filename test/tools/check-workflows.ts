/**
 * Runs actionlint on all workflows: `npm run check:workflows`. With shellcheck installed, as on GitHub's machines, it also
 * checks the commands of their steps.
 */

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

const workflows = [".github/workflows", "examples/workflows"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".yml"))
    .map((file) => join(folder, file)),
);
const { error, status } = spawnSync("go", ["run", actionlint, ...workflows], { cwd: root, stdio: "inherit" });
if (error !== undefined) console.error(`actionlint runs by Go: ${error.message}`);
process.exitCode = status ?? 1;
