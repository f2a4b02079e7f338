/** What follows from the tables and their comments: docs/reference.md, and parts of pages written by hand. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tables } from "../../provider/rows";
import * as enums from "../../provider/rows/enums";
import type { Schema } from "../../provider/rows/schema";
import type { Change, Row, Table } from "../../provider/rows/table";
import { type CommentedField, type CommentedRow, readCommentedRows } from "./comments";
import { renderCode, renderTable } from "./markdown";

const renderIntroduction = () => `# Reference

<!-- Written by npm run write:docs, from provider/rows. Do not edit. -->

${tables.map(({ className }) => renderLink(className)).join(" · ")} · [Values](#values)

- Limits come from the API's description, version 0.0.1. It has none for rates, quotas or tokens.
- Every argument accepts an output of another resource. Build text from outputs with \`pulumi.interpolate\`, not a template literal.
- An argument you leave out is neither sent nor managed. [Removing one](changes.md) only changes the state. \`null\` means the same, except
  for \`buildCommand\`. \`existingId\` can't be null.
- The output of an argument is what you set, or else the API's value.
- Any other output is [null](outputs-and-secrets.md#outputs-that-may-be-null) until a response sets it. The response to a create may lack
  relationships; [\`read\`](existing-resources.md#operations) finds them.
- Lengths count code points.
`;

export function renderReference(): string {
  const values = Object.entries(enums).map(
    ([name, constants]) => `### ${name}\n\n${Object.values(constants).map(renderCode).join(", ")}\n`,
  );
  const note =
    "Use constants or plain text. [Other values](configuration.md#undocumented-values) need a setting and a cast.";
  return [renderIntroduction(), ...tables.map(renderSection), `## Values\n\n${note}\n`, ...values].join("\n");
}

function renderSection(table: Table): string {
  const { className } = table;
  const { comment, rows } = readCommentedRows(table);
  const ofArguments = rows.flatMap((one) => {
    if (one.row.role === "output") return [];
    const required = one.row.role === "required" ? "yes" : "";
    const change = changeTexts[one.row.change].cell;
    return [[renderCode(one.name), renderRowType(one), required, change, renderDescription(one)]];
  });
  const ofOutputs = rows
    .filter(({ row }) => row.role === "output")
    .map((one) => [renderCode(one.name), renderRowType(one), renderDescription(one)]);
  const objects = rows.flatMap(({ object, fields }) =>
    object === undefined ? [] : `#### ${object.name}\n\n${object.comment}\n\n${renderFields(fields)}\n`,
  );
  return [
    `## ${className}\n\n${comment}\n\n${readExample(table)}`,
    `### Arguments of ${className}\n`,
    `${renderTable(["Argument", "Type", "Required", "A change", "Description"], ofArguments)}\n`,
    `### Outputs of ${className}\n`,
    `${renderTable(["Output", "Type", "Description"], [["`id`", "`string`", describeId(table)], ...ofOutputs])}\n`,
    ...objects,
  ].join("\n");
}

function describeId({ noun, create, idIfMissing, idArgument }: Table): string {
  if (create === "PATCH") return `Always \`${idArgument}\`.`;
  if (idIfMissing.length === 0) return `Id of the ${noun}.`;
  const made = idIfMissing.map((name) => `<${name}>`).join("/");
  return `Id of the ${noun}. If the response has none, it's \`${made}\`, with a warning.`;
}

/** Renders the members of an object, but only the names of those that an environment has as outputs, too. */
function renderFields(fields: readonly CommentedField[]): string {
  const environment = tables.find(({ className }) => className === "Environment");
  const shared = fields.filter(({ name, schema }) => environment?.rows[name]?.schema === schema);
  const own = renderFieldTable(fields.filter((field) => !shared.includes(field)));
  if (shared.length === 0) return own;
  const names = shared.map(({ name }) => renderCode(name)).join(", ");
  return `${own}\n\nAs in the [outputs of Environment](#outputs-of-environment): ${names}.`;
}

/** Renders a table of members, with a column for their comments if any of them has one. */
function renderFieldTable(fields: readonly CommentedField[]): string {
  const rows = listFieldRows(fields);
  const columns = rows.some(([, , comment]) => comment !== "") ? 3 : 2;
  const [head = [], ...body] = [["Field", "Type", "Description"], ...rows].map((row) => row.slice(0, columns));
  return renderTable(head, body);
}

/** Lists the members of an object; one inside another by its path, unless it has a table of its own. */
function listFieldRows(fields: readonly CommentedField[], path = ""): string[][] {
  return fields.flatMap(({ name, schema, comment, fields: inside, object }) => {
    if (inside.length > 0 && object === undefined) return listFieldRows(inside, `${path}${name}.`);
    return [[renderCode(path + name), object === undefined ? renderType(schema) : renderLink(object.name), comment]];
  });
}

/** Reads the first example that an editor shows with a class. */
function readExample({ className, noun }: Table): string {
  const file = join(__dirname, `../../provider/resources/${noun.replaceAll(" ", "-")}.ts`);
  const [, example] = /^ \* @example\n[^`]*?( \* ```ts\n[\s\S]*? \* ```\n)/m.exec(readFileSync(file, "utf8")) ?? [];
  if (example === undefined) throw new Error(`${className} has no example`);
  return example.replaceAll(/^ \* ?/gm, "");
}

/** The effect of a change: in the page's column, and as the sentence in the comment of a row. */
export const changeTexts: Readonly<Record<Change, { readonly cell: string; readonly sentence: string }>> = {
  updates: { cell: "in place", sentence: "Updated in place." },
  reloads: { cell: "reloads the outputs", sentence: "A change reloads the outputs." },
  replaces: { cell: "replaces", sentence: "A change replaces the resource." },
  "updates if enabled": {
    cell: "replaces, or [updates](existing-resources.md#operations)",
    sentence: "A change replaces the resource, or updates it in place if `apphosting:operations` has `update`.",
  },
};

function renderRowType({ row, schema, object }: CommentedRow): string {
  if (object !== undefined) return renderLink(object.name) + (schema.type.endsWith("[]") ? "[]" : "");
  return renderType(schema) + (sendsNull(row) ? " \\| `null`" : "");
}

const sendsNull = (row: Row) => row.role !== "output" && row.null === "is sent";

function renderType({ type, values }: Schema): string {
  return values === undefined ? renderCode(type.replaceAll("|", "\\|")) : renderLink(type);
}

const renderLink = (name: string) => `[${renderCode(name)}](#${name.toLowerCase()})`;

/** Renders a comment without the sentence that has a column of its own. */
function renderDescription({ comment }: CommentedRow): string {
  const others = Object.values(changeTexts).reduce((text, { sentence }) => text.replace(sentence, ""), comment);
  const oneLine = others.replace(/ {2,}/g, " ").trim();
  return oneLine.replace(/\bA secret\.$/, "**A secret.**");
}

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
    const unreturned = args.filter(({ place, source }) => place === "body" && source === null);
    const names = unreturned.map(({ name }) => renderCode(name)).join(", ");
    return names === "" ? [] : `${names} (${renderCode(className)})`;
  });
  return `No documented response has these arguments, so neither an adoption nor a refresh can show them: ${ofClasses.join("; ")}.`;
}
