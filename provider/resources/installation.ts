/** Whether the engine will find the copy of this package that the program uses. */

import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";

let checked = false;

/** The SDK's modules that run a program, or a component package as a plugin, for the CLI. */
const runners = ["run", "run-plugin"].map((command) => join("@pulumi", "pulumi", "cmd", command, "index.js"));

/**
 * Where the CLI runs the program, the host process requires the package from the same folder.
 *
 * @throws RunError where it would find none, or another copy
 */
export function checkInstallation(folder: string): void {
  // Elsewhere the folder says nothing: a unit test has no host process, and for an inline program of the Automation
  // API it is the workspace's folder that counts.
  if (checked || !runners.some((runner) => require.main?.filename.endsWith(runner))) return;
  checked = true;
  let found: string | undefined;
  try {
    // From inside node_modules, a package's own name does not count: neither does it for the host.
    found = createRequire(join(folder, "node_modules", "-")).resolve("pulumi-apphosting/host");
  } catch {
    found = undefined;
  }
  const own = require.resolve("../host/index.js");
  // A path has many spellings: symlinks, letter case, drive letters.
  if (found !== undefined && realpathSync.native(found) === realpathSync.native(own)) return;
  throw new pulumi.RunError(
    found === undefined
      ? `pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in ${folder}, with \`npm install pulumi-apphosting\` or the same of your package manager.`
      : `Two copies of pulumi-apphosting are installed: the program uses ${own}, the engine will use ${found}. Install it once, in ${folder}; a package that builds on it takes it as a peer dependency.`,
  );
}
