/** Checks that the engine will find what the program uses: the same copy of this package, or its plugin. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isPluginImported, programFolder } from "./imported-module.js";

/**
 * The modules of the SDK by which the CLI runs a program, or a component package as a plugin. Only there does the engine search in
 * the folder of the process: a unit test has no engine, and for an inline program of the Automation API it searches in the
 * folder of the workspace.
 */
const runners = ["run", "run-plugin"].map((command) => join("@pulumi", "pulumi", "cmd", command, "index.js"));

let isChecked = false;

/**
 * Checks the installation once in a program that the CLI runs. Each resource and each provider calls it.
 *
 * @throws RunError where the engine would find no copy of the package, or another, or not the plugin
 */
export function checkInstallation(): void {
  if (isChecked || !runners.some((runner) => require.main?.filename?.endsWith(runner))) return;
  isChecked = true;
  const problem = isPluginImported() ? findPluginProblem(programFolder, process.env.PATH ?? "") : findPackageProblem();
  if (problem !== undefined) throw new pulumi.RunError(problem);
}

/**
 * Finds why the process that the engine starts for dynamic resources would not load the copy of the program. It starts in the
 * same folder.
 */
function findPackageProblem(): string | undefined {
  // The build makes this module a part of dist/exports.js. A program's bundler puts it beside no host, or into an ES module, where
  // `__dirname` does not exist.
  const used = typeof __dirname === "undefined" ? undefined : join(__dirname, "host", "index.js");
  if (used === undefined || !existsSync(used)) {
    return "pulumi-apphosting is bundled into the program, but the engine loads it from node_modules. Mark it and the SDK as external, with `esbuild --external:pulumi-apphosting --external:@pulumi/pulumi` or the same of your bundler, and install both in the project.";
  }
  let found: string;
  try {
    // A package that requires its own name finds itself. From inside node_modules it does not, and neither does the engine's
    // process.
    found = createRequire(join(programFolder, "node_modules", "-")).resolve("pulumi-apphosting/host");
  } catch {
    return `pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in ${programFolder}, with \`npm install pulumi-apphosting\` or the same of your package manager.`;
  }
  // Two paths can be one file: by symlinks, letter case and drive letters.
  if (realpathSync.native(found) === realpathSync.native(used)) return undefined;
  return `Two copies of pulumi-apphosting are installed: the program uses ${used}, the engine will use ${found}. Install it once, in ${programFolder}; a package that builds on it takes it as a peer dependency.`;
}

const stanza = `plugins:
  providers:
    - name: apphosting
      path: node_modules/.bin`;

/**
 * Finds why the engine would not start the plugin. It looks for it on PATH and by the project file, and then for a release on the
 * network, where there is none.
 */
export function findPluginProblem(folder: string, path: string): string | undefined {
  const commands = ["", ".exe", ".cmd"].map((extension) => `pulumi-resource-apphosting${extension}`);
  const files = path.split(delimiter).flatMap((place) => commands.map((command) => join(place, command)));
  const file = findProjectFile(folder);
  if (file === undefined || files.some((command) => existsSync(command))) return undefined;
  // Whatever else is wrong with a project file that has the name, the engine reports it.
  if (readFileSync(file, "utf8").includes("apphosting")) return undefined;
  return `The engine would not find the plugin: pulumi-apphosting/plugin needs this in ${file}:\n${stanza}`;
}

/** Finds the project file in the folder, or in the nearest one above it. */
function findProjectFile(folder: string): string | undefined {
  const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(folder, name));
  const parent = dirname(folder);
  return files.find((file) => existsSync(file)) ?? (parent === folder ? undefined : findProjectFile(parent));
}
