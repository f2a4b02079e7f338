/** The parts of pages written by hand that follow from the definitions: tables and a sentence, each between two comments. */

import { definitions } from "../../provider/definitions";
import { type Definition, listArgumentNames } from "../../provider/definitions/definition";
import { listDocumentedRows, listRowsOfNamed, renderChanges } from "./changes-page";
import { renderCode, renderTable } from "./markdown";
import { configureNamed } from "./named";

/** Each page with its parts, by the names that their comments have. */
export const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": { classes: renderClasses },
  "docs/changes.md": {
    documented: () => renderChanges(listDocumentedRows()),
    named: () => renderChanges(listRowsOfNamed()),
  },
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

/** The operations that a user can name, with the address of each class that has it then. */
function renderOperations(): string {
  const list = (operation: "read" | "update" | "delete") =>
    definitions
      .flatMap((definition) => configureNamed(definition).operations[operation] ?? [])
      .filter(({ isDocumented }) => !isDocumented)
      .map(({ method, path }, index) => renderCode(index === 0 ? `${method} ${path}` : path))
      .join(", ");
  return renderTable(
    ["Word", "What it sends", "What you get"],
    [
      ["`read`", list("read"), "`pulumi refresh`, the outputs of what `existingId` adopts, and `get`"],
      [
        "`update`",
        `${list("update")}, with the changed arguments`,
        "[changes in place](changes.md#with-operations-that-you-enable) instead of replacements",
      ],
      ["`delete`", list("delete"), "resources that [may be deleted](#deletes)"],
    ],
  );
}

/** The arguments that requests have and no response has. */
function renderUnreturned(): string {
  const list = (definition: Definition) =>
    listArgumentNames(definition, ({ row, isInBody }) => isInBody && row.neverReturned === true);
  const ofClasses = definitions.flatMap((definition) => {
    const names = list(definition).map(renderCode).join(", ");
    return names === "" ? [] : `${names} (${renderCode(definition.names.class)})`;
  });
  return `No documented response has these arguments, so their drift doesn't show: ${ofClasses.join("; ")}.`;
}
