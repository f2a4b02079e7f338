/** The page docs/reference.md, made of the definitions and their comments. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../provider/definitions";
import type { Definition } from "../../provider/definitions/definition";
import * as enums from "../../provider/definitions/enums";
import type { ValueType } from "../../provider/definitions/value-type";
import { type CommentedField, type CommentedRow, isArgument, readCommentedRows } from "./comments";
import { renderCode, renderTable } from "./markdown";
import { configureDocumented, configureNamed } from "./named";

const classes = join(__dirname, "../../provider/resources");

/** What the id of a kind is. */
function describeId(definition: Definition): string {
  const { names, create, fallbackId, idArgument } = definition;
  if (create.method === "PATCH") return `Always \`${idArgument}\`.`;
  const otherwise =
    fallbackId === undefined
      ? ""
      : ` If the API's response has none, it is \`${fallbackId.map((name) => `<${name}>`).join("/")}\`, and a warning says so.`;
  return `Id of the ${names.label}.${otherwise}`;
}

const renderIntroduction = () => `# Reference

<!-- Written by npm run write:docs, from provider/definitions. Do not edit. -->

${definitions.map(({ names }) => renderLink(names.class)).join(" · ")} · [Values](#values)

- Every argument accepts an output of another resource. To build text from outputs, use \`pulumi.interpolate\`, not a template literal.
- An argument that you leave out is neither sent nor managed. [Removing one](changes.md) only changes the state. \`null\` means the same, except
  for \`buildCommand\`. \`existingId\` refuses it.
- The output of an argument is what the program sets, or else the API's value if a response had it.
- Any other output is [null](outputs-and-secrets.md#outputs-that-may-be-null) until a response sets it. The response to a create may lack
  relationships, such as \`defaultEnvironmentId\`; [\`read\`](existing-resources.md#operations) finds them.
- [When outputs are renewed](outputs-and-secrets.md#when-outputs-are-updated) depends on the class.
- Lengths count code points. Letters and digits are ASCII unless the description says otherwise.
`;

export function renderReference(): string {
  const values = Object.entries(enums).map(
    ([name, constants]) => `### ${name}\n\n${Object.values(constants).map(renderCode).join(", ")}\n`,
  );
  const note =
    "Arguments only accept these values, as constants or plain text. [Other values](configuration.md#undocumented-values) need a setting and a cast.";
  return [renderIntroduction(), ...definitions.map(renderSection), `## Values\n\n${note}\n`, ...values].join("\n");
}

function renderSection(definition: Definition): string {
  const { class: kind } = definition.names;
  const { comment, rows } = readCommentedRows(definition);
  const [inputs, outputs] = [rows.filter(isArgument), rows.filter((one) => !isArgument(one))];
  const ofInputs = inputs.map((one) => {
    const required = one.row.role === "required" ? "yes" : "";
    return [
      renderCode(one.name),
      renderType(one),
      required,
      describeChange(definition, one.name),
      renderDescription(one.comment),
    ];
  });
  const ofOutputs = outputs.map((one) => [renderCode(one.name), renderType(one), renderDescription(one.comment)]);
  const objects = rows.flatMap(({ object, fields }) =>
    object === undefined ? [] : `#### ${object.name}\n\n${object.comment}\n\n${renderFields(fields)}\n`,
  );
  return [
    `## ${kind}\n\n${comment}\n\n${readExample(kind)}`,
    `### Arguments of ${kind}\n`,
    `${renderTable(["Argument", "Type", "Required", "A change", "Description"], ofInputs)}\n`,
    `### Outputs of ${kind}\n`,
    `${renderTable(["Output", "Type", "Description"], [["`id`", "`string`", describeId(definition)], ...ofOutputs])}\n`,
    ...objects,
  ].join("\n");
}

