/** A test's stack in the Automation API. */

import { LocalWorkspace, PulumiCommand, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import type { TestStack } from "./stack";

/**
 * With an inline program, or with the one in the stack's folder. The language host of a built CLI knows no hooks, an
 * inline program does.
 */
export async function selectStack(stack: TestStack, program?: PulumiFn): Promise<Stack> {
  const path = process.env.PATH;
  process.env.PATH = stack.environment.PATH;
  const pulumiCommand = await PulumiCommand.get().finally(() => {
    process.env.PATH = path;
  });
  const workspace = { pulumiCommand, envVars: stack.environment as Record<string, string> };
  const where = { stackName: "dev", workDir: stack.folder };
  if (program === undefined) return LocalWorkspace.selectStack(where, workspace);
  // The engine looks for the file that Pulumi.yaml names, though it runs an inline program.
  await stack.program("");
  const inline = { stackName: "dev", projectName: "shop", program };
  return LocalWorkspace.selectStack(inline, { ...workspace, workDir: stack.folder });
}
