/** What a user can do about the start: `pulumi preview` of the quickstart on Node 22, in each way in turn. */

import { cp, readFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import ts from "typescript";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { pluginStanza, TestStack } from "../engine/stack";
import { findNodePackage } from "../matrix/tools";
import { createTemporaryFolder, install } from "../tools/command";

interface FasterStart {
  readonly title: string;
  /** Node keeps compiled code between runs. */
  readonly isCached?: true;
  /** The program is JavaScript, and Pulumi loads no compiler. */
  readonly isCompiled?: true;
  readonly isPlugin?: true;
}

export const fasterStarts = {
  asItIs: { title: "as it is" },
  cached: { title: "with `NODE_COMPILE_CACHE`", isCached: true },
  compiled: { title: "compiled, with `typescript: false`", isCompiled: true },
  plugin: { title: "with [the plugin](plugin.md)", isPlugin: true },
  all: { title: "with all three", isCached: true, isCompiled: true, isPlugin: true },
} satisfies Record<string, FasterStart>;

/** Seconds of each round. */
export type FasterStarts = Readonly<Record<keyof typeof fasterStarts, number[]>>;

export async function measureFasterStarts(rounds: number): Promise<FasterStarts> {
  const node = createTemporaryFolder("node");
  await install(node, "Node 22", `node22@${findNodePackage(22)}`);
  const sandbox = await startSandbox();
  const times: FasterStarts = { asItIs: [], cached: [], compiled: [], plugin: [], all: [] };
  const stacks: [TestStack, number[]][] = [];
  try {
    for (const [name, seconds] of Object.entries(times)) {
      const stack = await createStack(fasterStarts[name as keyof FasterStarts], sandbox);
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

async function createStack({ isCached, isCompiled, isPlugin }: FasterStart, sandbox: Sandbox): Promise<TestStack> {
  const stack = await TestStack.create(sandbox);
  if (isCached) stack.environment.NODE_COMPILE_CACHE = join(stack.folder, "compile-cache");
  const [main, options] = isCompiled ? ["index.js", "\n  options:\n    typescript: false"] : ["index.ts", ""];
  const stanza = isPlugin ? pluginStanza : "";
  await stack.write("Pulumi.yaml", `name: shop\nmain: ${main}\nruntime:\n  name: nodejs${options}\n${stanza}`);
  const source = await readFile(join(quickstart, "index.ts"), "utf8");
  const program = isPlugin ? source.replace('"pulumi-apphosting"', '"pulumi-apphosting/plugin"') : source;
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  await stack.write(main, isCompiled ? ts.transpileModule(program, { compilerOptions }).outputText : program);
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