/** Renders the fields of an object, but only the names of those that an environment has as outputs, too. */
function renderFields(fields: readonly CommentedField[]): string {
  const environment = definitions.find(({ names }) => names.class === "Environment");
  const shared = fields.filter(({ name, type }) => environment?.rows[name]?.type === type);
  if (shared.length === 0) return renderFieldTable(fields);
  const own = fields.filter((field) => !shared.includes(field));
  const names = shared.map(({ name }) => renderCode(name)).join(", ");
  return `${renderFieldTable(own)}\n\nAs in the [outputs of Environment](#outputs-of-environment): ${names}.`;
}

/** Renders a table of fields, with a column for their comments if any field has one. */
function renderFieldTable(fields: readonly CommentedField[]): string {
  const rows = listFieldRows(fields);
  const columns = rows.some(([, , comment]) => comment !== "") ? 3 : 2;
  const head = ["Field", "Type", "Description"].slice(0, columns);
  const cells = rows.map((row) => row.slice(0, columns));
  return renderTable(head, cells);
}

/** Reads the first example that an editor shows with a class. */
function readExample(className: string): string {
  const texts = readdirSync(classes).map((file) => readFileSync(join(classes, file), "utf8"));
  const text = texts.find((one) => one.includes(`\nexport class ${className} extends`)) ?? "";
  const [, example] = /^ \* @example\n[^`]*?( \* ```ts\n[\s\S]*? \* ```\n)/m.exec(text) ?? [];
  if (example === undefined) throw new Error(`${className} has no example`);
  return example.replaceAll(/^ \* ?/gm, "");
}

/** What a change of an argument does, in the page's column and as the sentence in its comment. */
export const changeSentences = {
  "in place": "Updated in place.",
  "reloads the outputs": "A change reloads the outputs.",
  replaces: "A change replaces the resource.",
  "replaces; in place with [`update`](existing-resources.md#operations)":
    "A change replaces the resource, or updates it in place if `apphosting:operations` has `update`.",
} as const;

export function describeChange(definition: Definition, argument: string): keyof typeof changeSentences {
  const [documented, named] = [configureDocumented(definition), configureNamed(definition)].map(
    ({ arguments: args }) => args.find(({ name }) => name === argument)?.changeEffect,
  );
  switch (documented) {
    case "update":
      return "in place";
    case "reload":
      return "reloads the outputs";
    default:
      return named === "update" ? "replaces; in place with [`update`](existing-resources.md#operations)" : "replaces";
  }
}

/** The fields of an object; one inside of another by its path, unless it has a table of its own. */
function listFieldRows(fields: readonly CommentedField[], path = ""): string[][] {
  return fields.flatMap(({ name, type, comment, fields: inside, object }) =>
    inside.length > 0 && object === undefined
      ? listFieldRows(inside, `${path}${name}.`)
      : [[renderCode(path + name), object === undefined ? renderTypeName(type) : renderLink(object.name), comment]],
  );
}

function renderType({ row, type, object }: CommentedRow): string {
  const many = type.shape.type === "objectList" ? "[]" : "";
  const nullable = row.role !== "output" && row.nullable === "value" ? " \\| `null`" : "";
  return (object === undefined ? renderTypeName(type) : renderLink(object.name)) + many + nullable;
}

const typeNames = {
  text: "string",
  integer: "number",
  boolean: "boolean",
  list: "unknown[]",
  stringList: "string[]",
  object: "object",
  objectList: "object",
} as const;

function renderTypeName({ shape }: ValueType): string {
  return shape.type === "oneOf" ? renderLink(shape.name) : renderCode(typeNames[shape.type]);
}

const renderLink = (name: string) => `[${renderCode(name)}](#${name.toLowerCase()})`;

/** Renders a comment without the sentence that has a column of its own. */
function renderDescription(comment: string): string {
  const others = Object.values(changeSentences).reduce((text, sentence) => text.replace(sentence, ""), comment);
  return others
    .replace(/ {2,}/g, " ")
    .trim()
    .replace(/\bA secret\.$/, "**A secret.**");
}
