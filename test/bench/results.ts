/** The page that shows what was measured. */

import { availableParallelism, cpus } from "node:os";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { renderTable } from "../tools/markdown";
import { type Command, commandNames, commands, type Kind, ours, type Way } from "./stacks";

/** One command that was measured. */
export interface Sample {
  readonly kind: Kind;
  readonly size: number;
  readonly round: number;
  readonly way: Way;
  readonly command: Command;
  readonly seconds: number;
}

/** @param ways in the order of the columns */
export function renderResults(samples: readonly Sample[], ways: readonly Way[], pulumiVersion: string): string {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus()[0]?.model ?? "unknown"} × ${availableParallelism()}`;
  const rounds = listSizes(samples).map((size) => {
    const measured = samples.filter((one) => one.size === size);
    return `${new Set(measured.map(({ round }) => round)).size} of ${size}`;
  });
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  return `# Results of the benchmark

\`npm run bench\` measures the same stack in different ways, in turns:

- **the engine alone**: \`pulumi.Stash\` resources, which the engine serves itself, with the same arguments;
- **the usual way**: a class that extends \`pulumi.dynamic.Resource\`, as Pulumi's documentation shows, with the same outputs;
- an earlier release of this package;
- **this package**.

The figures are seconds of processor time, of a command with all that it starts: the median of the rounds. The last columns compare
this package round by round: the median of the ratios (lowest–highest). Below 1 is faster. The API is a sandbox that responds at once, and
\`apphosting:operations\` is \`read\`, so a refresh sends a request for each resource.

${machine}, Node ${process.version}, Pulumi ${pulumiVersion}, SDK ${sdkVersion}, ${date}. Rounds: ${rounds.join(", ")} resources.

${kinds.map((kind) => `${titles[kind]}\n\n${renderKind(samples, ways, kind)}\n`).join("\n")}`;
}

const titles: Readonly<Record<Kind, string>> = {
  applications: "## Applications",
  environments: "## Environments\n\nOne of the resources is their application.",
};

function listSizes(samples: readonly Sample[]): number[] {
  return [...new Set(samples.map(({ size }) => size))];
}

/** A row for each command and size. */
function renderKind(samples: readonly Sample[], ways: readonly Way[], kind: Kind): string {
  const compared = ways.filter(({ isCompared }) => isCompared);
  const rows = commandNames.flatMap((command) =>
    listSizes(samples).map((size, index) => {
      const measured = samples.filter((one) => one.kind === kind && one.command === command && one.size === size);
      const findSeconds = (way: Way) => measured.filter((one) => one.way === way).map(({ seconds }) => seconds);
      const medians = ways.map((way) => computeMedian(findSeconds(way)).toFixed(2));
      const ratios = compared.map((way) => renderRatios(findSeconds(ours), findSeconds(way)));
      return [index === 0 ? commands[command].title : "", String(size), ...medians, ...ratios];
    }),
  );
  const head = ["", "resources", ...ways.map(({ title }) => title), ...compared.map(({ title }) => `to ${title}`)];
  return renderTable(head, rows);
}

/** Compares round by round: what disturbs the machine for longer, disturbs both. */
function renderRatios(over: readonly number[], under: readonly number[]): string {
  const ratios = over.map((seconds, round) => seconds / (under[round] ?? Number.NaN));
  const median = computeMedian(ratios).toFixed(2);
  return ratios.length === 1
    ? median
    : `${median} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = Number.NaN, high = low] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (low + high) / 2;
}
