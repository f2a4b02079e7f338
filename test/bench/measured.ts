/** What a run of the benchmark measures, in the terms that its parts share. */

import type { Traffic } from "./api";

/** The package, the engine's own resources, and provider objects handed to `pulumi.dynamic.Resource`. */
export const ways = ["ours", "floor", "usual"] as const;
export type Way = (typeof ways)[number];

/** In the order in which a stack goes through them. */
export const operations = ["preview", "up", "unchanged", "change", "destroy"] as const;
export type Operation = (typeof operations)[number];

/** One way of having a stack, as it is set up before its program runs. */
export interface Variant {
  readonly way: Way;
  readonly latencyMs: number;
  /** Whether the engine writes the state at every step, as it does by default, or once at the end. */
  readonly checkpoints: "every" | "last";
}

/** One operation on a stack, from the start of the command line to its end. */
export interface Sample extends Variant {
  readonly size: number;
  readonly round: number;
  readonly operation: Operation;
  readonly seconds: number;
  readonly processes: Readonly<Record<Role, ProcessUse>>;
  readonly traffic: Traffic;
}

/** The processes of an operation: the engine, the program, and the host of its dynamic resources. */
export const roles = ["engine", "program", "host"] as const;
export type Role = (typeof roles)[number];

export interface ProcessUse {
  readonly peakMiB: number;
  readonly cpuSeconds: number;
}

export function sameVariant(a: Variant, b: Variant): boolean {
  return a.way === b.way && a.latencyMs === b.latencyMs && a.checkpoints === b.checkpoints;
}
