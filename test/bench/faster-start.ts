/** What a user can do about the start: `pulumi preview` of the quickstart on Node 22, in each way in turn. */

import { cp, readFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { TestStack } from "../engine/stack";
import { findNodePackage } from "../matrix/tools";
import { createTemporaryFolder, install } from "../tools/command";
import { toCommonJs } from "../unit/docs/files";

/** A cache is of compiled code, and Node's. For a compiled program, which is JavaScript, Pulumi loads no compiler. */
type Means = "none" | "cache" | "compiled";

export const fasterStarts = {
  asItIs: { title: "as it is", means: "none" },
  cached: { title: "with `NODE_COMPILE_CACHE`", means: "cache" },
  compiled: { title: "compiled, with `typescript: false`", means: "compiled" },
} satisfies Record<string, { title: string; means: Means }>;

/** Seconds of each round. */
export type FasterStarts = Readonly<Record<keyof typeof fasterStarts, number[]>>;

export async function measureFasterStarts(rounds: number): Promise<FasterStarts> {
  const node = createTemporaryFolder("node");
  await install(node, "Node 22", `node22@${findNodePackage(22)}`);
  const sandbox = await startSandbox();
  const times: FasterStarts = { asItIs: [], cached: [], compiled: [] };
  const stacks: [TestStack, number[]][] = [];
  try {
    for (const [name, seconds] of Object.entries(times)) {
      const stack = await createStack(fasterStarts[name as keyof FasterStarts].means, sandbox);
      stack.environment.PATH = [join(node, "node_modules/node22/bin"), stack.environment.PATH].join(delimiter);
      stacks.push([stack, seconds]);
    }
    // The first round fills the compile cache, and counts for none.
    for (const [stack] of stacks) await measurePreview(stack);
    for (let round = 1; round <= rounds; round += 1) {
      for (const [stack, seconds] of stacks) seconds.push(await measurePreview(stack));
    }
    return times;
  } finally {
    for (const [stack] of stacks) await stack.remove();
    await sandbox.close();
  }
}

const quickstart = resolve(__dirname, "../../examples/quickstart");

async function createStack(means: Means, sandbox: Sandbox): Promise<TestStack> {
  const isCompiled = means === "compiled";
  const stack = await TestStack.create(sandbox);
  if (means === "cache") stack.environment.NODE_COMPILE_CACHE = join(stack.folder, "compile-cache");
  const [main, options] = isCompiled ? ["index.js", "\n  options:\n    typescript: false"] : ["index.ts", ""];
  await stack.write("Pulumi.yaml", `name: shop\nmain: ${main}\nruntime:\n  name: nodejs${options}\n`);
  const program = await readFile(join(quickstart, "index.ts"), "utf8");
  await stack.write(main, isCompiled ? toCommonJs(program) : program);
  await cp(join(quickstart, "tsconfig.json"), join(stack.folder, "tsconfig.json"));
  return stack;
}

async function measurePreview(stack: TestStack): Promise<number> {
  const start = performance.now();
  const text = await stack.succeed("preview");
  const seconds = (performance.now() - start) / 1000;
  if (!text.includes("+ 4 to create")) throw new Error(`no preview of the quickstart:\n${text}`);
  return seconds;
}
