/** The parts of pages written by hand that follow from the definitions, each between two comments. */

import { definitions } from "../../provider/definitions";
import { type Definition, listArgumentNames } from "../../provider/definitions/definition";
import type { ChangeEffect } from "../../provider/definitions/row";
import { renderCode, renderTable } from "./markdown";
import { configureDocumented, configureNamed } from "./named";

/** Each page with its parts, by the names that their comments have. */
export const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": { classes: renderClasses },
  "docs/changes.md": { changes: renderChanges },
  "docs/existing-resources.md": { operations: renderOperations, unreturned: renderUnreturned },
};

/** Puts what follows from today's definitions in the place of what the page has. */
export function renderPage(path: string, page: string): string {
  return Object.entries(pages[path] ?? {}).reduce((text, [name, render]) => {
    const [start, end] = [`<!-- ${name}, written by npm run write:docs -->\n`, `<!-- End of ${name} -->`];
    const [before, old] = text.split(start);
    const after = old?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`${path} lacks ${start} or ${end}`);
    return `${before}${start}\n${render()}\n\n${end}${after}`;
  }, page);
}

function renderClasses(): string {
  const rows = definitions.map(({ names, create }) => [
    `[${renderCode(names.class)}](docs/reference.md#${names.class.toLowerCase()})`,
    `${renderCode(`${create.method} ${create.path}`)}, which ${create.method === "POST" ? "creates it" : `changes an existing ${names.label}`}`,
  ]);
  return renderTable(["Class", "`pulumi up` sends"], rows);
}

const marks: Readonly<Record<ChangeEffect, string>> = {
  update: "`~` update",
  replace: "`+-` replace",
  reload: "`~` reloads the outputs",
  record: "`~` update of the state alone",
};

/** The table of docs/changes.md. */
function renderChanges(): string {
  return renderTable(["Class", "Argument", "As documented", "With `update`"], listChanges());
}

/** Lists the arguments by class, and by what a change of them does: as documented, and with `update` enabled. */
export function listChanges(): string[][] {
  return definitions.flatMap((definition) => {
    const names = new Map<string, string[]>();
    for (const [name, effects] of listEffects(definition)) {
      names.set(effects, [...(names.get(effects) ?? []), renderCode(name)]);
    }
    const rows = [...names].map(([effects, alike]) => [alike.join(", "), ...effects.split("|")]);
    return rows.map((cells) => [renderCode(definition.names.class), ...cells]);
  });
}

/** Lists each argument with the last two cells of its row. What adopts a resource is in docs/existing-resources.md. */
function listEffects(definition: Definition): [name: string, effects: string][] {
  const named = configureNamed(definition).arguments;
  return configureDocumented(definition).arguments.flatMap(({ name, row, changeEffect }, index) => {
    if (row.role === "existingId") return [];
    const effects = [changeEffect, named[index]?.changeEffect ?? changeEffect];
    return [[name, effects.map((effect) => marks[effect]).join("|")]];
  });
}

/** The operations that a user can enable, with the address of each class that then has it. */
function renderOperations(): string {
  const list = (operation: "read" | "update" | "delete") =>
    definitions
      .flatMap((definition) => configureNamed(definition).operations[operation] ?? [])
      .filter(({ isDocumented }) => !isDocumented)
      .map(({ method, path }, index) => renderCode(index === 0 ? `${method} ${path}` : path))
      .join(", ");
  return [
    `- \`read\` sends ${list("read")}, for \`pulumi refresh\`, adopted resources and \`get\`.`,
    `- \`update\` sends ${list("update")}, for [changes in place](changes.md).`,
    `- \`delete\` sends ${list("delete")}, for resources that [may be deleted](#deletes).`,
  ].join("\n");
}

/** The arguments that requests have and no response has. */
function renderUnreturned(): string {
  const list = (definition: Definition) =>
    listArgumentNames(definition, ({ row, isInBody }) => isInBody && row.neverReturned === true);
  const ofClasses = definitions.flatMap((definition) => {
    const names = list(definition).map(renderCode).join(", ");
    return names === "" ? [] : `${names} (${renderCode(definition.names.class)})`;
  });
  return `No documented response has these arguments, so a refresh can't see their drift: ${ofClasses.join("; ")}.`;
}
