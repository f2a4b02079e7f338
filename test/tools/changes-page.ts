/** The tables of docs/changes.md, made of the definitions. */

import { definitions, listChildren } from "../../provider/definitions";
import {
  type Definition,
  type DocumentedDefinition,
  listArgumentNames,
  withOperations,
} from "../../provider/definitions/definition";
import type { Operation } from "../../provider/definitions/operation";
import { renderCode, renderTable } from "./markdown";
import { withNamedOperations } from "./named";

type Cells = readonly string[];

const head = ["Resource", "You change", "The preview shows", "`up` sends", "Result"];
const [added, updated, replaced, deleted] = ["`+` create", "`~` update", "`+-` replace", "`-` delete"] as const;
const stays = "stays";
const optedIn = "[let it be deleted](operations.md#deletes)";

/** The tables of the page, by the name of the comments around each. */
const tables = { documented: listDocumentedRows, named: listRowsOfNamed };

/** Puts the tables of today's definitions in the place of those that the page has. */
export function renderChangesPage(page: string): string {
  return Object.entries(tables).reduce((text, [name, listRowsOfTable]) => {
    const [start, end] = [`<!-- ${name}, written by npm run write:docs-and-schema -->\n`, `<!-- End of ${name} -->`];
    const [before, old] = text.split(start);
    const after = old?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`docs/changes.md lacks ${start} or ${end}`);
    return `${before}${start}\n${renderTable(head, listRowsOfTable())}\n\n${end}${after}`;
  }, page);
}

export function listDocumentedRows(): Cells[] {
  return mergeClasses([...definitions.flatMap(listRowsOfDocumented), ...rowsOfAny]);
}

export function listRowsOfNamed(): Cells[] {
  return mergeClasses(definitions.flatMap(listNamedRows));
}

/** Makes one row of those that differ in the class alone. */
function mergeClasses(rows: readonly Cells[]): Cells[] {
  const classes = new Map<string, string[]>();
  for (const [className = "", ...others] of rows) {
    const key = JSON.stringify(others);
    classes.set(key, [...(classes.get(key) ?? []), className]);
  }
  return [...classes].map(([key, names]) => [names.join(", "), ...JSON.parse(key)]);
}

/** The rows that are others under named operations. */
function listNamedRows(documented: DocumentedDefinition): Cells[] {
  const known = listRowsOfDocumented(documented).map(String);
  return listRows(withNamedOperations(documented)).filter((row) => !known.includes(String(row)));
}

const listRowsOfDocumented = (documented: DocumentedDefinition) => listRows(withOperations(documented, {}));

function listRows(definition: Definition): Cells[] {
  const { class: className } = definition.names;
  const rows = [
    ...listRowsOfNew(definition),
    ...listRowsOfUpdates(definition),
    ...listRowsOfReplacements(definition),
    ...listRowsOfRemoval(definition),
  ];
  return rows.map((row) => [renderCode(className), ...row]);
}

function listRowsOfNew(definition: Definition): Cells[] {
  return [
    ["a new one", added, describeCreate(definition), isAdopted(definition) ? "the cache is adopted" : "a new one"],
    ...listAdoptingArguments(definition).map((name) => [
      `a new one with ${renderCode(name)}`,
      added,
      describeRead(definition),
      "what exists is adopted",
    ]),
  ];
}

function listRowsOfUpdates(definition: Definition): Cells[] {
  const { update, read } = definition.operations;
  if (update === undefined) return [];
  // Before an update that a user names, a read has to show the same resource.
  const first = update.isNamed && read !== undefined ? `${renderCode(read.method)}, ` : "";
  const settings = listArgumentNames(definition, ({ onChange, hasBodyField }) => onChange === "update" && hasBodyField);
  const notSent = listArgumentNames(definition, ({ onChange, hasBodyField }) => onChange === "update" && !hasBodyField);
  const always = listArgumentNames(definition, ({ row }) => row.inEveryUpdate === true);
  const sends = (...more: string[]) =>
    `${first}${renderCode(formatOperation(update))}: ${[...always.map(renderCode), ...more].join(" and ") || "no field"}`;
  return [
    [formatNames(settings), updated, sends("what has changed"), "in place"],
    [
      "nothing, but the API has another value, or may have",
      `${updated} without a marked line; a warning`,
      sends("that argument"),
      "in place",
    ],
    ...notSent.map((name) => [renderCode(name), updated, sends(), "in place; the outputs are renewed"]),
  ];
}

function listRowsOfReplacements(definition: Definition): Cells[] {
  const { operations } = definition;
  const adopting = listAdoptingArguments(definition);
  const names = listArgumentNames(
    definition,
    ({ name, onChange }) => onChange === "replace" && !adopting.includes(name),
  );
  const by = isAdopted(definition) ? "another cache is adopted" : "replaced";
  const deletes = operations.delete === undefined ? "" : `; if you ${optedIn}, then ${describeDelete}`;
  const old = operations.delete === undefined ? stays : `${stays}, unless you ${optedIn}`;
  const children = listChildren(definition)
    .map((child) =>
      describeReplacedChildren(operations.read === undefined ? withOperations(child, {}) : withNamedOperations(child)),
    )
    .join("");
  return [
    [formatNames(names), replaced, `${describeCreate(definition)}${deletes}`, `${by}; the old one ${old}${children}`],
    ...adopting.flatMap((name) => [
      [
        `what replaces it otherwise, while ${renderCode(name)} is set`,
        `${updated}; a warning`,
        describeRead(definition),
        "the state is corrected",
      ],
      [
        `${renderCode(name)}, to another id`,
        replaced,
        `${describeRead(definition)}${deletes}`,
        `another one is adopted; the old one ${old}${children}`,
      ],
      [`${renderCode(name)}, left out or set to the id that it has`, "no change", "nothing", "nothing"],
    ]),
  ];
}

/** Describes what a replacement costs beside the resource itself. */
function describeReplacedChildren({ names, operations }: Definition): string {
  const old = operations.delete === undefined ? stays : `${stays}, unless you ${optedIn}`;
  return `. Each ${renderCode(names.class)} of the program that has its id is replaced, too, and each old one ${old}`;
}

function listRowsOfRemoval({ operations: { delete: remove } }: Definition): Cells[] {
  if (remove === undefined) return [];
  return [[`the resource, left out, if you ${optedIn}`, deleted, describeDelete, "it is deleted"]];
}

const rowsOfAny: Cells[] = [
  ["any", "an argument, left out", "no change, or `-` beside another change", "nothing", "nothing"],
  ["any", "the resource, left out", deleted, "nothing", `it ${stays}`],
];

const isAdopted = ({ idArgument }: Definition) => idArgument.adoptedBy === "PATCH";
const listAdoptingArguments = (definition: Definition) =>
  listArgumentNames(definition, ({ row }) => row.role === "existingId");
const formatOperation = ({ method, path }: Operation) => `${method} ${path}`;
const describeCreate = ({ operations }: Definition) =>
  `${renderCode(formatOperation(operations.create))}: all that is set`;
const describeRead = ({ operations: { read } }: Definition) =>
  read === undefined ? "nothing" : renderCode(read.method);
/** Reads come before and after a delete. */
const describeDelete = "`GET`, `DELETE`, `GET`";
const formatNames = (names: readonly string[]) => names.map(renderCode).join(", ");
