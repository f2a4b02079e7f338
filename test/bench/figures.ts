/** What a run has measured, and the figures that are made of it. */

import type { FasterStarts } from "./faster-start";
import type { Measured, Operation, Variant, Way } from "./stacks";

/** All that a run has measured, as it stands in results.json. */
export interface Results {
  readonly machine: Readonly<Record<string, string | number>>;
  /** Resource operations that the engine runs at once. */
  readonly parallelism: number;
  /** Round by round. */
  readonly samples: readonly Sample[];
  /** Bytes of the state file for each resource. */
  readonly state: Readonly<Record<Way, number>>;
  readonly fasterStarts: FasterStarts;
}
export type Sample = Variant & { readonly round: number } & Measured;

/** The figure of each round. */
export function figuresOf(
  samples: readonly Sample[],
  figure: (sample: Sample) => number,
  { setting = "plain", ...wanted }: Omit<Variant, "setting"> & Partial<Variant> & { operation: Operation },
): number[] {
  const { way, size, operation } = wanted;
  return samples
    .filter((one) => one.way === way && one.setting === setting && one.size === size && one.operation === operation)
    .map(figure);
}

export const seconds = (sample: Sample) => sample.seconds;
export const peakMiB = (sample: Sample) => sample.peakMiB.reduce((sum, one) => sum + one, 0);

export function sizesOf(samples: readonly Sample[]): number[] {
  return [...new Set(samples.map(({ size }) => size))];
}

/** Of each round: what disturbs the machine for longer, disturbs both. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, index) => value / (under[index] ?? Number.NaN));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/** Nothing for what was not measured. */
export function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? "" : value.toFixed(digits);
}

export function machineOf({ machine, samples }: Results): string {
  const { processor, "memory, GiB": memory, node, pulumi, date } = machine;
  const rounds = Math.max(...samples.map(({ round }) => round));
  return `${processor}, ${memory} GiB, Node ${node}, Pulumi ${pulumi}, ${String(date).slice(0, 10)}. Rounds: ${rounds}.`;
}
