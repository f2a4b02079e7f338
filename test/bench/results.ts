/** All that a run of the benchmark has found out, as it is written to results.json, and how to look into it. */

import type { CallRates } from "./calls";
import { type Operation, type Sample, sameVariant, type Variant, type Way } from "./measured";
import type { RequireTimes } from "./start";
import type { StateBytes } from "./state";
import { growth, pairedRatio, type Spread, spread } from "./statistics";

export interface Results {
  readonly machine: Readonly<Record<string, string | number>>;
  /** Resource operations that the engine runs at once. */
  readonly parallelism: number;
  readonly samples: readonly Sample[];
  readonly state: Readonly<Record<Way, StateBytes>>;
  readonly require: RequireTimes;
  /** Milliseconds to the first answered `check`. */
  readonly firstCheck: Readonly<Record<"bare" | "ours" | "usual", readonly number[]>>;
  readonly loadedByFirstCheck: readonly string[];
  readonly calls: readonly CallRates[];
}

/** The default of the command line: four times the processors. */
export const operationsPerProcessor = 4;

export function sizes({ samples }: Results): number[] {
  return [...new Set(samples.map(({ size }) => size))].sort((a, b) => a - b);
}

/** What a stack is like beside the way. */
export type Setting = Omit<Variant, "way">;

export const plain: Setting = { latencyMs: 0, checkpoints: "every" };

/** All that were measured, in the order in which they were. */
export function settings({ samples }: Results): Setting[] {
  const all = samples.map(({ latencyMs, checkpoints }) => JSON.stringify({ latencyMs, checkpoints }));
  return [...new Set(all)].map((text) => JSON.parse(text) as Setting);
}

export function named({ latencyMs, checkpoints }: Setting): string {
  const saving = checkpoints === "last" ? ", PULUMI_SKIP_CHECKPOINTS=true" : "";
  return `API answers after ${latencyMs} ms${saving}`;
}

/** The floor talks to no API: it is the same at any latency. */
export function variant(way: Way, setting: Setting): Variant {
  return way === "floor" ? { ...setting, way, latencyMs: 0 } : { ...setting, way };
}

export function select(
  { samples }: Results,
  wanted: Variant,
  size: number,
  operation: Operation,
): readonly Sample[] {
  return samples
    .filter((sample) => sameVariant(sample, wanted) && sample.size === size && sample.operation === operation)
    .sort((a, b) => a.round - b.round);
}

export function seconds(results: Results, wanted: Variant, size: number, operation: Operation): number[] {
  return select(results, wanted, size, operation).map((sample) => sample.seconds);
}

/** Round by round; undefined where either was not measured. */
export function ratio(over: readonly number[], under: readonly number[]): Spread | undefined {
  return over.length === 0 || under.length === 0 ? undefined : pairedRatio(over, under);
}

/** Undefined where fewer than two sizes were measured. */
export function growthOf(results: Results, wanted: Variant, operation: Operation): number | undefined {
  const points = sizes(results)
    .map((size) => [size, spread(seconds(results, wanted, size, operation)).median] as const)
    .filter(([, median]) => !Number.isNaN(median));
  return points.length < 2 ? undefined : growth(points);
}
