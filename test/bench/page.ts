/** What docs/performance.md shows of the results: the seconds that a user feels, and what they are made of. */

import { table } from "../tools/markdown";
import { fasterStarts } from "./faster-start";
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
import { type Operation, operations, type Way, ways } from "./stacks";

/** A run of other sizes says nothing to the page. */
export const pageSizes = [10, 100];

const columns = ["ours", "plugin", "usual", "floor"] as const satisfies readonly Way[];
const titles = columns.map((way) => ways[way].title);

/** By what the page names each part. */
const parts: Readonly<Record<string, (results: Results) => string>> = {
  seconds: (results) => `${secondsTable(results.samples)}\n\n${machineOf(results)}`,
  ratios: ratioTable,
  start: startTable,
};

/** The page with what this run has found in place of what the last one had. */
export function withResults(page: string, results: Results): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const start = `<!-- ${name}, written by npm run bench -->`;
    const end = `<!-- End of ${name} -->`;
    const [before, rest] = text.split(start);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`the page lacks ${start} or ${end}`);
    return `${before}${start}\n\n${part(results)}\n\n${end}${after}`;
  }, page);
}

function secondsTable(samples: readonly Sample[]): string {
  const sizes = sizesOf(samples).filter((size) => pageSizes.includes(size));
  const rows = (Object.keys(operations) as Operation[]).flatMap((operation) =>
    sizes.map((size, index) => {
      const cells = columns.map((way) => figuresOf(samples, seconds, { way, size, operation }));
      const title = index === 0 ? operations[operation].title : "";
      return [title, String(size), ...cells.map((cell) => fixed(median(cell), 1))];
    }),
  );
  return table(["seconds", "resources", ...titles], rows);
}

function ratioTable({ samples, state }: Results): string {
  const size = Math.max(...pageSizes);
  const of = (operation: Operation, figure: (sample: Sample) => number) => {
    const each = (way: Way) => figuresOf(samples, figure, { way, size, operation });
    return columns.map((way) => median(ratios(each(way), each("floor"))));
  };
  const rows: [title: string, ratios: number[], meaning: string][] = [
    ["time of `up`, creates all", of("up", seconds), "how much longer than what the engine itself needs"],
    [
      "time of `preview`, nothing changed",
      of("unchanged", seconds),
      "the same, for a preview that finds nothing to do",
    ],
    ["memory in `up`", of("up", peakMiB), "what the machine needs for the program and the provider together"],
    [
      "size of the state",
      columns.map((way) => state[way] / state.floor),
      "what the backend keeps; a file backend writes it at each step",
    ],
  ];
  return table(
    [`${size} resources, the engine alone = 1`, ...titles.slice(0, -1), ""],
    rows.map(([title, values, meaning]) => [title, ...values.slice(0, -1).map((value) => fixed(value, 1)), meaning]),
  );
}

function startTable({ fasterStarts: measured }: Results): string {
  const rows = Object.entries(fasterStarts).map(([name, { title }]) => {
    const each = measured[name as keyof typeof fasterStarts];
    return [title, fixed(median(each), 1), fixed(median(ratios(each, measured.asItIs)), 2)];
  });
  return table(["`preview` of three resources, on Node 22", "seconds", "of the time as it is"], rows);
}
