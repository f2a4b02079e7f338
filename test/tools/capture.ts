/**
 * Draws the picture of a preview that the README shows, of the quickstart on the real engine, with a sandbox as its API:
 * `npm run capture`. Look at it before it is committed.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "../../provider/sandbox";
import type { TestStack } from "../engine/stack";
import { copyOf, root } from "../examples/project";
import { settings } from "./demo-steps";
import { type Line, linesOf, plain, svg } from "./svg";

export const picture = join(root, "examples", "quickstart", "preview.svg");

const title =
  "pulumi preview --diff in a terminal: two settings of a cache are updated in place, and an environment with another " +
  "branch is replaced.";

const command = "pulumi preview --diff";

/** Brings the stack up and draws a preview of changes. */
export async function drawPreview(stack: TestStack): Promise<string> {
  await stack.up();
  await stack.configure({ ...settings, branch: "main" });
  const text = (await stack.preview("--color", "always")).replace(/^.*warning: .*$/gm, broken);
  return svg(title, [...linesOf(`\x1b[1m$ ${command}\x1b[0m`), ...inOneOrder(linesOf(text.trimEnd()))]);
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

async function capture(): Promise<void> {
  const sandbox = await startSandbox();
  const stack = await copyOf("quickstart", sandbox);
  try {
    await writeFile(picture, await drawPreview(stack));
  } finally {
    await stack.remove();
    await sandbox.close();
  }
}

if (require.main === module) capture();
