/** All that was measured, as RESULTS.md beside this file: ratios, for seconds are those of one machine. */

import { table } from "../tools/markdown";
import {
  figuresOf,
  fixed,
  machineOf,
  median,
  peakMiB,
  type Results,
  ratios,
  type Sample,
  seconds,
  sizesOf,
} from "./figures";
import { lateMs, type Operation, operations, type Way, ways } from "./stacks";

const introduction = `# Results of the benchmark

\`npm run bench\` measures the same stacks, as many resources of each kind, in four ways in turn:

- this package;
- [its plugin](../../docs/plugin.md);
- the engine alone: \`pulumi.Stash\` resources, which the engine serves itself, with as many bytes, values and secrets;
- the usual way: classes that extend \`pulumi.dynamic.Resource\`; not at 1000, where a round of it takes a quarter of an hour.

Each figure is a ratio to the engine alone in the same round: the median of the rounds (lowest–highest). Below 1 is faster or
smaller. A range that is wider than a difference says that the machine was not steady.
[Performance](../../docs/performance.md) says what it means.

<!-- Written by npm run bench. Do not edit. -->`;

export function report(results: Results): string {
  return `${[introduction, machineOf(results), comparison(results.samples), points(results).join("\n")].join("\n\n")}\n`;
}

function comparison(samples: readonly Sample[]): string {
  const sizes = sizesOf(samples);
  const others = [...new Set(samples.map(({ way }) => way))].filter((way) => way !== "floor");
  const rows = (title: string, operation: Operation, figure: (sample: Sample) => number) =>
    others.map((way, index) => {
      const of = (one: Way, size: number) => figuresOf(samples, figure, { way: one, size, operation });
      const cells = sizes.map((size) => range(of(way, size), of("floor", size)));
      return [index === 0 ? title : "", ways[way].title, ...cells];
    });
  return table(
    [`relative to ${ways.floor.title}`, "", ...sizes.map((size) => `${size} resources`)],
    [
      ...(Object.keys(operations) as Operation[]).flatMap((name) => rows(operations[name].title, name, seconds)),
      ...rows("peak memory in `up`, program and provider together", "up", peakMiB),
    ],
  );
}

function points({ samples, parallelism, state }: Results): string[] {
  const size = Math.max(...sizesOf(samples));
  const of = (setting: Sample["setting"], operation: Operation) =>
    figuresOf(samples, seconds, { way: "ours", setting, size, operation });
  const waiting = (size * lateMs) / 1000 / parallelism;
  const ideal = of("plain", "up").map((fast) => fast + waiting);
  const late = range(of("late", "up"), ideal);
  const [up, destroy] = (["up", "destroy"] as const).map((one) => range(of("once", one), of("plain", one)));
  const bytes = Object.entries(state)
    .filter(([way]) => way !== "floor")
    .map(([way, one]) => `${ways[way as Way].title} ${(one / state.floor).toFixed(2)}`);
  return [
    `- With an API that takes ${lateMs} ms for each response, \`up\` of ${size} took ${late} times its time at 0 ms plus the waiting that ` +
      `cannot be avoided (one request a resource, ${parallelism} at a time, which is how many operations the engine runs at once).`,
    `- With \`PULUMI_SKIP_CHECKPOINTS=true\`, \`up\` of ${size} took ${up} and \`destroy\` ${destroy} of the time with the state written at every step.`,
    `- Size of the state, relative to ${ways.floor.title}: ${bytes.join(", ")}.`,
  ];
}

/** Median, least and most of the ratios of each round. */
function range(over: readonly number[], under: readonly number[]): string {
  const all = ratios(over, under).filter((ratio) => !Number.isNaN(ratio));
  const [shown, least, most] = [median(all), Math.min(...all), Math.max(...all)].map((value) => fixed(value, 2));
  if (shown === undefined || shown === "" || least === most) return shown ?? "";
  return `${shown} (${least}–${most})`;
}
