/**
 * The benchmark: `npm run bench -- --earlier <folder> --write` measures everything and writes RESULTS.md. `<folder>` has an
 * earlier release, built by `npm ci`. To measure a part, use `--kind caches --resources 10 --resources 100 --rounds 1`.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPulumi } from "../tools/pulumi/find";
import { renderResults, type Sample } from "./results";
import { BenchStack, describeEarlier, floor, type Kind, kinds, listCommands, ours, usual, type Way } from "./stacks";

const defaultSizes = ["10", "100", "300"];
/** The rounds by number of resources, about 30 minutes in all on two processors. */
const defaultRounds: Readonly<Record<string, number>> = { 10: 4, 100: 3, 300: 1 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      earlier: { type: "string" },
      kind: { type: "string", multiple: true, default: [...kinds] },
      resources: { type: "string", multiple: true },
      rounds: { type: "string" },
      write: { type: "boolean" },
    },
  });
  const earlier = values.earlier === undefined ? [] : [await describeEarlier(values.earlier)];
  const ways = [floor, usual, ...earlier, ours];
  const samples: Sample[] = [];
  for (const kind of kinds.filter((one) => values.kind.includes(one))) {
    for (const size of values.resources ?? defaultSizes) {
      const rounds = Number(values.rounds ?? defaultRounds[size] ?? 1);
      for (let round = 1; round <= rounds; round += 1) {
        console.error(`${kind}: ${size}, round ${round} of ${rounds}`);
        samples.push(...(await measureRound(ways, kind, Number(size), round)));
      }
    }
  }
  const page = renderResults(samples, ways, (await findPulumi()).version);
  console.log(page);
  if (values.write) await writeFile(join(__dirname, "RESULTS.md"), page);
}

/** Measures each command in all ways before the next command, in a different order in each round. */
async function measureRound(ways: readonly Way[], kind: Kind, size: number, round: number): Promise<Sample[]> {
  const inTurn = ways.map((_, index) => ways[(index + round) % ways.length] as Way);
  const stacks = await Promise.all(inTurn.map((way) => BenchStack.create(way, kind, size)));
  try {
    const samples: Sample[] = [];
    for (const command of listCommands(kind)) {
      for (const stack of stacks) {
        samples.push({ kind, size, round, way: stack.way, command, ...(await stack.measure(command)) });
      }
    }
    return samples;
  } finally {
    for (const stack of stacks) await stack.remove();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
