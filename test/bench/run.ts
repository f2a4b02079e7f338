/**
 * The benchmark: `npm run bench` measures the same stacks each way in turn, in three rounds or as many as its argument says, and
 * writes results.json and the documents. `npm run bench -- 0` measures nothing, and writes the documents alone.
 */

import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { findPulumi } from "../tools/pulumi/find";
import { documents, replaceResults } from "./documents";
import { measureFasterStarts } from "./faster-start";
import type { Results, Sample } from "./figures";
import { runStack, sizes, type Variant, type Way, wayNames } from "./stacks";

const root = join(__dirname, "../..");
const resultsFile = join(root, "test/bench/results.json");

/** What the engine runs at once on each processor, unless told otherwise. */
const operationsPerProcessor = 4;

async function measure(rounds: number): Promise<Results> {
  const { version } = await findPulumi();
  // First, for it installs Node: without the registry nothing else is worth its time.
  console.error("ways to start faster");
  const fasterStarts = await measureFasterStarts(rounds * 3);
  const samples: Sample[] = [];
  const state: Partial<Record<Way, number>> = {};
  for (const { round, ...variant } of planStacks(rounds)) {
    console.error(`round ${round} of ${rounds}, ${Object.values(variant).join(", ")}`);
    const { measured, bytes } = await runStack(variant);
    if (variant.setting === "warmUp") state[variant.way] = bytes / variant.size;
    else samples.push(...measured.map((one) => ({ ...variant, round, ...one })));
  }
  return {
    machine: {
      date: new Date().toISOString(),
      processor: `${cpus()[0]?.model ?? "unknown"} × ${availableParallelism()}`,
      "memory, GiB": Math.round(totalmem() / 2 ** 30),
      node: process.version,
      pulumi: `${version}, SDK ${sdkVersion}`,
    },
    parallelism: availableParallelism() * operationsPerProcessor,
    samples,
    state: state as Results["state"],
    fasterStarts,
  };
}

/** In each round one way after the other: what slows the machine down for minutes, slows all of them down. */
function planStacks(rounds: number): (Variant & { round: number })[] {
  const each = (round: number, setting: Variant["setting"], size: number) =>
    wayNames.map((way) => ({ way, setting, size, round }));
  // After a warm-up, the first stack finds files in memory like the others.
  const plan = each(0, "warmUp", 30);
  for (const size of sizes) {
    for (let round = 1; round <= rounds; round += 1) {
      plan.push(...each(round, "plain", size));
      if (size < Math.max(...sizes)) continue;
      plan.push({ way: "ours", setting: "named", size, round });
      if (round > 1) continue;
      for (const setting of ["late", "once"] as const) plan.push({ way: "ours", setting, size, round });
    }
  }
  return plan;
}

/** One line a sample, and no digits that mean nothing. */
function encodeResults(results: Results): string {
  const short = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toFixed(3)) : value);
  return `${JSON.stringify(results, short).replaceAll(/\{"way"|"(state|fasterStarts)":/g, "\n$&")}\n`;
}

async function main(rounds: number): Promise<void> {
  if (!Number.isInteger(rounds) || rounds < 0) throw new Error("The argument is the number of rounds.");
  if (rounds > 0) await writeFile(resultsFile, encodeResults(await measure(rounds)));
  // As the file has them, rounded.
  const results: Results = JSON.parse(await readFile(resultsFile, "utf8"));
  for (const document of Object.keys(documents)) {
    const file = join(root, document);
    await writeFile(file, replaceResults(document, await readFile(file, "utf8"), results));
  }
}

main(Number(process.argv[2] ?? 3)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
