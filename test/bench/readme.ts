/** What the README says of the last run: ratios alone, for seconds are those of one machine. */

import { type Operation, operations, type Sample, type Way } from "./measured";
import {
  growthOf,
  plain,
  type Results,
  ratio,
  type Setting,
  seconds,
  select,
  sizes,
  variant,
} from "./results";
import { type Spread, spread } from "./statistics";
import { waitingSeconds } from "./targets";

const start = "<!-- Written by npm run bench -->";
const end = "<!-- End of what npm run bench has written -->";

/** The README with what this run has found in place of what the last one had. */
export function withResults(readme: string, results: Results): string {
  const [before, rest] = readme.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the README lacks ${start} or ${end}`);
  return `${before}${start}\n\n${section(results)}\n\n${end}${after}`;
}

function section(results: Results): string {
  const { processor, "memory, GiB": memory, node, pulumi, date } = results.machine;
  const machine = `${processor}, ${memory} GiB, Node ${node}, Pulumi ${pulumi}, ${String(date).slice(0, 10)}`;
  const points = [
    latency(results),
    checkpoints(results),
    memoryUse(results),
    state(results),
    starts(results),
  ];
  const list = points.flat().map((point) => `- ${point}`);
  return [`${machine}:`, timeTable(results), list.join("\n")].join("\n\n");
}

const words: Readonly<Record<Operation, string>> = {
  preview: "`preview`, nothing there yet",
  up: "`up`, creates all",
  unchanged: "`preview`, nothing changed",
  change: "`up`, one cache setting changed",
  destroy: "`destroy`",
};

function timeTable(results: Results): string {
  const all = sizes(results);
  const rows = operations.map((operation) => [
    words[operation],
    ...all.map((size) => {
      const of = (way: Way) => seconds(results, variant(way, plain), size, operation);
      return `${times(ratio(of("ours"), of("floor")))} / ${times(ratio(of("ours"), of("usual")))}`;
    }),
    (["ours", "floor", "usual"] as const)
      .map((way) => growthOf(results, variant(way, plain), operation)?.toFixed(2) ?? "")
      .join(" / "),
  ]);
  const head = [
    "time, of the floor's / of the usual way's",
    ...all.map((size) => `${size} resources, ${rounds(results, size)}`),
    "growth exponent: ours / floor / usual",
  ];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rounds(results: Results, size: number): string {
  const { length } = seconds(results, variant("ours", plain), size, "up");
  return length === 1 ? "1 round" : `${length} rounds`;
}

function latency(results: Results): string[] {
  const size = largest(results);
  const slow = [...new Set(results.samples.map(({ latencyMs }) => latencyMs))].filter((ms) => ms > 0);
  return slow.flatMap((latencyMs) => {
    const late = select(results, variant("ours", { ...plain, latencyMs }), size, "up");
    const fast = seconds(results, variant("ours", plain), size, "up");
    if (late.length === 0 || fast.length === 0) return [];
    const ideal = spread(fast).median + waitingSeconds(results, late, latencyMs);
    const measured = spread(late.map((sample) => sample.seconds)).median;
    return [
      `An API that takes ${latencyMs} ms for each answer: \`up\` of ${size} took ${(measured / ideal).toFixed(2)} times what it took at 0 ms and the waiting that ` +
        `cannot be avoided (requests × latency ÷ the ${results.parallelism} operations that the engine runs at once).`,
    ];
  });
}

function checkpoints(results: Results): string[] {
  const size = largest(results);
  const [up, destroy] = (["up", "destroy"] as const).map((operation) =>
    times(ratio(once(results, size, operation), seconds(results, variant("ours", plain), size, operation))),
  );
  if (up === "") return [];
  return [
    `With \`PULUMI_SKIP_CHECKPOINTS=true\`, \`up\` of ${size} took ${up} and \`destroy\` ${destroy} of the time with the state written at every step.`,
  ];
}

function once(results: Results, size: number, operation: Operation): number[] {
  const setting: Setting = { ...plain, checkpoints: "last" };
  return seconds(results, variant("ours", setting), size, operation);
}

function memoryUse(results: Results): string[] {
  const size = largest(results);
  const peak = (way: Way, role: keyof Sample["processes"]) =>
    select(results, variant(way, plain), size, "up").map(({ processes }) => processes[role].peakMiB);
  const program = times(ratio(peak("ours", "program"), peak("floor", "program")));
  const usual = times(ratio(peak("ours", "program"), peak("usual", "program")));
  const host = times(ratio(peak("ours", "host"), peak("usual", "host")));
  return [
    `Peak memory at ${size}: the program's ${program} of the floor's and ${usual} of the usual way's, the host's ${host} of the usual way's.`,
  ];
}

function state({ state: { ours, floor, usual } }: Results): string[] {
  const of = (other: number) => (ours.all / other).toFixed(2);
  return [`State: ${of(floor.all)} of the floor's bytes, ${of(usual.all)} of the usual way's.`];
}

function starts({ require, firstCheck }: Results): string[] {
  const median = (values: readonly number[]) => spread(values).median;
  const required = (median(require.ours) / median(require.sdk)).toFixed(3);
  const checked = (median(firstCheck.ours) / median(firstCheck.bare)).toFixed(2);
  return [
    `\`require("pulumi-apphosting")\` adds ${required} of what \`@pulumi/pulumi\` takes; the first answer of the host process comes after ${checked} of the time of a provider that does nothing.`,
  ];
}

function largest(results: Results): number {
  return sizes(results).at(-1) ?? 0;
}

function times(ratio: Spread | undefined): string {
  return ratio === undefined ? "" : ratio.median.toFixed(2);
}
