/** What a user can do about the start: `pulumi preview` of the quickstart on Node 22, in each way in turn. */

import { cp, readFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import ts from "typescript";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { pluginStanza, TestStack } from "../engine/stack";
import { nodePackage } from "../matrix/tools";
import { install, temporaryFolder } from "../tools/command";

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
} as const satisfies Record<string, FasterStart>;

/** Seconds of each round. */
export type FasterStarts = Readonly<Record<keyof typeof fasterStarts, readonly number[]>>;

export async function measureFasterStarts(rounds: number): Promise<FasterStarts> {
  const bin = await node22();
  const sandbox = await startSandbox();
  const times: Record<keyof FasterStarts, number[]> = { asItIs: [], cached: [], compiled: [], plugin: [], all: [] };
  const stacks: [TestStack, number[]][] = [];
  try {
    for (const name of Object.keys(times) as (keyof FasterStarts)[]) {
      stacks.push([await project(fasterStarts[name], sandbox, bin), times[name]]);
    }
    // The first round fills the compile cache, and counts for none.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [stack, seconds] of stacks) {
        const one = await secondsOfPreview(stack);
        if (round > 0) seconds.push(one);
      }
    }
    return times;
  } finally {
    for (const [stack] of stacks) await stack.remove();
    await sandbox.close();
  }
}

/** The folder of its program. */
async function node22(): Promise<string> {
  const folder = temporaryFolder("node");
  await install(folder, "Node 22", `node22@${nodePackage(22)}`);
  return join(folder, "node_modules/node22/bin");
}

const quickstart = resolve(__dirname, "../../examples/quickstart");

async function project(start: FasterStart, sandbox: Sandbox, bin: string): Promise<TestStack> {
  const stack = await TestStack.create(sandbox);
  const { environment, folder } = stack;
  environment.PATH = [bin, environment.PATH].join(delimiter);
  if (start.isCached) environment.NODE_COMPILE_CACHE = join(folder, "compile-cache");
  const source = await readFile(join(quickstart, "index.ts"), "utf8");
  const program = start.isPlugin ? source.replace('"pulumi-apphosting"', '"pulumi-apphosting/plugin"') : source;
  const options = start.isCompiled ? "\n  options:\n    typescript: false" : "";
  const main = start.isCompiled ? "index.js" : "index.ts";
  const stanza = start.isPlugin ? pluginStanza : "";
  await stack.write("Pulumi.yaml", `name: shop\nmain: ${main}\nruntime:\n  name: nodejs${options}\n${stanza}`);
  const module = ts.ModuleKind.CommonJS;
  const target = ts.ScriptTarget.ES2022;
  const compiled = () => ts.transpileModule(program, { compilerOptions: { module, target } }).outputText;
  await stack.write(main, start.isCompiled ? compiled() : program);
  await cp(join(quickstart, "tsconfig.json"), join(folder, "tsconfig.json"));
  return stack;
}

async function secondsOfPreview(stack: TestStack): Promise<number> {
  const start = performance.now();
  const text = await stack.succeed("preview");
  const seconds = (performance.now() - start) / 1000;
  if (!text.includes("+ 4 to create")) throw new Error(`no preview of the quickstart:\n${text}`);
  return seconds;
}
