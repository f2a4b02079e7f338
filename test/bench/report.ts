/** The results as Markdown, for the terminal and docs/performance.md: ratios alone, for seconds are those of one machine. */

import { lateMs, type Measured, type Operation, operations, type Variant, type Way, ways } from "./stacks";
import type { StartTimes } from "./start";

/** All that a run has measured, as it stands in results.json. */
export interface Results extends StartTimes {
  readonly machine: Readonly<Record<string, string | number>>;
  /** Resource operations that the engine runs at once. */
  readonly parallelism: number;
  /** Round by round. */
  readonly samples: readonly Sample[];
  /** Bytes of the state file for each resource. */
  readonly state: Readonly<Record<Way, number>>;
}
export type Sample = Variant & { readonly round: number } & Measured;

const start = "<!-- Written by npm run bench -->";
const end = "<!-- End of what npm run bench has written -->";

/** The page with what this run has found in place of what the last one had. */
export function withResults(page: string, results: Results): string {
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the page lacks ${start} or ${end}`);
  return `${before}${start}\n\n${report(results)}\n\n${end}${after}`;
}

export function report(results: Results): string {
  const { processor, "memory, GiB": memory, node, pulumi, date } = results.machine;
  const rounds = Math.max(...results.samples.map(({ round }) => round));
  const machine = `${processor}, ${memory} GiB, Node ${node}, Pulumi ${pulumi}, ${String(date).slice(0, 10)}. Rounds: ${rounds}.`;
  return [machine, table(results.samples), points(results).join("\n")].join("\n\n");
}

function table(samples: readonly Sample[]): string {
  const sizes = [...new Set(samples.map(({ size }) => size))];
  const others = [...new Set(samples.map(({ way }) => way))].filter((way) => way !== "floor");
  const rows = (operation: Operation) =>
    others.map((way, index) => {
      const of = (one: Way, size: number) =>
        select(samples, { way: one, setting: "plain", size, operation }).map(seconds);
      const cells = sizes.map((size) => ratio(of(way, size), of("floor", size)));
      return [index === 0 ? operations[operation].title : "", ways[way].title, ...cells];
    });
  const lines = [
    [`of ${ways.floor.title}'s`, "", ...sizes.map((size) => `${size} resources`)],
    ["---", "---", ...sizes.map(() => "---")],
    ...(Object.keys(operations) as Operation[]).flatMap(rows),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function points({ samples, parallelism, state, require, firstCheck }: Results): string[] {
  const size = Math.max(...samples.map((sample) => sample.size));
  const of = (setting: Sample["setting"], operation: Operation) =>
    select(samples, { way: "ours", setting, size, operation }).map(seconds);
  const waiting = (size * lateMs) / 1000 / parallelism;
  const ideal = of("plain", "up").map((fast) => fast + waiting);
  const late = ratio(of("late", "up"), ideal);
  const [up, destroy] = (["up", "destroy"] as const).map((one) => ratio(of("once", one), of("plain", one)));
  const bytes = Object.entries(state)
    .filter(([way]) => way !== "floor")
    .map(([way, one]) => `${ways[way as Way].title} ${(one / state.floor).toFixed(2)}`);
  return [
    `- With an API that takes ${lateMs} ms for each response, \`up\` of ${size} took ${late} times its time at 0 ms plus the waiting that ` +
      `cannot be avoided (one request a resource, ${parallelism} at a time, which is how many operations the engine runs at once).`,
    `- With \`PULUMI_SKIP_CHECKPOINTS=true\`, \`up\` of ${size} took ${up} and \`destroy\` ${destroy} of the time with the state written at every step.`,
    `- Size of the state, relative to ${ways.floor.title}: ${bytes.join(", ")}.`,
    `- \`require("pulumi-apphosting")\` takes ${ratio(require.ours, require.sdk, 3)} of the time of \`require("@pulumi/pulumi")\`. The host process takes ` +
      `${ratio(firstCheck.ours, firstCheck.bare)} times as long to its first response as a provider that does nothing.`,
  ];
}

/** In the order of the rounds. */
function select(samples: readonly Sample[], wanted: Variant & { operation: Operation }): Sample[] {
  const keys = Object.keys(wanted) as (keyof typeof wanted)[];
  return samples.filter((sample) => keys.every((key) => sample[key] === wanted[key]));
}

const seconds = (sample: Sample) => sample.seconds;

/** Median, least and most of the ratios of each round: what disturbs the machine for longer, disturbs both. */
function ratio(over: readonly number[], under: readonly number[], digits = 2): string {
  const ratios = over.map((value, index) => value / (under[index] ?? Number.NaN)).sort((a, b) => a - b);
  const at = (index: number) => ratios[index] ?? Number.NaN;
  const middle = (ratios.length - 1) / 2;
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  const [shown = "", least, most] = [median, at(0), at(ratios.length - 1)].map((value) => value.toFixed(digits));
  if (Number.isNaN(median)) return "";
  return least === most ? shown : `${shown} (${least}–${most})`;
}
