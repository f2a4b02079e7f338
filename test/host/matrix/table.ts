/** Writes the matrix as a table: the result of each fault. Faults with the same result share a line. */

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { steeringCharacters } from "../../faults/index.js";
import { renderTable } from "../../tools/markdown.js";
import { CallFailure } from "../connection.js";
import { readProperties, removeMarks } from "./operations.js";
import type { Row } from "./run.js";

type Outcome = "created" | "changed" | "refused" | "may have been created" | "may have been changed";

export function readOutcome({ operation, result }: Row): Outcome {
  const creates = operation.method === "POST";
  if (!(result instanceof CallFailure)) return creates ? "created" : "changed";
  if (!/ may have (been created|gone through) anyway/.test(result.message)) return "refused";
  return creates ? "may have been created" : "may have been changed";
}

interface Line {
  readonly operations: readonly string[];
  readonly faults: readonly string[];
  readonly cells: readonly string[];
}

/** Writes the table. Each operation's first row has no fault; the others are compared with it. */
export function formatTable(rows: readonly Row[]): string {
  const complete = (row: Row) => rows.find(({ operation }) => operation === row.operation) as Row;
  const lines = rows.map((row) => ({
    operations: [row.operation.name],
    faults: [row.fault.name],
    cells: [
      row.requests > 2 ? "many" : String(row.requests),
      readOutcome(row),
      formatMessages(row),
      describeState(row, complete(row)),
    ],
  }));
  const ofOneOperation = mergeLines(lines, ({ operations, cells }) => [operations, cells]);
  const joined = mergeLines(ofOneOperation, ({ faults, cells }) => [faults, cells]).map((line) =>
    [line.faults.join("; "), line.operations.join(", "), ...line.cells].map(escapeCell),
  );
  return `${heading}\n${renderTable(columns, joined)}\n`;
}

const heading = `# Result of each fault

\`test/host/fault-matrix.test.ts\` writes this table, and \`npm run golden\` accepts a new one. The real host process sends
real requests, with \`maxRetries\` 1. Its waits are 2,000 times shorter, and an attempt without a response ends at once.

<!-- biome-ignore format: one line is one row -->`;

const columns = ["fault", "operation", "requests", "outcome", "what the user sees", "state"];

function mergeLines(lines: readonly Line[], keyOf: (line: Line) => unknown): Line[] {
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

function formatMessages({ result, lines }: Row): string {
  const message = result instanceof CallFailure ? [result.message] : [];
  return normalise([...shortenLines(lines), ...message].join("\n"));
}

function shortenLines(lines: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const pattern = line.replace(
      /: \S+ in the response( has an unexpected type.*)\(expected .*\)/,
      ": …$1(expected …)",
    );
    groups.set(pattern, [...(groups.get(pattern) ?? []), line]);
  }
  return [...groups].flatMap(([pattern, alike]) => {
    return alike.length <= 3 ? alike : [`${pattern} (${alike.length} lines)`];
  });
}

function normalise(text: string): string {
  return (
    removeMarks(text)
      .replaceAll(/(long |\n {2}name: No\.)\1{9,}/g, (all, one: string) => `${one}(${all.length / one.length} times)`)
      .replaceAll(/(\b[a-z]+-\d+|\bkept)\.\d+/g, "$1")
      // It's chance whether a broken response's head arrives. The table counts it as no response.
      .replaceAll(/got a response with status \d+, but not all of it(?=:| from)/g, "got no response")
      .replaceAll(/127\.0\.0\.1:\d+|api\.test/g, "<address>")
      // With a faster clock, a date is fewer hours away.
      .replaceAll(/again in \d+ hours/g, "again in <some> hours")
      // It's chance which of the two comes first.
      .replaceAll(/\((ECONNRESET|broken off)\)/g, "(ECONNRESET or broken off)")
  );
}

function describeState({ operation, result }: Row, complete: Row): string {
  if (result instanceof CallFailure) return result.partial ? "recorded" : "unchanged";
  const properties = readProperties(result.properties);
  const id = normalise(result.id).replaceAll(
    new RegExp(steeringCharacters, "gu"),
    (found) => `[${found.codePointAt(0)?.toString(16)}]`,
  );
  if (isDeepStrictEqual(properties, operation.inputs)) return `\`${id}\`, as set`;
  const whole = readProperties((complete.result as { properties: JsonObject }).properties);
  const missing = Object.keys(whole).filter((name) => !(name in properties));
  const others = Object.keys(properties).filter((name) => !isDeepStrictEqual(properties[name], whole[name]));
  return [
    `\`${id}\`, ${missing.length === 0 ? "complete" : `without ${formatNames(missing)}`}`,
    ...(others.length === 0 ? [] : [`different from a run without a fault: ${formatNames(others)}`]),
  ].join("; ");
}

function formatNames(names: readonly string[]): string {
  return names.length > 5 ? `${names.length} outputs` : names.join(", ");
}

function escapeCell(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");
}
