/** The page that shows what was measured. */

import { availableParallelism, cpus } from "node:os";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { renderTable } from "../tools/markdown";
import { type Command, commands, floor, type Kind, listCommands, ours, type Way } from "./stacks";
import type { Usage } from "./usage";

export interface Sample extends Usage {
  readonly kind: Kind;
  readonly size: number;
  readonly round: number;
  readonly way: Way;
  readonly command: Command;
}

/** @param ways in the order of the columns */
export function renderResults(samples: readonly Sample[], ways: readonly Way[], pulumiVersion: string): string {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus()[0]?.model ?? "unknown"} × ${availableParallelism()}`;
  const lastRounds = new Map(samples.map(({ size, round }) => [size, round]));
  const rounds = [...lastRounds].map(([size, round]) => `${round} with ${size} resources`);
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  return `# Results of the benchmark

\`npm run bench\` measures the same stack in several ways, in turn:

- **the engine alone**: \`pulumi.Stash\` resources, which the engine itself provides, with the same arguments;
- **the usual way**: a class that extends \`pulumi.dynamic.Resource\`, as Pulumi's documentation shows, with the same outputs;
- an earlier release of this package;
- **this package**.

The figures are the processor time of a command and all that it starts, in seconds: the median of the rounds. The last columns compare
this package round by round: the median of the ratios (lowest–highest). Below 1 is faster. The API is a sandbox that responds at once.
\`apphosting:operations\` is \`read\`, so a refresh sends a request for each resource.

${machine}, Node ${process.version}, Pulumi ${pulumiVersion}, SDK ${sdkVersion}, ${date}. Rounds: ${rounds.join(", ")}.

${kinds.map((kind) => `${titles[kind]}\n\n${renderKind(samples, ways, kind)}\n`).join("\n")}
## Memory

The figures are the peak resident set of a process, in MiB, during the \`up\` that creates all: the median of the rounds. The host runs
the dynamic providers; the engine alone needs none.

${renderMemory(samples, ways, kinds)}
`;
}

const titles: Readonly<Record<Kind, string>> = {
  applications: "## Applications",
  environments: "## Environments\n\nOne of the resources is their application.",
  caches:
    "## Caches\n\nThe caches exist: creating one adopts it by a PATCH. The change in place is `hibernationTimeout`, from 30 to 45.",
};

function listSizes(samples: readonly Sample[]): number[] {
  return [...new Set(samples.map(({ size }) => size))];
}

function renderKind(samples: readonly Sample[], ways: readonly Way[], kind: Kind): string {
  const ofKind = samples.filter((one) => one.kind === kind);
  const compared = ways.filter((way) => way !== floor && way !== ours);
  const rows = listCommands(kind).flatMap((command) =>
    listSizes(ofKind).map((size, index) => {
      const measured = ofKind.filter((one) => one.command === command && one.size === size);
      const medians = ways.map((way) => computeMedian(listFigures(measured, way, "time")).toFixed(2));
      const ratios = compared.map((way) => renderRatios(measured, way));
      return [index === 0 ? commands[command].title : "", String(size), ...medians, ...ratios];
    }),
  );
  const head = ["", "resources", ...ways.map(({ title }) => title), ...compared.map(({ title }) => `to ${title}`)];
  return renderTable(head, rows);
}

/** Compares round by round: a longer disturbance of the machine affects both. */
function renderRatios(samples: readonly Sample[], way: Way): string {
  const times = listFigures(samples, way, "time");
  const ratios = listFigures(samples, ours, "time").map((time, round) => time / (times[round] ?? Number.NaN));
  const figures = [computeMedian(ratios), Math.min(...ratios), Math.max(...ratios)];
  const [median, low, high] = figures.map((ratio) => ratio.toFixed(2));
  return ratios.length === 1 ? `${median}` : `${median} (${low}–${high})`;
}

/** Renders the peaks of each kind at its largest size. */
function renderMemory(samples: readonly Sample[], ways: readonly Way[], kinds: readonly Kind[]): string {
  const rows = kinds.flatMap((kind) => {
    const ups = samples.filter((one) => one.kind === kind && one.command === "up");
    const size = Math.max(...listSizes(ups));
    const largest = ups.filter((one) => one.size === size);
    return (["program", "host"] as const).map((process) => {
      const medians = ways.map((way) => computeMedian(listFigures(largest, way, process)).toFixed(0));
      return [`${kind}, ${process}`, String(size), ...medians];
    });
  });
  return renderTable(["", "resources", ...ways.map(({ title }) => title)], rows);
}

function listFigures(samples: readonly Sample[], way: Way, figure: keyof Usage): number[] {
  return samples.filter((one) => one.way === way).map((one) => one[figure]);
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = Number.NaN, high = low] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (low + high) / 2;
}
