/** Whether the engine will find the copy of this package that the program uses. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isPlugin } from "./manager.js";

/** The program's, in which the engine starts it. A program may change its folder later. */
const programFolder = process.cwd();

/**
 * The SDK's modules that run a program, or a component package as a plugin, for the CLI. Elsewhere a folder says
 * nothing: a unit test has no engine, and for an inline program of the Automation API the workspace's folder counts.
 */
const runners = ["run", "run-plugin"].map((command) => join("@pulumi", "pulumi", "cmd", command, "index.js"));

let isChecked = false;

/**
 * Called by each resource and provider; the first of a program that the CLI runs is checked.
 *
 * @throws RunError where the engine would find no copy of the package, or another, or not the plugin
 */
export function checkInstallation(): void {
  if (isChecked || !runners.some((runner) => require.main?.filename?.endsWith(runner))) return;
  isChecked = true;
  const problem = isPlugin() ? missingStanza(programFolder, process.env.PATH ?? "") : missingPackage();
  if (problem !== undefined) throw new pulumi.RunError(problem);
}

/** Where the CLI runs the program, the host process requires the package from the same folder. */
function missingPackage(): string | undefined {
  // A bundler puts this module into a file of its own, or into an ES module, which has no name here.
  if (typeof __filename === "undefined" || basename(__filename) !== "installation.js") {
    return "pulumi-apphosting is bundled into the program, but the engine loads it from node_modules. Mark it and the SDK as external, with `esbuild --external:pulumi-apphosting --external:@pulumi/pulumi` or the same of your bundler, and install both in the project.";
  }
  let found: string;
  try {
    // From inside node_modules, a package's own name does not count: neither does it for the host.
    found = createRequire(join(programFolder, "node_modules", "-")).resolve("pulumi-apphosting/host");
  } catch {
    return `pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in ${programFolder}, with \`npm install pulumi-apphosting\` or the same of your package manager.`;
  }
  const own = require.resolve("../host/index.js");
  // A path has many spellings: symlinks, letter case, drive letters.
  if (realpathSync.native(found) === realpathSync.native(own)) return undefined;
  return `Two copies of pulumi-apphosting are installed: the program uses ${own}, the engine will use ${found}. Install it once, in ${programFolder}; a package that builds on it takes it as a peer dependency.`;
}

const stanza = `plugins:
  providers:
    - name: apphosting
      path: node_modules/.bin`;

/** By what a project file without its comments names the plugin. In doubt it does, and the engine says what is wrong. */
const stanzas = [
  /\bplugins["']?\s*:[\s\S]*\bname["']?\s*:\s*["']?apphosting\b/,
  /\bpackages["']?\s*:[\s\S]*[\s{,"']apphosting(["']\s*:|\s*:\s)/,
];

/**
 * What is wrong where the engine finds the plugin neither on PATH nor by the project file: it would look for a release on
 * the network, of which there is none.
 */
export function missingStanza(folder: string, path: string): string | undefined {
  const commands = ["", ".exe", ".cmd"].map((extension) => `pulumi-resource-apphosting${extension}`);
  const places = path.split(delimiter).flatMap((one) => commands.map((command) => join(one, command)));
  const file = projectFile(folder);
  if (file === undefined || places.some((place) => existsSync(place))) return undefined;
  const text = readFileSync(file, "utf8").replace(/(^|\s)#.*/g, "");
  if (stanzas.some((stanza) => stanza.test(text))) return undefined;
  return `The engine would not find the plugin: pulumi-apphosting/plugin needs this in ${file}:\n${stanza}`;
}

/** The one in the folder, or in the nearest above it. */
function projectFile(folder: string): string | undefined {
  const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(folder, name));
  const parent = dirname(folder);
  return files.find((file) => existsSync(file)) ?? (parent === folder ? undefined : projectFile(parent));
}
