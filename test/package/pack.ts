/** The package as `npm pack` makes it. */

import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { createTemporaryFolder, removeTemporaryFolders, succeed } from "../tools/command";

export const root = resolve(__dirname, "..", "..");

/** A tarball in the output of npm. */
interface Listing {
  readonly filename: string;
  readonly size: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

export interface Packed {
  /** The copy of the checkout that was packed. */
  readonly checkout: string;
  /** Path of the tarball. */
  readonly tarball: string;
  /** The package unpacked. */
  readonly folder: string;
  readonly listing: Listing;
}

const result = "PACKED";

/** For mocha: the workers have the result from the environment of its main process. */
export const mochaGlobalSetup = packOnce;

/** For mocha, which kills a worker that takes more than a second to end: large folders go with the file that made them. */
export const mochaHooks = { afterAll: removeTemporaryFolders };

/** Packs once a run, from a copy, to which a test can add files. */
export async function packOnce(): Promise<Packed> {
  process.env[result] ??= JSON.stringify(await pack());
  return JSON.parse(process.env[result]);
}

async function pack(): Promise<Packed> {
  const folder = createTemporaryFolder("pack");
  const checkout = join(folder, "checkout");
  const left = ["node_modules", "dist", ".git"];
  await cp(root, checkout, {
    recursive: true,
    filter: (path) => !left.includes(relative(root, path)),
  });
  await symlink(join(root, "node_modules"), join(checkout, "node_modules"), "junction");
  // Left over from running an example in the checkout. None of it may be published.
  await writeFile(join(checkout, "examples/quickstart/Pulumi.left.yaml"), "config:\n  apphosting:token: left\n");
  await writeFile(join(checkout, "examples/quickstart/pulumi-apphosting-0.0.1.tgz"), "");
  await mkdir(join(checkout, "examples/quickstart/node_modules/left"), { recursive: true });
  await writeFile(join(checkout, "examples/quickstart/node_modules/left/index.js"), "");
  const listing = await packUnder("022", checkout, folder);
  const tarball = join(folder, listing.filename);
  await mkdir(join(folder, "unpacked"));
  await succeed(folder, "tar", ["-xzf", tarball, "-C", "unpacked"]);
  return { checkout, tarball, folder: join(folder, "unpacked", "package"), listing };
}

/** Packs a checkout into a folder, as somebody whose shell has this umask. */
export async function packUnder(umask: string, checkout: string, folder: string): Promise<Listing> {
  const command = `umask ${umask} && npm pack --json --pack-destination "${folder}"`;
  const said = await succeed(checkout, "sh", ["-c", command]);
  // The scripts that npm runs before packing print to standard output too.
  const [listing] = JSON.parse(said.slice(said.lastIndexOf("\n[\n") + 1)) as [Listing];
  return listing;
}
