/** What a field holds, and the rows that a definition is made of: plain data, which a program loads without a validator. */

/** Text; lengths count code points. Letters and digits of a pattern are ASCII unless the API names another script. */
export interface Text {
  readonly type: "text";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The pattern in words, after the name of the argument. */
  readonly form?: string;
}
/** Text that names a resource; it goes into a path as one segment. */
export interface Id {
  readonly type: "id";
}
export interface Integer {
  readonly type: "integer";
  readonly min?: number;
  readonly max?: number;
}
export interface Flag {
  readonly type: "flag";
}
/** Documented values; others may exist. */
export interface OneOf<Value extends string> {
  readonly type: "oneOf";
  /** The name under which a program can import the values. */
  readonly name: string;
  readonly values: readonly Value[];
}
/** Any values. */
export interface Anything {
  readonly type: "list";
}
export interface Texts {
  readonly type: "texts";
}
/** An object; `Value` is its type in a program, by a name where it has one. */
export interface Group<F extends Fields, Value = { readonly [K in keyof F]?: ValueOf<F[K]> }> {
  readonly type: "group";
  readonly fields: F;
  readonly value?: Value;
}
/** A list of objects. */
export interface Groups<F extends Fields, Value = { readonly [K in keyof F]?: ValueOf<F[K]> }> {
  readonly type: "groups";
  readonly fields: F;
  readonly value?: Value;
}
export type Type =
  | Text
  | Id
  | Integer
  | Flag
  | OneOf<string>
  | Anything
  | Texts
  | { readonly type: "group" | "groups"; readonly fields: Fields };

/** The fields of an object inside an output; their wire names are the snake case of the keys. */
export interface Fields {
  readonly [name: string]: Type;
}

/** An object inside an output. A field that the response left out is not there. */
export type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

export type ValueOf<T extends Type> =
  T extends Group<Fields, infer Value>
    ? Value
    : T extends Groups<Fields, infer Value>
      ? Value[]
      : T extends Integer
        ? number
        : T extends Flag
          ? boolean
          : T extends Texts
            ? string[]
            : T extends Anything
              ? unknown[]
              : string;

/** Length in code points, so that one emoji is one character. */
export const lengthOf = (value: string): number => [...value].length;

export const text = (rule: Omit<Text, "type"> = {}): Text => ({ type: "text", ...rule });
export const id: Id = { type: "id" };
export const integer = (range: Omit<Integer, "type"> = {}): Integer => ({ type: "integer", ...range });
export const flag: Flag = { type: "flag" };
export const anything: Anything = { type: "list" };
export const texts: Texts = { type: "texts" };
export const oneOf = <Value extends string>(
  name: string,
  constants: Readonly<Record<string, Value>>,
): OneOf<Value> => ({ type: "oneOf", name, values: Object.values(constants) });
export const group = <F extends Fields, Value = { readonly [K in keyof F]?: ValueOf<F[K]> }>(
  fields: F,
): Group<F, Value> => ({
  type: "group",
  fields,
});
export const groups = <F extends Fields, Value = { readonly [K in keyof F]?: ValueOf<F[K]> }>(
  fields: F,
): Groups<F, Value> => ({
  type: "groups",
  fields,
});

/** An argument, which is also an output. */
export interface ArgumentOptions {
  /** Where the value goes: into the `body`, by default, into the `path`, or it is not sent. */
  readonly goes?: "path" | "nowhere";
  /** Whether a response has an attribute of this name. Default: true for what goes into the body. */
  readonly answered?: false;
  /** Sent with every update, for the API requires it. */
  readonly always?: true;
  /** A change replaces the resource; in a resource without updates, every change does. */
  readonly replaces?: true;
  /**
   * What `null` is to the API: a `value` of its own, which is sent, or the same as leaving the field out, `unset`.
   * For the package it is the same as leaving out wherever it is no value.
   */
  readonly nullable?: "value" | "unset";
  /** The API does not document the field's name in the request: {@link FieldNames} has it. */
  readonly named?: true;
  /** The API makes other texts of it: where it is a secret, so is every output that is no argument. */
  readonly repeated?: true;
}

export interface OutputOptions {
  readonly secret?: true;
  /** The relationship whose ids it holds. */
  readonly relationship?: string;
  /** Made by a function of api/, and not read by this row. */
  readonly derived?: true;
}

export interface RequiredArgument<T extends Type> extends ArgumentOptions {
  readonly role: "required";
  readonly holds: T;
}
export interface OptionalArgument<T extends Type> extends ArgumentOptions {
  readonly role: "optional";
  readonly holds: T;
}
export interface OnlyOutput<T extends Type> extends OutputOptions {
  readonly role: "output";
  readonly holds: T;
}
export type Argument = RequiredArgument<Type> | OptionalArgument<Type>;
export type Row = Argument | OnlyOutput<Type>;

export const required = <T extends Type>(holds: T, options: ArgumentOptions = {}): RequiredArgument<T> => ({
  role: "required",
  holds,
  ...options,
});
export const optional = <T extends Type>(holds: T, options: ArgumentOptions = {}): OptionalArgument<T> => ({
  role: "optional",
  holds,
  ...options,
});
export const output = <T extends Type>(holds: T, options: OutputOptions = {}): OnlyOutput<T> => ({
  role: "output",
  holds,
  ...options,
});
/** The id of the one resource that a relationship names. */
export const toOne = (relationship: string): OnlyOutput<Text> => output(text(), { relationship });
/** The ids of the resources that a relationship names. */
export const toMany = (relationship: string): OnlyOutput<Texts> => output(texts, { relationship });
