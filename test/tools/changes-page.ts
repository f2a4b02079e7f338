/** The tables of docs/changes.md, made of the definitions. */

import { definitions } from "../../provider/definitions";
import { type Definition, listArgumentNames, type ResolvedDefinition } from "../../provider/definitions/definition";
import type { Operation } from "../../provider/definitions/operation";
import { renderCode, renderTable } from "./markdown";
import { configureDocumented, configureNamed } from "./named";

type Cells = readonly string[];

const head = ["Resource", "You change", "The preview shows", "`up` sends", "Result"];
const [updated, replaced, deleted] = ["`~` update", "`+-` replace", "`-` delete"] as const;
/** Stands beside what stays unless the user lets it be deleted; the page explains it below the table. */
const deletable = " (\\*)";

export function renderChanges(rows: readonly Cells[]): string {
  return renderTable(head, rows);
}

export function listDocumentedRows(): Cells[] {
  return [...definitions.flatMap(listRowsOfDocumented), ...rowsOfAny];
}

export function listRowsOfNamed(): Cells[] {
  return definitions.flatMap(listNamedRows);
}

/** The rows that are others under named operations. */
function listNamedRows(documented: Definition): Cells[] {
  const known = listRowsOfDocumented(documented).map(String);
  return listRows(configureNamed(documented)).filter((row) => !known.includes(String(row)));
}

const listRowsOfDocumented = (documented: Definition) => listRows(configureDocumented(documented));

function listRows(definition: ResolvedDefinition): Cells[] {
  const { class: className } = definition.names;
  const rows = [
    ...listRowsOfUpdates(definition),
    ...listRowsOfRecords(definition),
    ...listRowsOfReplacements(definition),
  ];
  return rows.map((row) => [renderCode(className), ...row]);
}

function listRowsOfUpdates(definition: ResolvedDefinition): Cells[] {
  const { update } = definition.operations;
  if (update === undefined) return [];
  const settings = listArgumentNames(definition, ({ changeEffect }) => changeEffect === "update");
  const reloading = listArgumentNames(definition, ({ changeEffect }) => changeEffect === "reload");
  const always = listArgumentNames(definition, ({ row }) => row.inEveryUpdate === true);
  const sends = (...more: string[]) =>
    `${renderCode(formatOperation(update))}: ${[...always.map(renderCode), ...more].join(" and ") || "no field"}`;
  return [
    [formatNames(settings), updated, sends("what has changed"), "in place"],
    ...reloading.map((name) => [renderCode(name), updated, sends(), "in place; the outputs are renewed"]),
  ];
}

function listRowsOfRecords(definition: ResolvedDefinition): Cells[] {
  const names = listArgumentNames(definition, ({ changeEffect }) => changeEffect === "record");
  return names.length === 0 ? [] : [[formatNames(names), updated, "nothing", "recorded in the state"]];
}

/** The argument that adopts what exists is in docs/existing-resources.md. */
function listRowsOfReplacements(definition: ResolvedDefinition): Cells[] {
  const names = listArgumentNames(
    definition,
    ({ row, changeEffect }) => changeEffect === "replace" && row.role !== "existingId",
  );
  const by = isAdopted(definition) ? `another ${definition.names.label} is adopted` : "replaced";
  return [[formatNames(names), replaced, describeCreate(definition), `${by}${describeOld(definition)}`]];
}

/** Describes what becomes of the old resource, and of those that are replaced with it. */
function describeOld(definition: ResolvedDefinition): string {
  const children = definitions
    .filter(({ create }) => create.method === "POST" && create.placeholders.includes(`${definition.names.code}Id`))
    .map((child) => (definition.operations.read === undefined ? configureDocumented(child) : configureNamed(child)));
  const mark = [definition, ...children].some(({ operations }) => operations.delete !== undefined) ? deletable : "";
  return children.length === 0
    ? `; the old one keeps running${mark}`
    : `; each ${children.map(({ names }) => renderCode(names.class)).join(" or ")} of the program that uses its id is replaced, too, unless it sets \`existingId\`; the old ones keep running${mark}`;
}

const rowsOfAny: Cells[] = [
  [
    "any",
    "nothing, but a refresh has found drift of what can be updated",
    `${updated}, and a marked line`,
    "as for a change",
    "in place",
  ],
  [
    "any",
    "nothing, but the API did not apply the last update",
    `${updated} without a marked line, and a warning`,
    "as for a change",
    "in place",
  ],
  [
    "any",
    "nothing, but the outcome of the last update is unknown",
    `${updated}, and a warning`,
    "as for a change",
    "in place",
  ],
  ["any", "remove an argument", "`~` update, `-`, and a warning", "nothing", "it's no longer managed"],
  ["any", "remove the resource", deleted, "nothing", "it keeps running"],
];

function formatNames(names: readonly string[]): string {
  return names.map(renderCode).join(", ");
}

const isAdopted = ({ create }: ResolvedDefinition) => create.method === "PATCH";
const formatOperation = ({ method, path }: Operation) => `${method} ${path}`;
const describeCreate = ({ operations }: ResolvedDefinition) =>
  `${renderCode(formatOperation(operations.create))}: all that is set`;
