/**
 * Checks, once in a program, that the engine will find what the program uses: the same copy of this package, or the same version where a bundler has
 * put it into the program. Without it, who installs the package wrongly gets `Cannot find module` of another process, or runs one release in the
 * program and another in the engine.
 */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
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
  // A package that requires its own name finds itself. From inside node_modules it does not, and neither does the engine's process.
  const { resolve } = createRequire(join(programFolder, "node_modules", "-"));
  let found: string;
  try {
    found = resolve("pulumi-apphosting/host");
  } catch {
    return (
      "pulumi-apphosting is not installed where the engine looks for it: " +
      `make it a dependency of the project in ${programFolder}, ` +
      `with \`npm install pulumi-apphosting\` or your package manager's equivalent.`
    );
  }
  // A bundler puts this module beside no host, or into an ES module, where `__dirname` does not exist.
  const used = typeof __dirname === "undefined" ? undefined : join(__dirname, "..", "host", "index.js");
  if (used === undefined || !existsSync(used)) return findVersionProblem(resolve("pulumi-apphosting/package.json"));
  // Two paths can be one file: by symlinks, letter case and drive letters.
  if (realpathSync.native(found) === realpathSync.native(used)) return undefined;
  return (
    `Two copies of pulumi-apphosting are installed: the program uses ${used}, the engine will use ${found}. ` +
    `Install it once, in ${programFolder}; a package that uses it should list it as a peer dependency.`
  );
}

/** Compares the version in a bundle with the one that the engine will use. */
function findVersionProblem(manifest: string): string | undefined {
  // A bundler copies what this path names into the bundle.
  const bundled = (require("../../package.json") as { version: string }).version;
  const installed = JSON.parse(readFileSync(manifest, "utf8")).version;
  if (installed === bundled) return undefined;
  return (
    `pulumi-apphosting ${bundled} is bundled into the program, ` +
    `but the engine will use ${installed}, from ${dirname(manifest)}. ` +
    `Install ${bundled} in ${programFolder}, or bundle the program again.`
  );
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
