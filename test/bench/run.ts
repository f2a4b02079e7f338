/** The benchmark: `npm run bench -- --help` says how to ask for less than all of it. */

import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { findPulumi } from "../tools/pulumi/find";
import { measureFasterStarts } from "./faster-start";
import type { Results } from "./figures";
import { pageSizes, withResults } from "./page";
import { report } from "./report";
import { runStack, type Variant, type Way, ways } from "./stacks";

const all = { sizes: "10,100,1000", rounds: "3" };
const usage = `Usage: npm run bench -- [options]

Measures the same stacks each way in turn, and prints each figure as a ratio to the engine alone in the same round. A run
with the sizes ${pageSizes.join(" and ")} also writes test/bench/results.json, test/bench/RESULTS.md and docs/performance.md. All sizes take
three quarters of an hour on 2 cores that do nothing else. The usual way is left out where it would take a quarter of an
hour for a round.

  --sizes ${all.sizes}   resources of a stack
  --rounds ${all.rounds}            how often a stack is measured; the start is measured three times as often
  --report              measures nothing: prints test/bench/results.json, and writes both documents
`;

const resultsFile = join(__dirname, "results.json");
const reportFile = join(__dirname, "RESULTS.md");
const pageFile = join(__dirname, "..", "..", "docs", "performance.md");

/** What the engine runs at once on each processor, unless told otherwise. */
const operationsPerProcessor = 4;

async function measure(sizes: readonly number[], rounds: number): Promise<Results> {
  const { version } = await findPulumi();
  const results = {
    machine: {
      date: new Date().toISOString(),
      processor: `${cpus()[0]?.model ?? "unknown"} × ${availableParallelism()}`,
      "memory, GiB": Math.round(totalmem() / 2 ** 30),
      node: process.version,
      pulumi: `${version}, SDK ${sdkVersion}`,
    },
    parallelism: availableParallelism() * operationsPerProcessor,
    samples: [] as Results["samples"][number][],
    state: {} as Record<Way, number>,
  };
  // First, for it installs Node: without the registry nothing else is worth its time.
  process.stderr.write("ways to start faster\n");
  const fasterStarts = await measureFasterStarts(rounds * 3);
  // In each round one way after the other: what slows the machine down for minutes, slows all of them down.
  for (const { round, ...variant } of planned(sizes, rounds)) {
    process.stderr.write(`round ${round} of ${rounds}, ${Object.values(variant).join(", ")}:`);
    const { measured, bytes } = await runStack(variant, ({ operation, seconds }) => {
      process.stderr.write(` ${operation} ${seconds.toFixed(2)} s`);
    });
    process.stderr.write("\n");
    if (variant.setting === "warmUp") results.state[variant.way] = bytes / variant.size;
    else results.samples.push(...measured.map((one) => ({ ...variant, round, ...one })));
  }
  return { ...results, fasterStarts };
}

/** The usual way takes a quarter of an hour for a round of 1000, of which the other ways take ten minutes together. */
const longestOfUsual = 300;

/** The warm-up is for the first stack to find files in memory like the others. */
function planned(sizes: readonly number[], rounds: number): (Variant & { round: number })[] {
  const every = Object.keys(ways) as Way[];
  const stacks = (round: number, setting: Variant["setting"], size: number, some = every) =>
    some.map((way) => ({ round, way, setting, size }));
  const plan = stacks(0, "warmUp", 30);
  for (const size of sizes) {
    for (let round = 1; round <= rounds; round += 1) {
      const isLarge = size > longestOfUsual;
      plan.push(...stacks(round, "plain", size, isLarge ? every.filter((way) => way !== "usual") : every));
      if (size !== Math.max(...sizes) || round > 1) continue;
      plan.push(...stacks(round, "late", size, ["ours"]), ...stacks(round, "once", size, ["ours"]));
    }
  }
  return plan;
}

/** One line a sample, and no digits that mean nothing. */
function asJson(results: Results): string {
  const short = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toFixed(3)) : value);
  return `${JSON.stringify(results, short).replaceAll(/\{"way"|"(state|fasterStarts)":/g, "\n$&")}\n`;
}

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = { sizes: text, rounds: text, report: flag, help: { ...flag, short: "h" } };
  const { help, report: again, sizes, rounds } = { ...all, ...parseArgs({ options }).values };
  if (help) return void process.stdout.write(usage);
  if (!/^([1-9]\d*,)*[1-9]\d*$/.test(`${sizes},${rounds}`)) throw new Error(usage);
  const measured = sizes.split(",").map(Number);
  const json = again ? await readFile(resultsFile, "utf8") : asJson(await measure(measured, Number(rounds)));
  // From what was written, whose figures are rounded: the page's are then those of the file.
  const results: Results = JSON.parse(json);
  process.stdout.write(report(results));
  if (!pageSizes.every((size) => again || measured.includes(size))) return;
  await writeFile(resultsFile, json);
  await writeFile(reportFile, report(results));
  await writeFile(pageFile, withResults(await readFile(pageFile, "utf8"), results));
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
