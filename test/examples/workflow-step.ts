/** The commands of workflows to copy, as GitHub runs a step whose shell is bash. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestStack } from "../engine/stack";
import { attempt, type Result } from "../tools/command";
import { root } from "./project";

export async function runStep({ folder, environment }: TestStack, workflow: string, step: string): Promise<Result> {
  const text = await readFile(join(root, "examples/workflows", workflow), "utf8");
  const [, after = ""] = text.split(`      - name: ${step}\n`);
  const [, indented = ""] = /^ {8}run: \|\n((?: {10}.*\n|\n)+)/m.exec(after) ?? [];
  return attempt(folder, "bash", ["-eo", "pipefail", "-c", indented.replaceAll(/^ {10}/gm, "")], environment);
}
