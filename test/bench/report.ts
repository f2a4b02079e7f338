/** The results as text: tables in which every figure stands beside its ratio. */

import { callTable, processTable, startTable, stateTable, trafficTable } from "./costs";
import { operations, type Way, ways } from "./measured";
import {
  growthOf,
  named,
  plain,
  type Results,
  ratio,
  type Setting,
  seconds,
  settings,
  sizes,
  variant,
} from "./results";
import { figure, ratioText, table } from "./table";
import { targets } from "./targets";

export function report(results: Results): string {
  const times = sizes(results).flatMap((size) =>
    settings(results).map((setting) => timeTable(results, size, setting)),
  );
  return [
    machineText(results),
    ...times,
    growthTable(results),
    checkpointTable(results),
    trafficTable(results),
    processTable(results),
    stateTable(results),
    startTable(results),
    callTable(results),
    targetTable(results),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function machineText({ machine }: Results): string {
  return Object.entries(machine)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function timeTable(results: Results, size: number, setting: Setting): string {
  const rows = operations.flatMap((operation) => {
    const [ours = [], floor = [], usual = []] = ways.map((way) =>
      seconds(results, variant(way, setting), size, operation),
    );
    if (ours.length === 0) return [];
    const ratios = [floor, usual].map((other) => ratioText(ratio(ours, other)));
    return [[operation, ...[ours, floor, usual].map((times) => figure(times, 2)), ...ratios]];
  });
  if (rows.length === 0) return "";
  const rounds = seconds(results, variant("ours", setting), size, "up").length;
  const title = `${size} resources, ${named(setting)}: seconds, median of ${rounds} (min–max), ratio round by round`;
  return table(title, [["", ...ways, "ours/floor", "ours/usual"], ...rows]);
}

function growthTable(results: Results): string {
  const all = sizes(results);
  if (all.length < 2) return "";
  const rows = settings(results).flatMap((setting) =>
    operations.flatMap((operation) => {
      const of = (way: Way) => growthOf(results, variant(way, setting), operation)?.toFixed(2) ?? "";
      return of("ours") === "" ? [] : [[`${operation}, ${named(setting)}`, ...ways.map(of)]];
    }),
  );
  return table(`Growth from ${all[0]} to ${all.at(-1)} resources: exponent of the time`, [
    ["", ...ways],
    ...rows,
  ]);
}

/** What the engine's switch against writing the state at every step is worth. */
function checkpointTable(results: Results): string {
  const rows = sizes(results).flatMap((size) =>
    (["up", "destroy"] as const).flatMap((operation) => {
      const gains = ways.map((way) => {
        const every = seconds(results, variant(way, plain), size, operation);
        const last = seconds(results, variant(way, { ...plain, checkpoints: "last" }), size, operation);
        return ratioText(ratio(last, every));
      });
      return gains[0] === "" ? [] : [[`${operation} of ${size}`, ...gains]];
    }),
  );
  if (rows.length === 0) return "";
  return table("State written once at the end, of the time with state written at every step", [
    ["", ...ways],
    ...rows,
  ]);
}

function targetTable(results: Results): string {
  const rows = targets(results).map(({ promise, limit, measured, unit }) => [
    promise,
    `${limit.toFixed(2)} ${unit}`,
    `${measured.toFixed(2)} ${unit}`,
    limit === 0 ? "" : (measured / limit).toFixed(2),
    measured <= limit ? "met" : "MISSED",
  ]);
  return table("Targets", [["", "at most", "measured", "ratio", ""], ...rows]);
}
