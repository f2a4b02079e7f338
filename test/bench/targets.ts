/** What the package promises, against what was measured. A target whose measurement is missing is left out. */

import type { Sample } from "./measured";
import { plain, type Results, ratio, seconds, select, sizes, variant } from "./results";
import { spread } from "./statistics";

export interface Target {
  readonly promise: string;
  readonly limit: number;
  readonly measured: number;
  readonly unit: string;
}

export function targets(results: Results): Target[] {
  const size = sizes(results).at(-1);
  return [...(size === undefined ? [] : stackTargets(results, size)), ...otherTargets(results)];
}

const ours = variant("ours", plain);

function stackTargets(results: Results, size: number): Target[] {
  return [
    ...timeTarget(results, size, "up", "floor", 1.15),
    ...timeTarget(results, size, "up", "usual", 0.4),
    ...timeTarget(results, size, "unchanged", "floor", 1.2),
    ...withLatency(results, size),
  ];
}

const words = {
  up: "up",
  unchanged: "preview unchanged",
  floor: "the engine's floor",
  usual: "the usual way",
} as const;

function timeTarget(
  results: Results,
  size: number,
  operation: "up" | "unchanged",
  way: "floor" | "usual",
  limit: number,
): Target[] {
  const other = seconds(results, variant(way, plain), size, operation);
  const measured = ratio(seconds(results, ours, size, operation), other)?.median;
  const promise = `${words[operation]} of ${size}, of that of ${words[way]}`;
  return measured === undefined ? [] : [{ promise, limit, measured, unit: "times" }];
}

/** With a slow API: what waiting adds, and the connections that it takes. */
function withLatency(results: Results, size: number): Target[] {
  const latencies = [...new Set(results.samples.map(({ latencyMs }) => latencyMs))].filter((ms) => ms > 0);
  const fast = seconds(results, ours, size, "up");
  return latencies.flatMap((latencyMs) => {
    const late = select(results, { ...ours, latencyMs }, size, "up");
    if (late.length === 0 || fast.length === 0) return [];
    const waiting = waitingSeconds(results, late, latencyMs);
    return [
      {
        promise: `up of ${size} at ${latencyMs} ms: 1.15 × that at 0 ms + ${waiting.toFixed(2)} s of waiting`,
        limit: 1.15 * spread(fast).median + waiting,
        measured: spread(late.map((sample) => sample.seconds)).median,
        unit: "s",
      },
      {
        promise: `connections open at once, up of ${size} at ${latencyMs} ms`,
        limit: results.parallelism,
        measured: Math.max(...late.map(({ traffic }) => traffic.mostConnectionsAtOnce)),
        unit: "",
      },
    ];
  });
}

/** At best, as many requests wait at the same time as operations run in parallel. */
export function waitingSeconds(results: Results, late: readonly Sample[], latencyMs: number): number {
  const requests = Math.max(...late.map(({ traffic }) => traffic.requests));
  return (requests * latencyMs) / 1000 / results.parallelism;
}

function otherTargets({ state, firstCheck, require, loadedByFirstCheck }: Results): Target[] {
  return [
    {
      promise: "state above inputs, outputs and the engine's own record",
      limit: 250,
      measured: state.ours.above,
      unit: "bytes a resource",
    },
    {
      promise: "require pulumi-apphosting after @pulumi/pulumi",
      limit: 15,
      measured: spread(require.ours).median,
      unit: "ms",
    },
    {
      promise: "first check, after that of a bare provider",
      limit: 80,
      measured: spread(firstCheck.ours).median - spread(firstCheck.bare).median,
      unit: "ms",
    },
    {
      promise: "axios loaded by the first check",
      limit: 0,
      measured: loadedByFirstCheck.filter((name) => name === "axios").length,
      unit: "times",
    },
  ];
}
