/** Writes the matrix as a table. Cases with the same cells share a row. */

import type { ServiceError } from "@grpc/grpc-js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { renderTable } from "../../tools/markdown.js";
import type { Method, Row } from "./run.js";

export function findFailure({ result }: Row): ServiceError | undefined {
  return result instanceof Error ? result : undefined;
}

/** What the engine prints. */
export function readText(row: Row): string {
  const failure = findFailure(row);
  return [...row.warnings.map((one) => `warning: ${one}`), ...(failure === undefined ? [] : [failure.details])].join(
    "\n",
  );
}

const done = { POST: "created", PATCH: "updated", GET: "read", DELETE: "deleted" };

export function readOutcome(row: Row): string {
  if (findFailure(row) === undefined) return readText(row).includes("can't find it") ? "gone" : done[row.method];
  return /may have (been created|gone through|been deleted) anyway/.test(readText(row)) ? "open" : "nothing happened";
}

interface Line {
  readonly faults: Set<string>;
  readonly methods: Set<Method>;
  readonly cells: readonly string[];
}

export function formatTable(rows: readonly Row[]): string {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const cells = [readOutcome(row), shortenText(readText(row)), describeState(row, rows)];
    // Of two faults with the same cells, each has the same methods.
    const ofFault = rows.filter(({ fault }) => fault === row.fault);
    const methods = ofFault.filter((one) => shortenText(readText(one)) === cells[1] && readOutcome(one) === cells[0]);
    const key = JSON.stringify([cells, methods.map(({ method }) => method)]);
    const line = lines.get(key) ?? { faults: new Set(), methods: new Set(), cells };
    lines.set(key, line);
    line.faults.add(row.fault.name);
    line.methods.add(row.method);
  }
  const joined = [...lines.values()].map(({ faults, methods, cells }) => {
    return [[...faults].join("; "), [...methods].join(", "), ...cells].map(escapeCell);
  });
  return `${heading}\n${renderTable(["fault", "method", "outcome", "what the user reads", "state"], joined)}\n`;
}

const heading = `# Result of each fault

\`test/host/fault-matrix.test.ts\` writes this table from the real host process and a real connection, and \`npm run golden\`
accepts a new one. POST creates an environment, PATCH updates a cache, GET and DELETE are for an environment. Of a
message, it has the first line without the request, and the first sentence of the next line; of warnings, the first
sentence. "Open": the API may have carried the request out.

<!-- biome-ignore format: one line is one row -->`;

/** Takes what the other cells say out of the first line, and the first sentence of what follows. */
function shortenText(text: string): string {
  const [first = "", ...others] = text
    .replaceAll(/(Environment|Cache) \S+( of \S+)? \(.+?\):? ?/g, "")
    .split("\n")
    .filter((line) => !/^( {2}|Without `--run-program`|$)/.test(line));
  const happened = first
    .replace(/(create|update|read|delete) (environment|cache) \(.*?\) /, "")
    .replaceAll(/\b(post|patch|get|delete)-(\d+|absent)\b/g, "<id>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "<address>")
    .replace(/(long ){9,}.*/, "long long …");
  if (happened.startsWith("warning: ")) return happened.replace(/(?<=\.) .*/, "");
  return [happened, ...others.slice(0, 1).map((line) => line.replace(/(?<=[.:]) .*/, "").replace(/:$/, "."))].join(
    "\n",
  );
}

function describeState(row: Row, rows: readonly Row[]): string {
  const { method, result } = row;
  if (result instanceof Error) return "unchanged";
  if (result === undefined) return "removed";
  if (readOutcome(row) === "gone") return "unchanged";
  const whole = rows.find((one) => one.method === method && one.fault.name === "none")?.result;
  const all = whole === undefined || whole instanceof Error ? [] : listKnown(whole.properties);
  const missing = all.filter((name) => !listKnown(result.properties).includes(name));
  return missing.length === 0 ? "complete" : `without ${missing.length} of ${all.length} values`;
}

function listKnown(properties: JsonObject): string[] {
  return Object.keys(properties).filter((name) => properties[name] !== null);
}

function escapeCell(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replace("\n", "<br>");
}
