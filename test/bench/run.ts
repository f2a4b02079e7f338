/** The benchmark: `npm run bench -- --help` says how to ask for less than all of it. */

import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { findPulumi } from "../tools/pulumi/find";
import { callRates } from "./calls";
import type { Sample, Way } from "./measured";
import { type Options, readOptions, usage, variantsOf } from "./options";
import { withResults } from "./readme";
import { report } from "./report";
import { operationsPerProcessor, type Results } from "./results";
import { runStack, type StackRun } from "./stacks";
import { bareText, firstChecks, type Loader, loadedByFirstCheck, requireTimes } from "./start";
import { ofKind, providerText, type StackRecords, stateBytes } from "./state";

const resultsFile = join(__dirname, "results.json");
const readmeFile = join(__dirname, "..", "..", "README.md");

async function run(options: ReturnType<typeof readOptions>): Promise<void> {
  if (options === "help") {
    process.stdout.write(usage);
    return;
  }
  if (options === "report") {
    await tell();
    return;
  }
  const { version, origin } = await findPulumi({ log: say });
  const loadBefore = loadavg()[0] ?? 0;
  const states = await warmUp();
  const samples = await measureStacks(options, states.ours);
  say("start of program and host, calls in process");
  const loaders = {
    bare: { text: bareText, inputs: loaderOf(states.ours).inputs },
    ours: loaderOf(states.ours),
    usual: loaderOf(states.usual),
  };
  const results: Results = {
    machine: {
      date: new Date().toISOString(),
      processor: `${cpus()[0]?.model ?? "unknown"} × ${availableParallelism()}`,
      "memory, GiB": Math.round(totalmem() / 2 ** 30),
      system: process.platform,
      node: process.version,
      pulumi: `${version} (${origin}), SDK ${sdkVersion}`,
      "load before": loadBefore.toFixed(2),
    },
    parallelism: availableParallelism() * operationsPerProcessor,
    samples,
    state: {
      ours: stateBytes(states.ours, states.floor),
      floor: stateBytes(states.floor, states.floor),
      usual: stateBytes(states.usual, states.floor),
    },
    require: await requireTimes(options.processes),
    firstCheck: await firstChecks(loaders, options.processes),
    loadedByFirstCheck: await loadedByFirstCheck(loaders.ours),
    calls: await callRates(states, options.processes),
  };
  if (options.keep) {
    await writeFile(resultsFile, asJson(results));
    await tell();
  } else {
    process.stdout.write(`${report(results)}\n`);
  }
}

/** From what was written, whose figures are rounded: the README's are then those of the file. */
async function tell(): Promise<void> {
  const results: Results = JSON.parse(await readFile(resultsFile, "utf8"));
  process.stdout.write(`${report(results)}\n`);
  await writeFile(readmeFile, withResults(await readFile(readmeFile, "utf8"), results));
}

/** A small stack each way, so that the first one measured finds files in memory like the others. */
async function warmUp(): Promise<Record<Way, StackRecords>> {
  const size = 30;
  say(`warm-up with ${size} resources`);
  const quick = { latencyMs: 0, checkpoints: "every" } as const;
  const { state: ours } = await runStack({ ...quick, way: "ours" }, size, []);
  const { state: floor } = await runStack({ ...quick, way: "floor" }, size, [], ours);
  const { state: usual } = await runStack({ ...quick, way: "usual" }, size, []);
  return { ours, floor, usual };
}

/** Within a round one way after the other: what slows the machine down for minutes, slows all of them down. */
async function measureStacks(options: Options, like: StackRecords): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { size, rounds } of options.sizes) {
    for (let round = 1; round <= rounds; round += 1) {
      for (const { variant, operations } of variantsOf(options)) {
        const name = `${variant.way}, ${variant.latencyMs} ms, state written at ${variant.checkpoints} step`;
        const { samples: measured }: StackRun = await runStack(variant, size, operations, like);
        const times = measured.map(({ operation, seconds }) => `${operation} ${seconds.toFixed(2)}`);
        say(`${size} resources, round ${round} of ${rounds}, ${name}: ${times.join(", ")}`);
        samples.push(...measured.map((sample) => ({ ...sample, round })));
      }
    }
  }
  return samples;
}

function loaderOf(state: StackRecords): Loader {
  const { inputs } = ofKind(state, "Application");
  return { text: providerText(state, "Application"), inputs };
}

/** One line a sample, and no digits that mean nothing. */
function asJson(results: Results): string {
  const short = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toFixed(3)) : value);
  const parts = Object.entries(results).map(([name, value]) => {
    const lines = name === "samples" || name === "calls" ? (value as unknown[]) : undefined;
    const text = lines?.map((line) => `\n    ${JSON.stringify(line, short)}`).join(",");
    return `  ${JSON.stringify(name)}: ${text === undefined ? JSON.stringify(value, short) : `[${text}\n  ]`}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

async function main(): Promise<void> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  await run(options);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
