/** The rows of a definition: an argument or an output each. */

import type { UndocumentedFieldNames } from "./field-names.js";
import { type ArgumentShape, id, stringList, text, type ValueType } from "./value-type.js";

type Role = "required" | "optional" | "existingId";

/** What a change does: it's sent, it replaces the resource, it reloads the outputs, or only the state records it. */
export type ChangeEffect = "update" | "replace" | "reload" | "record";

export interface ArgumentRow<R extends Role = Role, Value = unknown> {
  readonly role: R;
  readonly type: ValueType<Value, ArgumentShape>;
  /** No documented response has the value, so it's never read, and no warning reports that it's missing. */
  readonly neverReturned?: true;
  /** The path of the value among a response's attributes, such as `repository.full_name`. Default: the wire name. */
  readonly attribute?: string;
  /** The relationship that has the value in a response: the id of a resource whose class has this name in code. */
  readonly relationship?: string;
  readonly inEveryUpdate?: true;
  /** If the class has an update. Default: `update`, or `replace` for an argument in a path. */
  readonly onChange?: "replace" | "reload";
  /** What null does: it's a `value`, which is sent, or it `unset`s the field, as leaving it out does. */
  readonly nullable?: "value" | "unset";
  /** The key in `apphosting:fieldNames` of the request field, whose name the API doesn't document. */
  readonly undocumentedName?: keyof UndocumentedFieldNames;
  /** The value often holds a secret, such as a token in a command. */
  readonly secret?: true;
}

export interface OutputRow<Value = unknown> {
  readonly role: "output";
  readonly type: ValueType<Value>;
  readonly secret?: true;
  /** Default: the attribute of its name. */
  readonly source?: OutputSource;
  /** Null in a response counts as left out: a resource never loses the value, or the API hides it. */
  readonly neverLost?: true;
}

export interface Relationship {
  readonly name: string;
  readonly type: string;
}

export type OutputSource =
  | ({ readonly from: "relationship" } & Relationship)
  /** The API documents no key: searches the attributes, or one of them, and each object one level below. */
  | { readonly from: "search"; readonly attribute?: string }
  /** The included resources of this type: `id`, attributes, and the `href` of `links.self`. */
  | { readonly from: "included"; readonly type: string }
  /** A related resource: its id, its included attributes, and the attribute of the relationship's name. */
  | ({ readonly from: "related" } & Relationship)
  | { readonly from: "outputs"; readonly make: (outputs: Readonly<Record<string, unknown>>) => string | null };

export type Row = ArgumentRow | OutputRow;

type Options<R> = Omit<R, "role" | "type">;
function buildArgument<R extends Role>(role: R) {
  return <V>(type: ValueType<V, ArgumentShape>, options: Options<ArgumentRow<R>> = {}): ArgumentRow<R, V> => ({
    role,
    type,
    ...options,
  });
}
export const required = buildArgument("required");
export const optional = buildArgument("optional");
export const existingId: ArgumentRow<"existingId", string> = buildArgument("existingId")(
  id("Copy it from the web console"),
);
export function output<V>(type: ValueType<V>, options: Options<OutputRow> = {}): OutputRow<V> {
  return { role: "output", type, ...options };
}
export function toOne(name: string, type: string, options: Pick<OutputRow, "neverLost"> = {}): OutputRow<string> {
  return output(text(), { source: { from: "relationship", name, type }, ...options });
}
export function toMany(name: string, type = name): OutputRow<string[]> {
  return output(stringList, { source: { from: "relationship", name, type } });
}
