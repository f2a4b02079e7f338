/** The rows that a definition is made of: an argument or an output each, with what the API documents of it. */

import type { UndocumentedFieldNames } from "./field-names.js";
import { type ArgumentShape, id, stringList, text, type ValueType } from "./value-type.js";

type Role = "required" | "optional" | "existingId";

/**
 * What a change of an argument does:
 *
 * - `update`: a request sends the new value;
 * - `replace`: another resource takes the place of this one;
 * - `reload`: a request sends what every update has, and its response renews the outputs;
 * - `record`: the state takes the new value, and nothing is sent.
 */
export type ChangeEffect = "update" | "replace" | "reload" | "record";

/** An argument, which is also an output. */
export interface ArgumentRow<R extends Role = Role, Value = unknown> {
  readonly role: R;
  readonly type: ValueType<Value, ArgumentShape>;
  /**
   * No response has its value. An attribute of the same name, where there is one, holds something else.
   *
   * Only documented attributes count: where the API documents none with the value, or says nothing, the row has this option. Without it,
   * each update would warn that nothing confirms the value. With it, nobody learns that the API has another value, so the option goes as soon
   * as an attribute is documented.
   */
  readonly neverReturned?: true;
  /** The path of the attribute that has its value in a response, such as `repository.full_name`. Default: the attribute of its name. */
  readonly attribute?: string;
  /** The relationship that has its value in a response: the id of one resource of the class with this name in code, such as `application`. */
  readonly relationship?: string;
  /** The API requires it in every update. */
  readonly inEveryUpdate?: true;
  /**
   * What a change of it does where the class has an update. Default: `update`, but `replace` for what stands in a path. Neither a request nor
   * a response has the value of an argument with `reload` or `record`.
   */
  readonly onChange?: Exclude<ChangeEffect, "update">;
  /**
   * What the API documents of null: it is a `value` of its own, or it `unset`s the field and is the same as leaving it out.
   * The package sends null only where it is a value, and takes every other null for leaving out; as `existingId` it is refused.
   */
  readonly nullable?: "value" | "unset";
  /** The API does not document the name of the field in requests: `apphosting:fieldNames` has it under this key. */
  readonly undocumentedName?: keyof UndocumentedFieldNames;
  /** It often holds a secret, such as a token in a command, also where the program does not mark it as one. */
  readonly mayHoldSecrets?: true;
}

export interface OutputRow<Value = unknown> {
  readonly role: "output";
  readonly type: ValueType<Value>;
  readonly secret?: true;
  /** Where a response has it. Default: the attribute of its name. */
  readonly source?: OutputSource;
  /** Null in a response counts as left out: a resource never loses the value, or the API may hide it. */
  readonly neverLost?: true;
}

/** A relationship, by its name and the type that the API documents of what it names. */
export interface Relationship {
  readonly name: string;
  readonly type: string;
}

/** Where a response has an output that is no attribute of its own name. */
export type OutputSource =
  /** The ids of the resources of a type that a relationship names. */
  | ({ readonly from: "relationship" } & Relationship)
  /**
   * The API does not document where it stands. It is looked for among the attributes, or inside one of them, and then in each object one
   * level below. A group is recognised by its fields, which stand flat there or under any key; anything else by its own key.
   */
  | { readonly from: "search"; readonly attribute?: string }
  /** The included resources of this type: `id`, attributes, and the `href` of `links.self`. */
  | { readonly from: "included"; readonly type: string }
  /** One object of a related resource: its id, what is included of it, and the attribute of the relationship's name. */
  | ({ readonly from: "related" } & Relationship)
  /** Made of other outputs. */
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
/** The id of a resource that exists: `pulumi up` adopts that one, and creates none. */
export const existingId: ArgumentRow<"existingId", string> = buildArgument("existingId")(
  id("Copy it from the web console"),
);
export function output<V>(type: ValueType<V>, options: Options<OutputRow> = {}): OutputRow<V> {
  return { role: "output", type, ...options };
}
/** The id of the one resource of a type that a relationship names. */
export function toOne(name: string, type: string, options: Pick<OutputRow, "neverLost"> = {}): OutputRow<string> {
  return output(text(), { source: { from: "relationship", name, type }, ...options });
}
/** The ids of the resources that a relationship names. Their type is its name, unless the API documents another one. */
export function toMany(name: string, type = name): OutputRow<string[]> {
  return output(stringList, { source: { from: "relationship", name, type } });
}
