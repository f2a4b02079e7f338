/** Writes docs/changes.md from the definitions: `npm run reference`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../provider/definitions";
import { argumentNames, type Definition } from "../../provider/definitions/definition";
import type { Operation } from "../../provider/definitions/operation";
import { code, table } from "./markdown";

type Cells = readonly string[];

const head = ["Resource", "You change", "The preview shows", "`up` sends", "What it costs"];
const [added, updated, replaced, deleted] = ["`+` create", "`~` update", "`+-` replace", "`-` delete"] as const;
const stays = "still exists, and costs";

export const changesPage = () => `# What a change does

<!-- Written by npm run reference, from provider/definitions. Do not edit. -->

${table(head, [...definitions.flatMap(rowsOf), ...rowsOfAny])}

The marks are those of the dynamic provider. [The plugin](plugin.md#previews) shows \`-\` in replacements alone, and a line for
each setting that \`up\` sends. [Previews](previews.md) has what a preview knows and warns of, [Replace, rename and
remove](replacing.md) how to guard what is there, and [Adopt what exists](adopting.md) its ids.
`;

function rowsOf(definition: Definition): Cells[] {
  const kind = code(definition.names.class);
  const rows = [...rowsOfNew(definition), ...rowsOfUpdates(definition), ...rowsOfReplacements(definition)];
  return rows.map((row) => [kind, ...row]);
}

function rowsOfNew(definition: Definition): Cells[] {
  const recorded = recordedBy(definition);
  return [
    [
      "a new one",
      added,
      all(definition.operations.create),
      isAdopted(definition) ? "nothing: it is adopted" : "a new one",
    ],
    ...recorded.map((name) => [
      `a new one with ${code(name)}`,
      added,
      recording(definition),
      definition.operations.update === undefined
        ? "nothing: it is recorded"
        : "in place: it has the program's settings then",
    ]),
  ];
}

function rowsOfUpdates(definition: Definition): Cells[] {
  const { update } = definition.operations;
  if (update === undefined) return [];
  const settings = argumentNames(definition, ({ onChange, isInCreateBody }) => onChange === "update" && isInCreateBody);
  const notSent = argumentNames(definition, ({ onChange, isInCreateBody }) => onChange === "update" && !isInCreateBody);
  const always = argumentNames(definition, ({ row }) => row.inEveryUpdate === true);
  const sends = (...more: string[]) =>
    `${code(write(update))}: ${[...always.map(code), ...more].join(" and ") || "no field"}`;
  return [
    [list(settings), updated, sends("what has changed"), "in place"],
    [
      "nothing, but the API has another value of a setting, or may have",
      `${updated} without a marked line; a warning`,
      sends("that setting"),
      "in place",
    ],
    ...notSent.map((name) => [code(name), updated, sends(), "in place: it reads the outputs"]),
  ];
}

function rowsOfReplacements(definition: Definition): Cells[] {
  const recorded = recordedBy(definition);
  const names = argumentNames(definition, ({ name, onChange }) => onChange === "replace" && !recorded.includes(name));
  const by = isAdopted(definition) ? "another one is adopted" : "replaced";
  return [
    [list(names), replaced, all(definition.operations.create), `${by}; the old one ${stays}`],
    ...recorded.flatMap((name) => [
      [
        `one of these, while ${code(name)} is set`,
        `${updated}; a warning`,
        "nothing, or one read",
        "nothing: the record is corrected",
      ],
      [
        `${code(name)}, to another id`,
        replaced,
        recording(definition),
        `another one is recorded; the old one ${stays}`,
      ],
      [`${code(name)}, left out or set to the id that it has`, "no change", "nothing", "nothing"],
    ]),
  ];
}

const rowsOfAny: Cells[] = [
  ["any", "an argument, left out", "no change; `-` beside one", "nothing", "nothing"],
  ["any", "the resource, left out", deleted, "nothing", `it ${stays}`],
];

const isAdopted = ({ idArgument }: Definition) => idArgument?.effect === "adopt";
const recordedBy = (definition: Definition) => argumentNames(definition, ({ row }) => row.role === "existingId");
const write = ({ method, path }: Operation) => `${method} ${path}`;
const all = (operation: Operation) => `${code(write(operation))}: all that is set`;
const recording = ({ operations: { update } }: Definition) =>
  update === undefined ? "nothing, or one read" : `${code(write(update))}: the settings that are set`;
const list = (names: readonly string[]) => names.map(code).join(", ");

if (require.main === module) writeFileSync(join(__dirname, "../../docs/changes.md"), changesPage());
