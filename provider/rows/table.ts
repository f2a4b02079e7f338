import { id, list, type Schema, text, toSnakeCase } from "./schema.js";

export type Role = "required" | "optional";

/** What a change of an argument does. With "updates if enabled", it replaces where the API has no update. */
export type Change = "replaces" | "updates" | "updates if enabled" | "reloads";

export interface Relationship {
  readonly relationship: string;
  readonly type: string;
}

/** Where a response has a value: the path of an attribute, such as `repository.full_name`, or another place. */
type Source =
  | string
  | Relationship
  /** The API documents no key: it's in the attributes or in one of them, or in an object one level below. */
  | { readonly search: "attributes" | "connection" }
  /** The included resources of this type: `id`, attributes, and the `href` of `links.self`. */
  | { readonly included: string }
  /** A related resource: its id, its included attributes, and the attribute of the relationship's name. */
  | { readonly related: Relationship }
  | { readonly make: (outputs: Readonly<Record<string, unknown>>) => string | null };

type Place = "body" | "path" | "state";

interface ArgumentFacts {
  /** Where the value goes: by default, into the body of a request. */
  readonly place?: Place;
  /** The field in the body. By default, the name in snake case. */
  readonly field?: string;
  /** Whether the API doesn't document the name of the field, so that `apphosting:fieldNames` can change it. */
  readonly hasUndocumentedField?: true;
  /** By default, the attribute of its name. Null: no documented response has the argument. */
  readonly source?: Source | null;
  /** Whether null is sent, or refused. Otherwise, it's the same as leaving the argument out. */
  readonly null?: "is sent" | "is refused";
  /** The value often holds a secret, such as a token in a command. */
  readonly secret?: true;
}

export interface ArgumentRow<R extends Role = Role, Value = unknown> extends ArgumentFacts {
  readonly role: R;
  readonly schema: Schema<Value>;
  readonly change: Change;
}

export interface OutputRow<Value = unknown> {
  readonly role: "output";
  readonly schema: Schema<Value>;
  readonly secret?: true;
  /** By default, the attribute of its name. */
  readonly source?: Source;
  /** Null in a response counts as left out: a resource never loses the value, or the API hides it. */
  readonly keepIfNull?: true;
}

export type Row = ArgumentRow | OutputRow;
export type Rows = Readonly<Record<string, Row>>;

export function required<V>(schema: Schema<V>, change: Change, facts?: ArgumentFacts): ArgumentRow<"required", V> {
  return { role: "required", schema, change, ...facts };
}
export function optional<V>(schema: Schema<V>, change: Change, facts?: ArgumentFacts): ArgumentRow<"optional", V> {
  return { role: "optional", schema, change, ...facts };
}
export function output<V>(schema: Schema<V>, facts?: Omit<OutputRow, "role" | "schema">): OutputRow<V> {
  return { role: "output", schema, ...facts };
}
export function toOne(relationship: string, type: string, facts?: Pick<OutputRow, "keepIfNull">): OutputRow<string> {
  return output(text(), { source: { relationship, type }, ...facts });
}
export function toMany(relationship: string, type = relationship): OutputRow<string[]> {
  return output(list(text()), { source: { relationship, type } });
}

export const existingId: ArgumentRow<"optional", string> = optional(
  id("Copy it from the web console", (value) =>
    value === null
      ? "is null, so a new one would be created. " +
        "If it comes from an output, run `pulumi refresh`, or set the id itself. To create one, leave it out"
      : "must be the id, a string. To create one, leave it out",
  ),
  "replaces",
  { place: "state", source: null, null: "is refused" },
);

/** An operation that the API doesn't document. Users name it where their API supports it. */
export type OperationName = "read" | "update" | "delete";
export const operationNames: readonly OperationName[] = ["read", "update", "delete"];

interface TableFacts<R extends Rows, ClassName extends string, ApiType extends string> {
  readonly className: ClassName;
  readonly noun: string;
  /** The host exports the resource under it. It's in every state, so it must never change. */
  readonly exportName: string;
  readonly apiType: ApiType;
  /** The path of all, such as `/caches`. One has its id below. */
  readonly path: string;
  readonly create: "POST" | "PATCH";
  /** The resource below whose path a create stands, and the argument that is its id. */
  readonly parent?: { readonly path: string; readonly argument: keyof R & string };
  readonly idArgument: keyof R & string;
  /** The arguments that, joined by `/`, are the id where the response to a create has none. If empty, it fails. */
  readonly idIfMissing: readonly (keyof R & string)[];
  /** The API may refuse a second resource with the same values of these. */
  readonly uniqueBy: readonly (keyof R & string)[];
  /** The arguments that an update also sends: with every update, or along with another argument. */
  readonly sentAlong: Readonly<Record<string, "always" | (keyof R & string)>>;
  /** Why the package never deletes one. If empty, `delete` in `apphosting:operations` enables that. */
  readonly neverDeleted: string;
  readonly rows: R;
}

export interface Argument extends ArgumentRow {
  readonly name: string;
  readonly place: Place;
  readonly field: string;
  readonly source: Source | null;
}
export interface Output extends OutputRow {
  readonly name: string;
  readonly source: Source;
}

export interface Table<R extends Rows = Rows, ClassName extends string = string, ApiType extends string = string>
  extends TableFacts<Rows, ClassName, ApiType> {
  readonly rows: R;
  readonly arguments: readonly Argument[];
  readonly outputs: readonly Output[];
  /** The type token. It's in every state, so it must never change. */
  readonly token: string;
  /** The text by which Pulumi loads the host of a managed resource. It's in every state, so it must never change. */
  readonly loader: string;
  readonly getLoader: string;
}

export function defineTable<R extends Rows, ClassName extends string, ApiType extends string>(
  facts: TableFacts<R, ClassName, ApiType>,
): Table<R, ClassName, ApiType> {
  const args: Argument[] = [];
  const outputs: Output[] = [];
  for (const [name, row] of Object.entries<Row>(facts.rows)) {
    const attribute = toSnakeCase(name);
    if (row.role === "output") outputs.push({ source: attribute, ...row, name });
    else args.push({ place: "body", field: attribute, source: attribute, ...row, name });
  }
  return {
    ...facts,
    arguments: args,
    outputs,
    token: `pulumi-nodejs:dynamic/apphosting:${facts.className}`,
    loader: `exports.handler=()=>require("pulumi-apphosting/host").${facts.exportName}`,
    getLoader: `exports.handler=()=>require("pulumi-apphosting/host").readers.${facts.exportName}`,
  };
}

/** Names of the request fields that the API doesn't document, by argument. */
export interface FieldNames {
  /** Default `source_control_provider_type`. */
  readonly sourceControlProvider?: string;
  /** Default `size`. */
  readonly size?: string;
  /** Default `eviction_policy`. */
  readonly evictionPolicy?: string;
}

/** Returns an empty text where the package makes no ids. */
export function formatMissingId({ idIfMissing }: Table, values: Readonly<Record<string, unknown>>): string {
  // A program can change white space at the ends of a value without a request.
  return idIfMissing.map((name) => String(values[name]).trim()).join("/");
}
