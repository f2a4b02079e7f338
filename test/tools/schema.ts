/** The plugin's schema.json, Pulumi's package schema, made of the definitions and their comments. */

import { definitions } from "../../provider/definitions";
import { type DocumentedDefinition, listArgumentNames } from "../../provider/definitions/definition";
import * as enums from "../../provider/definitions/enums";
import { type SettingRow, settings } from "../../provider/definitions/settings";
import { formatPluginToken, formatTypeToken } from "../../provider/definitions/state-names";
import { type CommentedField, type CommentedRow, isArgument, readCommentedRows, readSettingComments } from "./comments";
import { withNamedOperations } from "./named";

type Spec = Readonly<Record<string, unknown>>;

/** Whatever the language, a program gets the plugin of the package that it has installed. */
const byVersion = { respectSchemaVersion: true };
const language = {
  nodejs: byVersion,
  python: { ...byVersion, pyproject: { enabled: true } },
  go: byVersion,
  csharp: byVersion,
};

/** Words to find the package by. Pulumi's registry reserves those with a slash: it sorts packages by them. */
const keywords = ["pulumi", "hosting", "category/cloud", "kind/native"];

/** What becomes of a resource that leaves the program: other languages have no class that sets `retainOnDelete`. */
function describeRemoval(definition: DocumentedDefinition): string {
  const stays = "What leaves the program is removed from the state and still exists";
  return withNamedOperations(definition).operations.delete === undefined
    ? `${stays}: set the resource option \`retainOnDelete\`, so that previews show that.`
    : `${stays}, unless \`apphosting:operations\` names DELETE: it is deleted then, unless the resource option \`retainOnDelete\` is set.`;
}

const any = { $ref: "pulumi.json#/Any" };
const createReference = (name: string) => ({ $ref: `#/types/${formatPluginToken(name)}` });

/** Object types by token, filled in as properties name them. */
type Types = Record<string, Spec>;

export function createPackageSchema(): Spec {
  const types: Types = Object.fromEntries(
    Object.entries(enums).map(([name, values]) => [
      formatPluginToken(name),
      { type: "string", enum: Object.entries(values).map(([key, value]) => ({ name: key, value })) },
    ]),
  );
  const configuration = createSettingSpecs();
  const entries = definitions.map((definition) => [
    formatPluginToken(definition.names.class),
    createResourceSpec(definition, types),
  ]);
  return {
    name: "apphosting",
    displayName: "Application hosting",
    description: "Resources of an application hosting API",
    publisher: "pulumi-apphosting contributors",
    keywords,
    config: { variables: configuration },
    provider: { description: "The API, as one organization's token reaches it.", inputProperties: configuration },
    resources: Object.fromEntries(entries),
    types,
    language,
  };
}

function createSettingSpecs(): Spec {
  const comments = readSettingComments();
  const specs = Object.entries<SettingRow>(settings).map(([name, { type, isSecret }]) => [
    name,
    {
      type,
      ...(type === "object" ? { additionalProperties: { type: "string" } } : {}),
      description: removeLinks(comments.get(name) ?? ""),
      ...(isSecret ? { secret: true } : {}),
    },
  ]);
  return Object.fromEntries(specs);
}

function createResourceSpec(definition: DocumentedDefinition, types: Types): Spec {
  const { class: kind } = definition.names;
  const { comment, rows } = readCommentedRows(definition);
  const required = listArgumentNames(definition, ({ row }) => row.role === "required");
  const replacing = listArgumentNames(definition, ({ onChange }) => onChange === "replace");
  // Python and Go cannot set null.
  const description = ({ row, comment }: CommentedRow) =>
    removeLinks((row.role === "output" ? undefined : row.commentWithoutNull) ?? comment);
  const properties = rows.map((one) => {
    const secret = !isArgument(one) && "secret" in one.row ? { secret: true } : {};
    return [one.name, { ...createType(one, kind, types), description: description(one), ...secret }];
  });
  const inputs = rows.filter(isArgument).map((one) => {
    const replaces = replacing.includes(one.name) ? { willReplaceOnChanges: true } : {};
    return [one.name, { ...createInputType(one, kind, types), description: description(one), ...replaces }];
  });
  return {
    description: `${removeLinks(comment)} ${describeRemoval(definition)}`,
    properties: Object.fromEntries(properties),
    required,
    inputProperties: Object.fromEntries(inputs),
    requiredInputs: required,
    aliases: [{ type: formatTypeToken(kind) }],
  };
}

/** Documented values are offered, and others accepted. */
function createInputType(one: CommentedField, owner: string, types: Types): Spec {
  const { shape } = one.holds;
  if (shape.type !== "oneOf") return createType(one, owner, types);
  return { oneOf: [{ type: "string" }, { type: "string", ...createReference(shape.name) }] };
}

function createType(one: CommentedField, owner: string, types: Types): Spec {
  const { type } = one.holds.shape;
  switch (type) {
    case "text":
    case "oneOf":
      return { type: "string" };
    case "integer":
      return { type: "integer" };
    case "flag":
      return { type: "boolean" };
    case "list":
      return { type: "array", items: any };
    case "texts":
      return { type: "array", items: { type: "string" } };
    case "group":
      return createObjectType(one, owner, types);
    case "groups":
      return { type: "array", items: createObjectType(one, owner, types) };
  }
}

function createObjectType(one: CommentedField, owner: string, types: Types): Spec {
  // A generated SDK cannot have properties of such names.
  if (one.fields.some(({ name }) => !/^[A-Za-z_]\w*$/.test(name))) return { type: "object", additionalProperties: any };
  const name = one.type?.name ?? `${owner}${one.name.charAt(0).toUpperCase()}${one.name.slice(1)}`;
  const properties = one.fields.map((field) => [
    field.name,
    { ...createType(field, name, types), ...(field.comment === "" ? {} : { description: removeLinks(field.comment) }) },
  ]);
  const text = one.type?.comment ?? one.comment;
  types[formatPluginToken(name)] = {
    type: "object",
    ...(text === "" ? {} : { description: removeLinks(text) }),
    properties: Object.fromEntries(properties),
  };
  return createReference(name);
}

/** Without links, which point to pages of TypeScript. */
function removeLinks(comment: string): string {
  return comment.replace(/\{@link (\w+)\}/g, "`$1`");
}

/** As it stands in the file. */
export const renderSchema = () => `${JSON.stringify(createPackageSchema(), undefined, 1)}\n`;
