/** The package as `npm pack` makes it. */

import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { createTemporaryFolder, removeTemporaryFolders, succeed } from "../tools/command";

export const root = resolve(__dirname, "..", "..");

export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  /** The package unpacked. */
  readonly folder: string;
  /** What npm lists of it. */
  readonly files: readonly { readonly path: string }[];
}

const result = "PACKED";

/** For mocha: the workers have the result from the environment of its main process. */
export const mochaGlobalSetup = packOnce;

/** For mocha, which kills a worker that takes more than a second to end: large folders go with the file that made them. */
export const mochaHooks = { afterAll: removeTemporaryFolders };

/** Packs once a run, from a copy of the checkout. */
export async function packOnce(): Promise<Packed> {
  process.env[result] ??= JSON.stringify(await pack());
  return JSON.parse(process.env[result]);
}

async function pack(): Promise<Packed> {
  const folder = createTemporaryFolder("pack");
  const checkout = join(folder, "checkout");
  const filter = (path: string) => !["node_modules", "dist", ".git"].includes(relative(root, path));
  await cp(root, checkout, { recursive: true, filter });
  await symlink(join(root, "node_modules"), join(checkout, "node_modules"), "junction");
  // Left over from a build, and from running an example in the checkout. None of it may be published.
  const left = ["dist/stale.js", ...["Pulumi.left.yaml", "left-0.0.1.tgz", "node_modules/left.js"].map(atQuickstart)];
  for (const file of left) {
    await mkdir(dirname(join(checkout, file)), { recursive: true });
    await writeFile(join(checkout, file), "");
  }
  const printed = await succeed(checkout, "npm", ["pack", "--json", "--pack-destination", folder]);
  // The scripts that npm runs before packing print to standard output too.
  const [{ filename, files }] = JSON.parse(printed.slice(printed.lastIndexOf("\n[\n") + 1));
  const tarball = join(folder, filename);
  await mkdir(join(folder, "unpacked"));
  await succeed(folder, "tar", ["-xzf", tarball, "-C", "unpacked"]);
  return { tarball, folder: join(folder, "unpacked", "package"), files };
}

const atQuickstart = (file: string) => `examples/quickstart/${file}`;
