/** The package as `npm pack` makes it. */

import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { announce, createTemporaryFolder, succeed } from "../tools/command";

export const root = resolve(__dirname, "..", "..");

export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** The package unpacked. */
  readonly folder: string;
}

let packing: Promise<Packed> | undefined;

/** Packs once a run, from a copy: packing empties dist, which other tests use. */
export function packOnce(): Promise<Packed> {
  packing ??= pack();
  return packing;
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
  // What somebody leaves who has run an example in the checkout must not be published.
  await writeFile(join(checkout, "examples/quickstart/Pulumi.left.yaml"), "config:\n  apphosting:token: left\n");
  await writeFile(join(checkout, "examples/quickstart/pulumi-apphosting-0.0.1.tgz"), "");
  await mkdir(join(checkout, "examples/quickstart/node_modules/left"), { recursive: true });
  await writeFile(join(checkout, "examples/quickstart/node_modules/left/index.js"), "");
  announce("Packing the package", "npm");
  const said = await succeed(checkout, "npm", ["pack", "--json", "--pack-destination", folder]);
  // The scripts that npm runs before packing print to standard output too.
  const [one] = JSON.parse(said.slice(said.lastIndexOf("\n[\n") + 1)) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  const tarball = join(folder, one.filename);
  await mkdir(join(folder, "unpacked"));
  await succeed(folder, "tar", ["-xzf", tarball, "-C", "unpacked"]);
  return {
    tarball,
    size: one.size,
    files: one.files.map(({ path }) => path),
    folder: join(folder, "unpacked", "package"),
  };
}
