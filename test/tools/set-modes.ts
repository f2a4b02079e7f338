/** Gives each file that npm packs the same mode. Otherwise, the tarball's integrity depends on the umask. */

import { execSync } from "node:child_process";
import { chmodSync } from "node:fs";

const [packed] = JSON.parse(execSync("npm pack --dry-run --json --ignore-scripts", { encoding: "utf8" }));
for (const { path } of packed.files) chmodSync(path, 0o644);
