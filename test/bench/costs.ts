/** The tables of everything but time: traffic, memory, processor time, state, start, calls. */

import { type ProcessUse, roles, type Way, ways } from "./measured";
import { named, plain, type Results, ratio, select, settings, sizes, variant } from "./results";
import { pairedRatio } from "./statistics";
import { figure, ratioText, table } from "./table";

export function trafficTable(results: Results): string {
  const rows = sizes(results).flatMap((size) =>
    settings(results).flatMap((setting) =>
      (["ours", "usual"] as const).flatMap((way) => {
        const traffic = select(results, variant(way, setting), size, "up").map((sample) => sample.traffic);
        if (traffic.length === 0) return [];
        const most = (count: keyof (typeof traffic)[number]) => Math.max(...traffic.map((one) => one[count]));
        const beside = (value: number, under: number, unit: string) =>
          `${value} = ${(value / under).toFixed(2)} ${unit}`;
        return [
          [
            `${size} resources, ${named(setting)}, ${way}`,
            beside(most("requests"), size, "a resource"),
            beside(most("mostRequestsAtOnce"), results.parallelism, "× parallelism"),
            beside(most("connections"), most("requests"), "a request"),
            beside(most("mostConnectionsAtOnce"), results.parallelism, "× parallelism"),
          ],
        ];
      }),
    ),
  );
  return table(
    `Traffic of up, the most of all rounds; the engine runs ${results.parallelism} operations in parallel`,
    [["", "requests", "at once", "connections", "open at once"], ...rows],
  );
}

/** Looked at every fifth of a second, so a little of what a process did last is missing. */
export function processTable(results: Results): string {
  const size = sizes(results).at(-1);
  if (size === undefined) return "";
  const figures = { peakMiB: "peak MiB", cpuSeconds: "processor seconds" } as const;
  const rows = (["up", "unchanged"] as const).flatMap((operation) =>
    roles.flatMap((role) =>
      (["peakMiB", "cpuSeconds"] as const satisfies (keyof ProcessUse)[]).flatMap((what) => {
        // The engine serves the floor's resources itself.
        const of = (way: Way) =>
          way === "floor" && role === "host"
            ? []
            : select(results, variant(way, plain), size, operation).map(
                ({ processes }) => processes[role][what],
              );
        const [ours, floor, usual] = [of("ours"), of("floor"), of("usual")];
        if (ours.length === 0) return [];
        return [
          [
            `${operation}, ${role}, ${figures[what]}`,
            ...[ours, floor, usual].map((values) => figure(values, 1)),
            ratioText(ratio(ours, floor)),
            ratioText(ratio(ours, usual)),
          ],
        ];
      }),
    ),
  );
  return table(`Processes, ${size} resources, ${named(plain)}`, [
    ["", ...ways, "ours/floor", "ours/usual"],
    ...rows,
  ]);
}

export function stateTable({ state }: Results): string {
  const words = {
    all: "whole file",
    inputsAndOutputs: "inputs and outputs",
    engineRecord: "engine's own record",
    above: "above these",
    provider: "of it the provider's text",
  } as const;
  const rows = (Object.keys(words) as (keyof typeof words)[]).map((part) => {
    const under = (way: Way) =>
      state[way][part] < 1 ? "" : (state.ours[part] / state[way][part]).toFixed(3);
    return [words[part], ...ways.map((way) => state[way][part].toFixed(0)), under("floor"), under("usual")];
  });
  return table("State, bytes a resource", [["", ...ways, "ours/floor", "ours/usual"], ...rows]);
}

export function startTable({ require, firstCheck }: Results): string {
  const row = (what: string, values: readonly number[], ...ratios: string[]) => [
    what,
    figure(values, 1),
    ...ratios,
  ];
  const under = (over: readonly number[], values: readonly number[]) =>
    ratioText(pairedRatio(over, values), 3);
  return table("Start, milliseconds, median (min–max)", [
    ["", "", "ours, of it"],
    row("require @pulumi/pulumi", require.sdk, under(require.ours, require.sdk)),
    row("require pulumi-apphosting after it", require.ours, "1.000"),
    row("the usual way's serializer, first use", require.usual, under(require.ours, require.usual)),
    row(
      "host process to first check, a bare provider",
      firstCheck.bare,
      under(firstCheck.ours, firstCheck.bare),
    ),
    row("host process to first check, ours", firstCheck.ours, "1.000"),
    row("host process to first check, usual", firstCheck.usual, under(firstCheck.ours, firstCheck.usual)),
  ]);
}

export function callTable({ calls }: Results): string {
  const rows = calls.map(({ call, kind, ours, other }) => [
    `${call === "answer" ? "answer to outputs" : call}, ${kind}`,
    ...[ours, other].map((rates) =>
      figure(
        rates.map((rate) => rate / 1000),
        1,
      ),
    ),
    call === "answer" ? "JSON.parse" : "the usual way",
    ratioText(pairedRatio(ours, other)),
  ]);
  return table("Calls in process, thousands a second, median (min–max)", [
    ["", "ours", "other", "which is", "ours/other"],
    ...rows,
  ]);
}
