import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestStack } from "../engine/stack";

/** Previews with the policy pack in the folder `policy` of the stack's project, which forbids the preview. Returns what is printed. */
export async function failPreviewByPolicy(stack: TestStack): Promise<string> {
  const text = await stack.fail("preview", "--policy-pack", "policy");
  if (!text.includes("could not read plugin [policy]: not supported")) return text;
  const program = await writePolicyProgram(stack);
  // The engine shows the path that it was given.
  return (await stack.fail("preview", "--policy-pack", program)).replace(`(local: ${program})`, "(local: policy)");
}

/**
 * The language host that test/tools/pulumi builds is older than the engine, and cannot start a policy pack. The engine also takes the
 * path of a program that serves the pack. This one starts the pack as today's language host does.
 */
async function writePolicyProgram({ folder }: TestStack): Promise<string> {
  const program = "policy/start";
  const start = `exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$1" .`;
  await writeFile(join(folder, program), `#!/bin/sh\ncd "$(dirname "$0")"\n${start}\n`, { mode: 0o755 });
  return program;
}
