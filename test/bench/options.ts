/** What of the benchmark to run. */

import { parseArgs } from "node:util";
import { type Operation, operations, type Variant, type Way, ways } from "./measured";

export interface Options {
  readonly sizes: readonly { readonly size: number; readonly rounds: number }[];
  readonly latencies: readonly number[];
  readonly operations: readonly Operation[];
  readonly ways: readonly Way[];
  /** Whether also with the state written once. */
  readonly checkpoints: boolean;
  /** Whether results.json is written. */
  readonly keep: boolean;
  /** How often each figure of a fresh process is taken. */
  readonly processes: number;
}

export const usage = `Usage: npm run bench -- [options]

Measures the package beside the engine's own floor and the usual way, in turn, prints tables, and writes
test/bench/results.json and what the README says of it. All of it takes more than an hour on a machine
with 2 cores that does nothing else; --rounds 2,2,1 takes about half an hour, and this less still:
--rounds 3,2,1 --latency 0 --only up,unchanged,destroy --no-checkpoints

  --sizes 10,100,1000   resources of a stack
  --rounds 5,3,2        how often, for each size; the last number counts for the rest
  --latency 0,50        milliseconds that each answer of the API is late
  --only ${operations.join(",")}
                        operations; a stack has its up in any case
  --ways ${ways.join(",")}
  --no-checkpoints      not also with PULUMI_SKIP_CHECKPOINTS=true
  --quick               --sizes 10,100 --rounds 1 --latency 0 --no-checkpoints, and writes no
                        files: under 2 minutes
  --report              measures nothing: prints the tables of test/bench/results.json, and writes
                        what the README says of it
`;

/** @throws Error with a message for the user when an argument cannot be used */
export function readOptions(args: readonly string[]): Options | "help" | "report" {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: text,
      rounds: text,
      latency: text,
      only: text,
      ways: text,
      "no-checkpoints": flag,
      quick: flag,
      report: flag,
      help: { ...flag, short: "h" },
    },
  });
  if (values.help) return "help";
  if (values.report) return "report";
  const quick = values.quick ?? false;
  const rounds = numbers("--rounds", values.rounds ?? (quick ? "1" : "5,3,2"), 1);
  return {
    sizes: numbers("--sizes", values.sizes ?? (quick ? "10,100" : "10,100,1000"), 1).map((size, index) => ({
      size,
      rounds: rounds[index] ?? rounds.at(-1) ?? 1,
    })),
    latencies: numbers("--latency", values.latency ?? (quick ? "0" : "0,50"), 0),
    operations: among("--only", values.only, operations),
    ways: among("--ways", values.ways, ways),
    checkpoints: !(quick || (values["no-checkpoints"] ?? false)),
    keep: !quick,
    processes: quick ? 5 : 15,
  };
}

function numbers(option: string, value: string, least: number): number[] {
  return value.split(",").map((part) => {
    if (!/^\d+$/.test(part) || Number(part) < least)
      throw new Error(`${option} takes numbers, not "${part}"`);
    return Number(part);
  });
}

function among<T extends string>(option: string, value: string | undefined, all: readonly T[]): readonly T[] {
  if (value === undefined) return all;
  return value.split(",").map((part) => {
    const found = all.find((candidate) => candidate === part);
    if (found === undefined) throw new Error(`${option} takes some of ${all.join(",")}, not "${part}"`);
    return found;
  });
}

function sends(operation: Operation): boolean {
  return operation === "up" || operation === "change";
}

/** In the order of a round, with the operations to measure. */
export function variantsOf(
  options: Options,
): { readonly variant: Variant; readonly operations: readonly Operation[] }[] {
  const fromApi = options.latencies.flatMap((latencyMs, index) =>
    options.ways
      // The floor talks to no API: once is enough.
      .filter((way) => way !== "floor" || index === 0)
      .map((way) => ({
        variant: { way, latencyMs: way === "floor" ? 0 : latencyMs, checkpoints: "every" as const },
        // A preview and a destroy send nothing, so they are as long with a slow API.
        operations: index === 0 ? options.operations : options.operations.filter(sends),
      })),
  );
  const written = options.operations.filter((operation) => operation === "up" || operation === "destroy");
  const once = options.ways.map((way) => ({
    variant: { way, latencyMs: 0, checkpoints: "last" as const },
    operations: written,
  }));
  return options.checkpoints ? [...fromApi, ...once] : fromApi;
}
