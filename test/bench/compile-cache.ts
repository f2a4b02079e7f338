/**
 * What NODE_COMPILE_CACHE saves of a preview and an `up` of 10 resources, on Node 22 or later: processor time, user and
 * system, of the CLI and all its processes, which other work on the machine changes little.
 *
 *     npm run build && npx tsx test/bench/compile-cache.ts [rounds] [major version of Node]
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../provider/sandbox";
import { TestStack } from "../engine/stack";
import { succeed, temporaryFolder } from "../tools/command";

const [rounds = "9", major = "22"] = process.argv.slice(2);

const program = Array.from(
  { length: 9 },
  (_, index) => `new Application("web-${index}", { name: "Web ${index}", sourceControlProvider: "hostA" });\n`,
);
program.push('new Cache("sessions", { cacheId: "cache-1", name: "sessions" });\n');

/** `times` of a shell counts the processes that it and its children have waited for. */
async function seconds(stack: TestStack, command: string): Promise<number> {
  const script = `pulumi --non-interactive ${command} >&2 && times`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: stack.folder, env: stack.environment });
  const [, ofChildren = ""] = stdout.trim().split("\n");
  const all = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => 60 * Number(minutes) + Number(rest),
  );
  return all.reduce((sum, one) => sum + one);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

async function measure(): Promise<void> {
  const folder = temporaryFolder("node");
  const node = `node-${process.platform}-${process.arch}`;
  await succeed(folder, "npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${node}@${major}`]);
  const api = await startSandbox();
  const stack = await TestStack.create(api);
  try {
    await stack.program(program.join(""));
    const path = `${join(folder, "node_modules", node, "bin")}:${stack.environment.PATH}`;
    const version = await succeed(folder, "node", ["--version"], { PATH: path });
    const found: Record<string, number[]> = {};
    // One after the other in each round: what slows the machine down, slows both. The first round fills the cache.
    for (let round = 0; round <= Number(rounds); round += 1) {
      for (const cache of ["without", "with"]) {
        const setting = cache === "with" ? { NODE_COMPILE_CACHE: join(folder, "cache") } : {};
        Object.assign(stack.environment, { PATH: path, NODE_COMPILE_CACHE: "" }, setting);
        for (const [name, command] of Object.entries({ preview: "preview", up: "up --yes --skip-preview" })) {
          const taken = await seconds(stack, command);
          const key = `${name} ${cache}`;
          if (round > 0) found[key] = [...(found[key] ?? []), taken];
        }
        await stack.succeed("destroy", "--yes", "--skip-preview");
      }
      const latest = Object.entries(found).map(([name, values]) => `${name} ${values.at(-1)?.toFixed(2)}`);
      process.stderr.write(`round ${round} of ${rounds}: ${latest.join(", ")}\n`);
    }
    console.log(`Node ${version.trim()}, ${rounds} rounds, seconds of processor time: median (lowest to highest)`);
    for (const [name, values] of Object.entries(found)) {
      const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
      console.log(`${name}: ${median(values).toFixed(2)} (${low} to ${high})`);
    }
  } finally {
    await stack.remove();
    await api.close();
  }
}

measure();
