/** The matrix as a table for people: what each fault comes to, faults that come to the same in one line. */

import type { JsonObject } from "../../../provider/api/json.js";
import { sameJson } from "../../../provider/api/json.js";
import { known } from "../arguments.js";
import { HostFailure } from "../host.js";
import type { Row } from "./run.js";

export type Outcome = "created" | "changed" | "refused" | "may have been created" | "may have been changed";

/** What the user is told became of it. */
export function outcomeOf({ operation, result }: Row): Outcome {
  const creates = operation.method === "POST";
  if (!(result instanceof HostFailure)) return creates ? "created" : "changed";
  if (!result.message.includes(" may still have been ")) return "refused";
  return creates ? "may have been created" : "may have been changed";
}

/** @param complete the row of the same operation without a fault */
export type CompleteRow = (row: Row) => Row;

export function asTable(rows: readonly Row[], complete: CompleteRow): string {
  const lines = new Map<string, { operations: Set<string>; faults: Set<string>; cells: string[] }>();
  for (const group of sameOutcomes(rows, complete)) {
    const key = JSON.stringify([[...group.faults], group.cells]);
    const line = lines.get(key) ?? { ...group, operations: new Set() };
    for (const operation of group.operations) line.operations.add(operation);
    lines.set(key, line);
  }
  const table = [...lines.values()].map(({ operations, faults, cells }) =>
    row([[...faults].join("; "), [...operations].join(", "), ...cells]),
  );
  return `${[heading, row(columns), row(columns.map(() => "---")), ...table].join("\n")}\n`;
}

const heading = `# What each fault comes to

Written by \`test/host/fault-matrix.test.ts\`; \`npm run golden\` accepts a new one. The real host process sends real
requests, with \`timeoutSeconds\` 60, or 2 where no answer comes in time, and \`maxRetries\` 1. Waits between attempts pass
200 times as fast.

<!-- biome-ignore format: one line is one row -->`;

const columns = ["fault", "operation", "requests", "outcome", "what the user sees", "state"];

function sameOutcomes(rows: readonly Row[], complete: CompleteRow) {
  const groups = new Map<string, { operations: Set<string>; faults: Set<string>; cells: string[] }>();
  for (const each of rows) {
    const requests = each.requests > 2 ? "many" : String(each.requests);
    const cells = [requests, outcomeOf(each), told(each), state(each, complete(each))];
    const key = JSON.stringify([each.operation.name, cells]);
    const group = groups.get(key) ?? { operations: new Set([each.operation.name]), faults: new Set(), cells };
    group.faults.add(each.fault.name);
    groups.set(key, group);
  }
  return groups.values();
}

function told({ result, lines }: Row): string {
  const message = result instanceof HostFailure ? result.message.split("\n") : [];
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
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
      .replaceAll(/x{64}\.invalid/g, "<unknown name>")
      // Which of the two shows first is chance.
      .replaceAll(/\((ECONNRESET|broken off)\)/g, "(ECONNRESET or broken off)")
  );
}

function state({ operation, result }: Row, complete: Row): string {
  if (result instanceof HostFailure) return "unchanged";
  const properties = withoutCluster(result.properties);
  const id = result.id;
  if (sameJson(properties, withoutCluster(operation.stated))) return `\`${id}\`, as stated`;
  const whole = withoutCluster((complete.result as { properties: JsonObject }).properties);
  const missing = Object.keys(whole).filter((name) => !(name in properties));
  const others = Object.keys(properties).filter((name) => !sameJson(properties[name], whole[name]));
  return [
    `\`${id}\`, ${missing.length === 0 ? "complete" : `without ${some(missing)}`}`,
    ...(others.length === 0 ? [] : [`others than without a fault: ${some(others)}`]),
  ].join("; ");
}

/** The cluster differs from one create to the next. */
function withoutCluster({ clusterId: _, ...properties }: JsonObject): JsonObject {
  return known(properties);
}

function some(names: readonly string[]): string {
  return names.length > 5 ? `${names.length} outputs` : names.join(", ");
}

function row(cells: readonly string[]): string {
  const escaped = cells.map((cell) =>
    cell.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>"),
  );
  return `| ${escaped.join(" | ")} |`;
}
