/**
 * Draws the picture of a preview that the README shows, of the quickstart on the real engine, with a sandbox as its API:
 * `npm run capture`. Look at it before it is committed.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "../../provider/sandbox";
import { copyOf, root } from "../examples/project";
import { settings } from "./demo-steps";
import { type Line, linesOf, plain, svg } from "./svg";

export const picture = join(root, "examples", "quickstart", "preview.svg");

const title =
  "pulumi preview --diff in a terminal: two settings of a cache are updated in place, and an environment with another " +
  "branch is replaced.";

const command = "pulumi preview --diff";

export async function drawPreview(): Promise<string> {
  const sandbox = await startSandbox();
  try {
    const stack = await copyOf("quickstart", sandbox);
    try {
      await stack.up();
      for (const [key, value] of Object.entries({ ...settings, branch: "main" })) await stack.config(key, value);
      const text = (await stack.preview("--color", "always")).replace(/^.*warning: .*$/gm, broken);
      return svg(title, [...linesOf(`\x1b[1m$ ${command}\x1b[0m`), ...inOneOrder(linesOf(text.trimEnd()))]);
    } finally {
      await stack.remove();
    }
  } finally {
    await sandbox.close();
  }
}

/** As a terminal breaks a long line. */
function broken(line: string): string {
  return line.replace(/(.{1,88})(?: |$)/g, "$1\n").trimEnd();
}

/** The engine shows resources that do not depend on each other in the order in which they came. */
function inOneOrder(lines: readonly Line[]): Line[] {
  const [head, blocks, end]: [Line[], Line[][], Line[]] = [[], [], []];
  for (const line of lines) {
    const text = plain(line);
    if (/^ {4}\S.*: \(\w+\)$/.test(text)) blocks.push([line]);
    else if (blocks.length === 0) head.push(line);
    else if (end.length === 0 && text.startsWith("     ")) blocks.at(-1)?.push(line);
    else end.push(line);
  }
  return [...head, ...blocks.sort(byText).flat(), ...end];
}

function byText(one: readonly Line[], other: readonly Line[]): number {
  return one.map(plain).join("\n") < other.map(plain).join("\n") ? -1 : 1;
}

if (require.main === module) drawPreview().then((drawn) => writeFile(picture, drawn));
