/** The matrix as a table for people: what each fault comes to, faults that come to the same in one line. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../../provider/api/json.js";
import { steers } from "../../faults/index.js";
import { table } from "../../tools/markdown.js";
import { HostFailure } from "../connection.js";
import { withoutCluster } from "./operations.js";
import type { Row } from "./run.js";

type Outcome = "created" | "changed" | "refused" | "may have been created" | "may have been changed";

/** What the user is told became of it. */
export function outcomeOf({ operation, result }: Row): Outcome {
  const creates = operation.method === "POST";
  if (!(result instanceof HostFailure)) return creates ? "created" : "changed";
  if (!result.message.includes(" may still have been ")) return "refused";
  return creates ? "may have been created" : "may have been changed";
}

interface Line {
  readonly operations: readonly string[];
  readonly faults: readonly string[];
  readonly cells: readonly string[];
}

/** The first rows are those without a fault: the others are told beside them. */
export function asTable(rows: readonly Row[]): string {
  const complete = (row: Row) => rows.find(({ operation }) => operation === row.operation) as Row;
  const lines = rows.map((row) => ({
    operations: [row.operation.name],
    faults: [row.fault.name],
    cells: [row.requests > 2 ? "many" : String(row.requests), outcomeOf(row), told(row), state(row, complete(row))],
  }));
  const ofOneOperation = merged(lines, ({ operations, cells }) => [operations, cells]);
  const joined = merged(ofOneOperation, ({ faults, cells }) => [faults, cells]).map((line) =>
    [line.faults.join("; "), line.operations.join(", "), ...line.cells].map(escaped),
  );
  return `${heading}\n${table(columns, joined)}\n`;
}

const heading = `# What each fault comes to

Written by \`test/host/fault-matrix.test.ts\`; \`npm run golden\` accepts a new one. The real host process sends real
requests, with \`maxRetries\` 1. Its waits pass 2000 times as fast, and where no answer comes, its time is over at once.

<!-- biome-ignore format: one line is one row -->`;

const columns = ["fault", "operation", "requests", "outcome", "what the user sees", "state"];

function merged(lines: readonly Line[], keyOf: (line: Line) => unknown): Line[] {
  const found = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify(keyOf(line));
    const { operations, faults, cells } = found.get(key) ?? { operations: [], faults: [], cells: line.cells };
    found.set(key, {
      operations: [...new Set([...operations, ...line.operations])],
      faults: [...new Set([...faults, ...line.faults])],
      cells,
    });
  }
  return [...found.values()];
}

function told({ result, lines }: Row): string {
  const message = result instanceof HostFailure ? [result.message] : [];
  const lasting = lines.filter((line) => !ofPace.test(line));
  return normalise([...shortened(lasting), ...message].join("\n"));
}

/** How long the pace behind a limit holds one request back, 2 s at most, is a matter of what came before. */
const ofPace = /^waiting [0-2]\.\d s: the API limits requests/;

/** Many lines of one kind are one and a number. */
function shortened(lines: readonly string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    const kind = line.replace(/type for .* in the response \(expected .*\)/, "type for … (expected …)");
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  return [...kinds].flatMap(([kind, all]) => {
    if (all.length <= 3) return all;
    return [`${kind} (${kind.startsWith("waiting") ? "each time" : `${all.length} lines`})`];
  });
}

function normalise(text: string): string {
  return (
    text
      .replaceAll(/(long |\n {2}name: No\.)\1{9,}/g, (all, one: string) => `${one}(${all.length / one.length} times)`)
      .replaceAll(/127\.0\.0\.1:\d+|api\.test/g, "<address>")
      // Which of the two shows first is chance.
      .replaceAll(/\((ECONNRESET|broken off)\)/g, "(ECONNRESET or broken off)")
  );
}

function state({ operation, result }: Row, complete: Row): string {
  if (result instanceof HostFailure) return result.partial ? "recorded" : "unchanged";
  const properties = withoutCluster(result.properties);
  const id = result.id.replaceAll(new RegExp(steers, "gu"), (found) => `[${found.codePointAt(0)?.toString(16)}]`);
  if (isDeepStrictEqual(properties, withoutCluster(operation.inputs))) return `\`${id}\`, as set`;
  const whole = withoutCluster((complete.result as { properties: JsonObject }).properties);
  const missing = Object.keys(whole).filter((name) => !(name in properties));
  const others = Object.keys(properties).filter((name) => !isDeepStrictEqual(properties[name], whole[name]));
  return [
    `\`${id}\`, ${missing.length === 0 ? "complete" : `without ${some(missing)}`}`,
    ...(others.length === 0 ? [] : [`others than without a fault: ${some(others)}`]),
  ].join("; ");
}

function some(names: readonly string[]): string {
  return names.length > 5 ? `${names.length} outputs` : names.join(", ");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");
}
