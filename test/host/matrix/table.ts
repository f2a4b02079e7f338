/** Writes the matrix as a table. Cases with the same cells share a row. */

import type { ServiceError } from "@grpc/grpc-js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { renderTable } from "../../tools/markdown.js";
import type { Row } from "./run.js";

export function findFailure({ result }: Row): ServiceError | undefined {
  return result instanceof Error ? result : undefined;
}

/** What the engine prints. */
export function readText(row: Row): string {
  const failure = findFailure(row)?.details ?? [];
  return [...row.warnings.map((warning) => `warning: ${warning}`), failure].flat().join("\n");
}

const done = { POST: "created", PATCH: "updated", GET: "read", DELETE: "deleted" };

export function readOutcome(row: Row): string {
  if (findFailure(row) === undefined) return readText(row).includes("can't find it") ? "gone" : done[row.method];
  return /may have (been created|gone through|been deleted) anyway/.test(readText(row)) ? "open" : "nothing happened";
}

export function formatTable(rows: readonly Row[]): string {
  const cases = rows.map((row) => ({
    fault: row.fault.name,
    method: row.method as string,
    cells: [readOutcome(row), shortenText(readText(row)), describeState(row, rows)],
  }));
  const byMethods = groupBy(cases, ({ fault, cells }) => [fault, cells]).map((group) => ({
    ...group[0],
    methods: group.map(({ method }) => method).join(", "),
  }));
  const lines = groupBy(byMethods, ({ methods, cells }) => [methods, cells]).map((group) => {
    const [{ methods, cells = [] } = { methods: "" }] = group;
    return [group.map(({ fault }) => fault).join("; "), methods, ...cells].map(escapeCell);
  });
  return `${heading}\n${renderTable(["fault", "method", "outcome", "what the user reads", "state"], lines)}\n`;
}

const heading = `# Result of each fault

\`test/host/fault-matrix.test.ts\` writes this table from the real host process and a real connection, and \`npm run golden\`
accepts a new one. POST creates an environment, PATCH updates a cache, GET and DELETE are for an environment. Of a
message, it has the first line without the request, and the first sentence of the next line; of warnings, the first
sentence. "Open": the API may have carried the request out.

<!-- biome-ignore format: one line is one row -->`;

function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => unknown): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = JSON.stringify(getKey(item));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** Takes what the other cells say out of the first line, and the first sentence of what follows. */
function shortenText(text: string): string {
  const [first = "", next = ""] = text
    .replaceAll(/(Environment|Cache) \S+( of \S+)? \(.+?\):? ?/g, "")
    .split("\n")
    .filter((line) => !/^( {2}|Without `--run-program`|$)/.test(line));
  const happened = first
    .replace(/(create|update|read|delete) (environment|cache) \(.*?\) /, "")
    .replaceAll(/\b(post|patch|get|delete)-\d+\b/g, "<id>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "<address>")
    .replace(/(long ){9,}.*/, "long long …");
  if (happened.startsWith("warning: ")) return happened.replace(/(?<=\.) .*/, "");
  return `${happened}\n${next.replace(/(?<=[.:]) .*/, "").replace(/:$/, ".")}`.trimEnd();
}

function describeState(row: Row, rows: readonly Row[]): string {
  const { method, result } = row;
  if (result === undefined) return "removed";
  if (result instanceof Error || readOutcome(row) === "gone") return "unchanged";
  const complete = rows.find((one) => one.method === method && one.fault.name === "none")?.result;
  const all = listKnown(complete);
  const missing = all.filter((name) => !listKnown(result).includes(name));
  return missing.length === 0 ? "complete" : `without ${missing.length} of ${all.length} values`;
}

function listKnown(result: Row["result"]): string[] {
  const properties: JsonObject = result === undefined || result instanceof Error ? {} : result.properties;
  return Object.keys(properties).filter((name) => properties[name] !== null);
}

function escapeCell(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replace("\n", "<br>");
}
