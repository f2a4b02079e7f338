/** The change to the program that README.md tells: the demo and a test make it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestStack } from "../engine/stack";
import { edit } from "../examples/project";

const readme = readFileSync(join(__dirname, "../../README.md"), "utf8");
const [, diff = ""] = /^```diff\n([\s\S]*?)^```$/m.exec(readme) ?? [];

/** The lines that the diff takes out and adds. */
export const changedLines: readonly string[] = diff.match(/^[-+].*$/gm) ?? [];

/** Changes the program as the diff says: a blank line parts its places. */
export async function changeProgram(stack: TestStack): Promise<void> {
  const side = (place: string, other: string) =>
    place.replaceAll(new RegExp(`^\\${other}.*\\n?`, "gm"), "").replaceAll(/^./gm, "");
  for (const place of diff.split(/^\n/m)) await edit(stack, "index.ts", side(place, "+"), side(place, "-"));
}
