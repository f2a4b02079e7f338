/**
 * Checks, once in a program, that the engine will find what the program uses: the same copy of this package. Without it, who installs the package wrongly gets
 * `Cannot find module` of another process, or runs one release in the program and another in the engine.
 */

import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { settingNames } from "../definitions/settings.js";

/** The folder in which the engine starts the program. It is read at the import, because a program may change its folder later. */
const programFolder = process.cwd();

/**
 * The modules of the SDK by which the CLI runs a program, or a component package as a plugin. Only there does the engine search in
 * the folder of the process: a unit test has no engine, and for an inline program of the Automation API it searches in the
 * folder of the workspace.
 */
const runners = ["run", "run-plugin"].map((command) => join("@pulumi", "pulumi", "cmd", command, "index.js"));

let isChecked = false;

/**
 * Checks the installation, and warns of unknown settings, once in a program that the CLI runs. Each resource and each provider calls it.
 *
 * @throws RunError where the engine would find no copy of the package
 */
export function checkInstallation(): void {
  if (isChecked || !runners.some((runner) => require.main?.filename?.endsWith(runner))) return;
  isChecked = true;
  const problem = findPackageProblem();
  if (problem !== undefined) throw new pulumi.RunError(problem);
  for (const line of describeUnknownSettings()) void pulumi.log.warn(line);
}

/**
 * Finds why the process that the engine starts for dynamic resources would not load the copy of the program. It starts in the
 * same folder.
 */
function findPackageProblem(): string | undefined {
  // A program's bundler puts this module beside no host, or into an ES module, where `__dirname` does not exist.
  const used = typeof __dirname === "undefined" ? undefined : join(__dirname, "..", "host", "index.js");
  if (used === undefined || !existsSync(used)) {
    return "pulumi-apphosting is bundled into the program, but the engine loads it from node_modules. Mark it and the SDK as external, with `esbuild --external:pulumi-apphosting --external:@pulumi/pulumi` or your bundler's equivalent, and install both in the project.";
  }
  let found: string;
  try {
    // A package that requires its own name finds itself. From inside node_modules it does not, and neither does the engine's
    // process.
    found = createRequire(join(programFolder, "node_modules", "-")).resolve("pulumi-apphosting/host");
  } catch {
    return `pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in ${programFolder}, with \`npm install pulumi-apphosting\` or your package manager's equivalent.`;
  }
  // Two paths can be one file: by symlinks, letter case and drive letters.
  if (realpathSync.native(found) === realpathSync.native(used)) return undefined;
  return `Two copies of pulumi-apphosting are installed: the program uses ${used}, the engine will use ${found}. Install it once, in ${programFolder}; a package that uses it should list it as a peer dependency.`;
}

/** Describes each key of the stack's configuration that is no setting. Without it, a misspelt key would have no effect, and nobody would say so. */
export function describeUnknownSettings(): string[] {
  const keys = Object.keys(pulumi.runtime.allConfig()).filter((key) => key.startsWith("apphosting:"));
  const names = keys.map((key) => key.slice("apphosting:".length));
  const unknown = names.filter((name) => !settingNames.some((setting) => setting === name));
  // In a project that is called `apphosting`, the other keys are the program's own.
  if (unknown.length === 0 || pulumi.getProject() === "apphosting") return [];
  return unknown.map((name) => {
    const near = settingNames.filter((setting) => setting.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()));
    const hint =
      near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `The settings are ${settingNames.join(", ")}.`;
    return `apphosting:${name} isn't a setting of pulumi-apphosting, so it has no effect. ${hint}`;
  });
}
