/** What the documents show of the results: seconds that a user feels, and ratios, for seconds are those of one machine. */

import { renderTable } from "../tools/markdown";
import { fasterStarts } from "./faster-start";
import { compareToEngine, computeMedian, divide, findFigures, peakMiB, type Results, seconds } from "./figures";
import { lateMs, type Operation, operationNames, operations, sizes, type Variant, wayNames, ways } from "./stacks";

/** What each document shows, by the name of the comments around it. */
export const documents: Readonly<Record<string, Readonly<Record<string, (results: Results) => string>>>> = {
  "CONTRIBUTING.md": { start: renderStarts },
  "test/bench/RESULTS.md": { seconds: renderSeconds, ratios: renderRanges, others: renderOthers },
};

/** Puts what a run has found in the place of what the last one had. */
export function replaceResults(document: string, text: string, results: Results): string {
  return Object.entries(documents[document] ?? {}).reduce((replaced, [name, show]) => {
    const [start, end] = [`<!-- ${name}, written by npm run bench -->\n`, `\n<!-- End of ${name} -->`];
    const [before, old] = replaced.split(start);
    const after = old?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`${document} lacks ${start} or ${end}`);
    return `${before}${start}\n${show(results)}\n${end}${after}`;
  }, text);
}

const titles = wayNames.map((way) => ways[way].title);
/** The ways that are shown relative to the engine alone. */
const compared = wayNames.filter((way) => way !== "floor");
const large = Math.max(...sizes);

function renderSeconds(results: Results): string {
  const rows = operationNames.flatMap((operation) =>
    sizes.map((size, index) => {
      const title = index === 0 ? operations[operation].title : "";
      const each = wayNames.map((way) => findFigures(results, seconds, { way, setting: "plain", size, operation }));
      return [title, String(size), ...each.map((one) => computeMedian(one).toFixed(1))];
    }),
  );
  return renderTable(["seconds", "resources", ...titles], rows);
}

/** How the sizes of the states relate to that of the engine alone. */
function compareStates({ state }: Results): number[] {
  return compared.map((way) => state[way] / state.floor);
}

function renderStarts({ fasterStarts: measured }: Results): string {
  const rows = Object.entries(fasterStarts).map(([name, { title }]) => {
    const each = measured[name as keyof typeof fasterStarts];
    return [title, computeMedian(each).toFixed(1), computeMedian(divide(each, measured.asItIs)).toFixed(2)];
  });
  return renderTable(["`preview` of three resources, on Node 22", "seconds", "of the time as it is"], rows);
}

function renderRanges(results: Results): string {
  const rows = (title: string, operation: Operation, figure: typeof seconds) =>
    compared.map((way, index) => {
      const cells = sizes.map((size) => describeRange(compareToEngine(results, figure, way, size, operation)));
      return [index === 0 ? title : "", ways[way].title, ...cells];
    });
  const head = [`relative to ${ways.floor.title}`, "", ...sizes.map((size) => `${size} resources`)];
  const each = operationNames.flatMap((name) => rows(operations[name].title, name, seconds));
  const memory = rows("peak memory in `up`, program and provider together", "up", peakMiB);
  return `${describeMachine(results)}\n\n${renderTable(head, [...each, ...memory])}`;
}

function renderOthers(results: Results): string {
  const of = (setting: Variant["setting"], operation: Operation) =>
    findFigures(results, seconds, { way: "ours", setting, size: large, operation });
  const waiting = (large * lateMs) / 1000 / results.parallelism;
  const ideal = of("plain", "up").map((fast) => fast + waiting);
  const compare = (setting: Variant["setting"], operation: Operation) =>
    describeRange(divide(of(setting, operation), of("plain", operation)));
  const bytes = compareStates(results).map((ratio, index) => `${titles[index]} ${ratio.toFixed(2)}`);
  return [
    `- With an API that takes ${lateMs} ms for each response, \`up\` of ${large} took ${describeRange(divide(of("late", "up"), ideal))} times its time at 0 ms plus the waiting that ` +
      `cannot be avoided (one request a resource, ${results.parallelism} at a time, which is how many operations the engine runs at once).`,
    `- With \`PULUMI_SKIP_CHECKPOINTS=true\`, \`up\` of ${large} took ${compare("once", "up")} and \`destroy\` ${compare("once", "destroy")} of the time with the state written at every step.`,
    `- With GET, PATCH and DELETE named in \`apphosting:operations\`, ${large} resources took of the time without: \`preview\` of a new stack ${compare("named", "preview")}, ` +
      `\`up\` ${compare("named", "up")}, \`preview\` of no change ${compare("named", "unchanged")}.`,
    `- Size of the state, relative to ${ways.floor.title}: ${bytes.join(", ")}.`,
  ].join("\n");
}

/** Median, least and most. */
function describeRange(ratios: readonly number[]): string {
  const [middle, least, most] = [computeMedian(ratios), Math.min(...ratios), Math.max(...ratios)].map((one) =>
    one.toFixed(2),
  );
  return least === most ? `${middle}` : `${middle} (${least}–${most})`;
}

function describeMachine({ machine, samples }: Results): string {
  const { processor, "memory, GiB": memory, node, pulumi, date } = machine;
  const rounds = Math.max(...samples.map(({ round }) => round));
  return `${processor}, ${memory} GiB, Node ${node}, Pulumi ${pulumi}, ${String(date).slice(0, 10)}. Rounds: ${rounds}.`;
}
