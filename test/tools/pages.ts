/** The parts of hand-written pages that follow from the tables, each between two comments. */

import { tables } from "../../provider/rows";
import type { Change, Table } from "../../provider/rows/table";
import { renderCode, renderTable } from "./markdown";

/** Each page with its parts, by the names that their comments have. */
export const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": { classes: renderClasses },
  "docs/changes.md": { changes: renderChanges },
  "docs/existing-resources.md": { operations: renderOperations, unreturned: renderUnreturned },
};

/** Renders the generated parts of a page anew. */
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
  const rows = tables.map(({ className, noun, create, path, parent, idArgument }) => {
    const owner = parent === undefined ? "" : `${parent.path}/{${parent.argument}}`;
    const request = create === "POST" ? `POST ${owner}${path}` : `PATCH ${path}/{${idArgument}}`;
    const effect = create === "POST" ? "creates it" : `changes an existing ${noun}`;
    const link = `[${renderCode(className)}](docs/reference.md#${className.toLowerCase()})`;
    return [link, `${renderCode(request)}, which ${effect}`];
  });
  return renderTable(["Class", "`pulumi up` sends"], rows);
}

const [replace, update, reload] = ["`+-` replace", "`~` update", "`~` reloads outputs"];

/** What a change does: without `update`, with it, and while `existingId` is set. */
const effects: Readonly<Record<Change | "adopts another", readonly string[]>> = {
  "updates if enabled": [replace, update, "`~` update with `update`, otherwise state only"],
  replaces: [replace, replace, "`~` state only"],
  "adopts another": [replace, replace, replace],
  updates: [update, update, ""],
  reloads: [reload, reload, ""],
};

function renderChanges(): string {
  const changes = tables.flatMap(({ className, idArgument, arguments: args }) =>
    args.map(({ name, change }) => ({ className, name, effect: name === idArgument ? "adopts another" : change })),
  );
  const rows = Object.entries(effects).map(([effect, cells]) => {
    const ofClasses = tables.flatMap(({ className }) => {
      const alike = changes.filter((one) => one.effect === effect && one.className === className);
      const names = alike.map(({ name }) => renderCode(name)).join(", ");
      return names === "" ? [] : `${renderCode(className)}: ${names}`;
    });
    return [ofClasses.join("; "), ...cells];
  });
  const removed = ["Any argument that you remove", ...Array(3).fill("`-` state only")];
  const withUpdate = "With [`update`](existing-resources.md#operations)";
  return renderTable(["Argument", "Without `update`", withUpdate, "While `existingId` is set"], [...rows, removed]);
}

/** Lists the operations that a user can enable, with the address of each class that then has it. */
function renderOperations(): string {
  const list = (method: string, having: readonly Table[]) =>
    having.map(({ path }, index) => renderCode(`${index === 0 ? `${method} ` : ""}${path}/{id}`)).join(", ");
  const [updated, deleted] = [tables.filter(({ create }) => create === "POST"), tables.filter(canDelete)];
  return [
    `- \`read\` sends ${list("GET", tables)}, for \`pulumi refresh\`, adopted resources and \`get\`.`,
    `- \`update\` sends ${list("PATCH", updated)}, for [changes in place](changes.md).`,
    `- \`delete\` sends ${list("DELETE", deleted)}, for resources that [may be deleted](#deletes).`,
  ].join("\n");
}

const canDelete = ({ neverDeleted }: Table) => neverDeleted === "";

/** Lists the arguments that requests have and no response has. */
function renderUnreturned(): string {
  const ofClasses = tables.flatMap(({ className, arguments: args }) => {
    const unreturned = args.filter(({ sent, shown }) => sent !== undefined && shown === undefined);
    const names = unreturned.map(({ name }) => renderCode(name)).join(", ");
    return names === "" ? [] : `${names} (${renderCode(className)})`;
  });
  return `No documented response has these arguments, so neither an adoption nor a refresh can show them: ${ofClasses.join("; ")}.`;
}
