/** What a field holds, and the rows that a definition is made of: plain data, which a program loads without a validator. */

/** What a field holds; `Value` is the type of that in a program. */
export interface Kind<Value> extends Rule {
  readonly type: "text" | "integer" | "flag" | "oneOf" | "list" | "texts" | "group" | "groups";
  /** Of an object, or of each object of a list. */
  readonly fields?: Fields;
  /** Of an object, the fields without which it is none: null, and not an element of a list. */
  readonly needs?: readonly string[];
  /** Only for its type. */
  readonly value?: Value;
}

/** What a value has to be; without a rule, any of its type. */
export interface Rule {
  /** Of an integer; of text, its length in code points. */
  readonly min?: number;
  readonly max?: number;
  /**
   * Of text, the source of a Unicode regular expression: Node needs longer to compile one than to load all the rows.
   * Letters and digits are ASCII unless the API names another script.
   */
  readonly pattern?: string;
  /** The pattern in words, after the name of the argument. */
  readonly form?: string;
  /** The documented values; others may exist. */
  readonly values?: readonly string[];
  /** The name under which a program can import the values. */
  readonly name?: string;
}

/** The fields of an object inside an output; their wire names are the snake case of the keys. */
export type Fields = Readonly<Record<string, Kind<unknown>>>;

export type ValueOf<K> = K extends Kind<infer Value> ? Value : never;

/** An object inside an output. A field that the response left out is not there. */
export type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

/** Length in code points, so that one emoji is one character. */
export const lengthOf = (value: string): number => [...value].length;

export const text = (rule: Omit<Rule, "values" | "name"> = {}): Kind<string> => ({ type: "text", ...rule });
/** Text that names a resource; it goes into a path as one segment. */
export const id = text({
  pattern: String.raw`^(?!\.{1,2}$)[^\s\p{Cc}]+$`,
  form: 'must be an id: not empty, "." or "..", and without white space or control characters',
});
export const integer = (range: Pick<Rule, "min" | "max"> = {}): Kind<number> => ({ type: "integer", ...range });
export const flag: Kind<boolean> = { type: "flag" };
export const list: Kind<unknown[]> = { type: "list" };
export const texts: Kind<string[]> = { type: "texts" };
export function oneOf<Value extends string>(name: string, constants: Readonly<Record<string, Value>>): Kind<Value> {
  return { type: "oneOf", name, values: Object.values(constants) };
}
type Needs<F> = readonly (keyof F & string)[];
// Not by the name of FieldsOf: editors and TypeDoc then show the fields.
type Group<F extends Fields> = Kind<{ readonly [K in keyof F]?: ValueOf<F[K]> }>;
export function group<F extends Fields>(fields: F, needs: Needs<F> = []): Group<F> {
  return { type: "group", fields, needs };
}
/** A list of objects. */
export function groups<F extends Fields>(fields: F, needs: Needs<F> = []): Kind<FieldsOf<F>[]> {
  return { type: "groups", fields, needs };
}

type Role = "required" | "optional" | "existing";

/** An argument, which is also an output. */
export interface Argument<R extends Role, Value = unknown> {
  readonly role: R;
  readonly holds: Kind<Value>;
  /** It is not sent: the package alone knows it. */
  readonly sent?: false;
  /** No response has an attribute of this name. */
  readonly returned?: false;
  /** Sent with every update, for the API requires it. */
  readonly inEveryUpdate?: true;
  /** A change replaces the resource although it can be updated. What stands in a path always does. */
  readonly replaces?: true;
  /**
   * What `null` is to the API: a `value` of its own, which is sent, or the same as leaving the field out, `unset`.
   * For the package it is the same as leaving out wherever it is no value.
   */
  readonly nullable?: "value" | "unset";
  /** The API does not document the field's name in the request: `FieldNames` has it. */
  readonly undocumentedName?: true;
  /** The API makes other texts of it: where it is a secret, so is every output that is no argument. */
  readonly makesOutputsSecret?: true;
  /** The API may refuse a second resource of the same value, under the same parent. */
  readonly unique?: true;
}

export interface Output<Value = unknown> {
  readonly role: "output";
  readonly holds: Kind<Value>;
  readonly secret?: true;
  /** The relationship whose ids it holds. */
  readonly relationship?: string;
  /** Made by a function of api/, and not read by this row. */
  readonly derived?: true;
  /** Stands under a key that the API does not document: flat in this attribute or under any key in it; `""` is the resource itself. */
  readonly anywhere?: string;
  /**
   * A resource does not lose it: null in a response says nothing of it. An update leaves it as it is, unless it changes one of these
   * arguments; so much a preview of the plugin knows.
   */
  readonly stableUnless?: readonly string[];
}

type Options<R> = Omit<R, "role" | "holds">;
/** Any row: what is not its own is undefined. */
export interface Row extends Options<Argument<Role>>, Options<Output> {
  readonly role: Role | "output";
  readonly holds: Kind<unknown>;
}

function argument<R extends Role>(role: R) {
  return <V>(holds: Kind<V>, options: Options<Argument<R>> = {}): Argument<R, V> => ({ role, holds, ...options });
}
export const required = argument("required");
export const optional = argument("optional");
/** The id of one that exists. */
export const existing = argument("existing");
export function output<V>(holds: Kind<V>, options: Options<Output> = {}): Output<V> {
  return { role: "output", holds, ...options };
}
/** The id of the one resource that a relationship names. */
export const toOne = (relationship: string): Output<string> => output(text(), { relationship });
/** The ids of the resources that a relationship names. */
export const toMany = (relationship: string): Output<string[]> => output(texts, { relationship });
