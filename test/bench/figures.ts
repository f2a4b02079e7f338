/** What a run has measured, and the figures that are made of it. */

import type { FasterStarts } from "./faster-start";
import type { Measured, Operation, Variant, Way } from "./stacks";

/** All that a run has measured, as it stands in results.json. */
export interface Results {
  readonly machine: Readonly<Record<string, string | number>>;
  /** Resource operations that the engine runs at once. */
  readonly parallelism: number;
  readonly samples: readonly Sample[];
  /** Bytes of the state file for each resource. */
  readonly state: Readonly<Record<Way, number>>;
  readonly fasterStarts: FasterStarts;
}
export type Sample = Variant & { readonly round: number } & Measured;
type Figure = (sample: Sample) => number;

export const seconds: Figure = (sample) => sample.seconds;
export const peakMiB: Figure = (sample) => sample.peakMiB.reduce((sum, one) => sum + one, 0);

/** The figure of each round. */
export function findFigures(
  { samples }: Results,
  figure: Figure,
  { way, setting, size, operation }: Variant & { readonly operation: Operation },
): number[] {
  return samples
    .filter((one) => one.way === way && one.setting === setting && one.size === size && one.operation === operation)
    .map(figure);
}

/** How the figure of a way relates to that of the engine alone, in each round. */
export function compareToEngine(results: Results, figure: Figure, way: Way, size: number, operation: Operation) {
  const of = (one: Way) => findFigures(results, figure, { way: one, setting: "plain", size, operation });
  return divide(of(way), of("floor"));
}

/** Divides round by round: what disturbs the machine for longer, disturbs both. */
export function divide(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, index) => value / (under[index] ?? Number.NaN));
}

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}
