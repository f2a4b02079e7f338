/** Checks, once in a program, that the engine will load the same copy of this package as the program. */

import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { askIfMeant } from "../definitions/closest.js";
import { settingNames } from "../definitions/settings.js";

/** The folder in which the engine starts the program. A program may change its folder later. */
const programFolder = process.cwd();

/**
 * The modules of the SDK by which the CLI runs a program, or a component package. A unit test has no engine, and for an
 * inline program of the Automation API, the engine searches in the folder of the workspace.
 */
const runners = ["run", "run-plugin"].map((command) => join("@pulumi", "pulumi", "cmd", command, "index.js"));

let isChecked = false;

/**
 * Also warns of unsupported settings.
 *
 * @throws RunError if Node is too old, or the engine would load another copy of the package, or none
 */
export function checkInstallation(): void {
  if (isChecked || !runners.some((runner) => require.main?.filename?.endsWith(runner))) return;
  isChecked = true;
  const problem = findNodeProblem(process.versions.node) ?? findPackageProblem();
  if (problem !== undefined) throw new pulumi.RunError(problem);
  for (const line of describeUnsupportedSettings()) void pulumi.log.warn(line);
}

export function findNodeProblem(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= 20) return undefined;
  return `pulumi-apphosting needs Node 20 or later, but Pulumi runs Node ${version}. Install a later version.`;
}

/** The engine starts its process for dynamic resources in the folder of the program. */
function findPackageProblem(): string | undefined {
  // From inside node_modules, a package doesn't find itself by its own name.
  const { resolve } = createRequire(join(programFolder, "node_modules", "-"));
  let found: string;
  try {
    found = resolve("pulumi-apphosting/host");
  } catch {
    return (
      "pulumi-apphosting is not installed where the engine looks for it: " +
      `make it a dependency of the project in ${programFolder}, ` +
      "with `npm install pulumi-apphosting` or your package manager's equivalent."
    );
  }
  // A bundle has no host next to this module, and an ES module no `__dirname`.
  const used = typeof __dirname === "undefined" ? undefined : join(__dirname, "..", "host", "index.js");
  if (used === undefined || !existsSync(used)) return undefined;
  // Two paths can be one file: by symlinks, letter case and drive letters.
  if (realpathSync.native(found) === realpathSync.native(used)) return undefined;
  return (
    `Two copies of pulumi-apphosting are installed: the program uses ${used}, the engine will use ${found}. ` +
    `Install it once, in ${programFolder}; a package that uses it should list it as a peer dependency.`
  );
}

/** Describes the keys of the stack's configuration that are no settings: a misspelt one has no effect. */
export function describeUnsupportedSettings(): string[] {
  const keys = Object.keys(pulumi.runtime.allConfig()).filter((key) => key.startsWith("apphosting:"));
  const names = keys.map((key) => key.slice("apphosting:".length));
  const unsupported = names.filter((name) => !settingNames.some((setting) => setting === name));
  // In a project called `apphosting`, the other keys are the program's own.
  if (unsupported.length === 0 || pulumi.getProject() === "apphosting") return [];
  return unsupported.map((name) => {
    const hint = askIfMeant(name, settingNames) || ` The settings are ${settingNames.join(", ")}.`;
    return `apphosting:${name} isn't a setting of pulumi-apphosting, so it has no effect.${hint}`;
  });
}
