/** Builds provider/ into dist/, as `npm run build` does, for tools that run what was built. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { succeed } from "./command";

const root = resolve(__dirname, "../..");
const sources = join(root, "provider");
/** The build writes this file each time. */
const builtFile = join(root, "dist/index.js");

export async function build(): Promise<void> {
  await succeed(root, "npm", ["run", "build"]);
}

/** Builds unless the last build is newer than each source: tests that run side by side read the files that a build writes. */
export async function buildIfOutdated(): Promise<void> {
  if (!isBuilt()) await build();
}

function isBuilt(): boolean {
  if (!existsSync(builtFile)) return false;
  const builtAt = statSync(builtFile).mtimeMs;
  return readdirSync(sources, { recursive: true, encoding: "utf8" }).every(
    (file) => statSync(join(sources, file)).mtimeMs <= builtAt,
  );
}
