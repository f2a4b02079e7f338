/** The page docs/changes.md, made of the definitions. */

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

const head = ["Resource", "You change", "The preview shows", "`up` sends", "What it costs"];
const [added, updated, replaced, deleted] = ["`+` create", "`~` update", "`+-` replace", "`-` delete"] as const;
const stays = "still exists, and costs";
const optedIn = "`retainOnDelete: false`";

/** The heading of the rows that named operations change. */
export const namedHeading = "## With operations that you name";

export const renderChangesPage = () => `# What a change does

<!-- Written by npm run write:docs-and-schema, from provider/definitions. Do not edit. -->

${renderTable(head, [...definitions.flatMap(listDocumentedRows), ...rowsOfAny])}

The marks are those of the dynamic provider. [The plugin](plugin.md#previews) shows \`-\` in replacements alone, and a line for
each setting that \`up\` sends. [Previews](previews.md) has what a preview knows and warns of, [Replace, rename and
remove](replacing.md) how to guard what is there, and [Adopt what exists](adopting.md) its ids.

${namedHeading}

A row of this table takes the place of the one above where [\`apphosting:operations\`](configuration.md#operations) names its method for the
class. ${optedIn} counts where an earlier \`up\` has [set it](replacing.md#delete-what-the-stack-created).

${renderTable(head, definitions.flatMap(listNamedRows))}

What \`existingId\` has recorded is never deleted, and nothing without ${optedIn}; [other
languages](other-languages.md#what-is-deleted) differ in the latter.
`;

/** The rows that are others under named operations. */
function listNamedRows(documented: DocumentedDefinition): Cells[] {
  const known = listDocumentedRows(documented).map(String);
  return listRows(withNamedOperations(documented)).filter((row) => !known.includes(String(row)));
}

const listDocumentedRows = (documented: DocumentedDefinition) => listRows(withOperations(documented, {}));

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
    ["a new one", added, describeCreate(definition), isAdopted(definition) ? "nothing: it is adopted" : "a new one"],
    ...listRecordingArguments(definition).map((name) => [
      `a new one with ${renderCode(name)}`,
      added,
      describeRead(definition),
      "nothing: it is recorded",
    ]),
  ];
}

function listRowsOfUpdates(definition: Definition): Cells[] {
  const { update } = definition.operations;
  if (update === undefined) return [];
  const settings = listArgumentNames(definition, ({ onChange, hasBodyField }) => onChange === "update" && hasBodyField);
  const notSent = listArgumentNames(definition, ({ onChange, hasBodyField }) => onChange === "update" && !hasBodyField);
  const always = listArgumentNames(definition, ({ row }) => row.inEveryUpdate === true);
  const sends = (...more: string[]) =>
    `${renderCode(formatOperation(update))}: ${[...always.map(renderCode), ...more].join(" and ") || "no field"}`;
  return [
    [formatNames(settings), updated, sends("what has changed"), "in place"],
    [
      "nothing, but the API has another value of a setting, or may have",
      `${updated} without a marked line; a warning`,
      sends("that setting"),
      "in place",
    ],
    ...notSent.map((name) => [renderCode(name), updated, sends(), "in place: it reads the outputs"]),
  ];
}

function listRowsOfReplacements(definition: Definition): Cells[] {
  const { operations } = definition;
  const recorded = listRecordingArguments(definition);
  const names = listArgumentNames(
    definition,
    ({ name, onChange }) => onChange === "replace" && !recorded.includes(name),
  );
  const by = isAdopted(definition) ? "another one is adopted" : "replaced";
  const deletes = operations.delete === undefined ? "" : `; with ${optedIn}, then ${describeDelete(operations.delete)}`;
  const old = operations.delete === undefined ? stays : `${stays}, or is deleted with ${optedIn}`;
  const children = listChildren(definition)
    .map((child) =>
      describeReplacedChildren(operations.read === undefined ? withOperations(child, {}) : withNamedOperations(child)),
    )
    .join("");
  return [
    [formatNames(names), replaced, `${describeCreate(definition)}${deletes}`, `${by}; the old one ${old}${children}`],
    ...recorded.flatMap((name) => [
      [
        `one of these, while ${renderCode(name)} is set`,
        `${updated}; a warning`,
        describeRead(definition),
        "nothing: the record is corrected",
      ],
      [
        `${renderCode(name)}, to another id`,
        replaced,
        `${describeRead(definition)}${deletes}`,
        `another one is recorded; the old one ${old}${children}`,
      ],
      [`${renderCode(name)}, left out or set to the id that it has`, "no change", "nothing", "nothing"],
    ]),
  ];
}

/** Describes what a replacement costs beside the resource itself. */
function describeReplacedChildren({ names, operations }: Definition): string {
  const old = operations.delete === undefined ? stays : `${stays}, or is deleted with ${optedIn}`;
  return `. Each ${renderCode(names.class)} of the program that has its id is replaced, too, and each old one ${old}`;
}

function listRowsOfRemoval({ operations: { delete: remove } }: Definition): Cells[] {
  if (remove === undefined) return [];
  return [[`the resource, left out, with ${optedIn}`, deleted, describeDelete(remove), "it is deleted"]];
}

const rowsOfAny: Cells[] = [
  ["any", "an argument, left out", "no change; `-` beside one", "nothing", "nothing"],
  ["any", "the resource, left out", deleted, "nothing", `it ${stays}`],
];

const isAdopted = ({ idArgument }: Definition) => idArgument.adoptedBy === "PATCH";
const listRecordingArguments = (definition: Definition) =>
  listArgumentNames(definition, ({ row }) => row.role === "existingId");
const formatOperation = ({ method, path }: Operation) => `${method} ${path}`;
const describeCreate = ({ operations }: Definition) =>
  `${renderCode(formatOperation(operations.create))}: all that is set`;
const describeRead = ({ operations: { read } }: Definition) =>
  read === undefined ? "nothing" : renderCode(formatOperation(read));
/** Reads come before and after a delete. */
const describeDelete = (operation: Operation) => `\`GET\`, ${renderCode(formatOperation(operation))}, \`GET\``;
const formatNames = (names: readonly string[]) => names.map(renderCode).join(", ");
