/** Whether the engine will find the copy of this package that the program uses. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";

/** The program's, in which the engine starts it. A program may change its folder later. */
const programFolder = process.cwd();

/** A bundler puts this module into a file of its own, or into an ES module, which has no name here. */
const isBundled = typeof __filename === "undefined" || basename(__filename) !== "installation.js";

/**
 * Whether the CLI runs the program. Elsewhere a folder says nothing: a unit test has no engine, and for an inline program
 * of the Automation API it is the workspace's folder that counts.
 */
function isRunByCli(): boolean {
  return runners.some((runner) => require.main?.filename?.endsWith(runner));
}

/** At the first resource of a program that the CLI runs. */
function once(check: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone || !isRunByCli()) return;
    isDone = true;
    check();
  };
}

/** The SDK's modules that run a program, or a component package as a plugin, for the CLI. */
const runners = ["run", "run-plugin"].map((command) => join("@pulumi", "pulumi", "cmd", command, "index.js"));

/**
 * Where the CLI runs the program, the host process requires the package from the same folder.
 *
 * @throws RunError where it would find none, or another copy
 */
export const checkInstallation = once(() => {
  if (isBundled) {
    throw new pulumi.RunError(
      `pulumi-apphosting is bundled into the program, but the engine loads it from node_modules. Mark it and the SDK as external, with \`esbuild --external:pulumi-apphosting --external:@pulumi/pulumi\` or the same of your bundler, and install both in the project.`,
    );
  }
  let found: string | undefined;
  try {
    // From inside node_modules, a package's own name does not count: neither does it for the host.
    found = createRequire(join(programFolder, "node_modules", "-")).resolve("pulumi-apphosting/host");
  } catch {
    found = undefined;
  }
  const own = require.resolve("../host/index.js");
  // A path has many spellings: symlinks, letter case, drive letters.
  if (found !== undefined && realpathSync.native(found) === realpathSync.native(own)) return;
  throw new pulumi.RunError(
    found === undefined
      ? `pulumi-apphosting is not installed where the engine looks for it: make it a dependency of the project in ${programFolder}, with \`npm install pulumi-apphosting\` or the same of your package manager.`
      : `Two copies of pulumi-apphosting are installed: the program uses ${own}, the engine will use ${found}. Install it once, in ${programFolder}; a package that builds on it takes it as a peer dependency.`,
  );
});

const stanza = `plugins:
  providers:
    - name: apphosting
      path: node_modules/.bin`;

/** By what a project file without its comments names the plugin. In doubt it does, and the engine says what is wrong. */
const stanzas = [
  /\bplugins["']?\s*:[\s\S]*\bname["']?\s*:\s*["']?apphosting\b/,
  /\bpackages["']?\s*:[\s\S]*[\s{,"']apphosting(["']\s*:|\s*:\s)/,
];

/** @throws RunError where the engine would not find the plugin */
export const checkPlugin = once(() => {
  const { advice, isCertain } = missingStanza(programFolder, process.env.PATH ?? "") ?? {};
  if (isCertain) throw new pulumi.RunError(`The engine would not find the plugin: ${advice}`);
  if (advice !== undefined) pulumi.log.warn(advice);
});

/**
 * The engine finds the plugin on PATH or by the project file. Otherwise it looks for a release on the network, of which there
 * is none. Without a project file it is not certain what the engine has.
 */
export function missingStanza(folder: string, path: string): { advice: string; isCertain: boolean } | undefined {
  const command = "pulumi-resource-apphosting";
  const names = [command, `${command}.exe`, `${command}.cmd`];
  const folders = path.split(delimiter).filter((one) => one !== "");
  if (folders.some((one) => names.some((name) => existsSync(join(one, name))))) return undefined;
  const file = projectFile(folder);
  const text = file === undefined ? "" : readFileSync(file, "utf8").replace(/(^|\s)#.*/g, "");
  if (stanzas.some((stanza) => stanza.test(text))) return undefined;
  const advice = `pulumi-apphosting/plugin needs this in ${file ?? "Pulumi.yaml"}:\n${stanza}`;
  return { advice, isCertain: file !== undefined };
}

/** The one in the folder, or in the nearest above it. */
function projectFile(folder: string): string | undefined {
  const found = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFile(parent));
}
