/** What the value of an argument or output looks like: plain data, which a program loads without a validator. */

import { toSnakeCase, type WrittenName } from "./names.js";

export interface TextShape {
  readonly type: "text";
  /** The least length, in code points. */
  readonly min?: number;
  /** The greatest length, in code points. */
  readonly max?: number;
  /**
   * The source of a Unicode regular expression. It is no RegExp, because Node needs longer to compile one than to load all
   * the rows. Letters and digits are ASCII unless the API names another script.
   */
  readonly pattern?: string;
  /** The pattern in words, after the name of the argument. */
  readonly form?: string;
}
export interface IntegerShape {
  readonly type: "integer";
  readonly min?: number;
  readonly max?: number;
}
export interface OneOfShape {
  readonly type: "oneOf";
  /** The name under which a program can import the values. */
  readonly name: string;
  /** The documented values; others may exist. */
  readonly values: readonly string[];
}
/** A boolean, a list of any plain values, or a list of strings. */
export interface PlainShape {
  readonly type: "boolean" | "list" | "stringList";
}
export interface ObjectShape {
  /** One object, or a list of objects. */
  readonly type: "object" | "objectList";
  readonly fields: readonly Field[];
  /** The fields without which nobody can use the object: it counts as null, and as no element of a list. */
  readonly requiredFields: readonly string[];
  /** Whether what is there of it stays, also without a required field. It counts as null where nothing is there. */
  readonly staysInPart?: true;
}

/** What the value of an argument can look like. */
export type ArgumentShape = TextShape | IntegerShape | OneOfShape | PlainShape;
/** What any value of the API can look like. Whoever interprets a shape switches over all the types. */
export type Shape = ArgumentShape | ObjectShape;

/**
 * The type of a value: the shape for the code, and `Value`, the type in a program. The type stands beside the shape, not in
 * it: editors then show the name of an enum, where they would write out its 63 values.
 */
export interface ValueType<Value = unknown, S extends Shape = Shape> {
  readonly shape: S;
  /** Never set: it only carries the type. */
  readonly value?: Value;
}

/** A field of an object inside an output. */
export interface Field extends WrittenName {
  readonly type: ValueType;
}

/** The fields of an object inside an output, by name. */
export type Fields = Readonly<Record<string, ValueType>>;

export type ValueOf<F> = F extends ValueType<infer Value> ? Value : never;

/** An object inside an output. A field that the response left out is absent. */
export type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

/** Counts code points, so that one emoji is one character. */
export const countCharacters = (value: string): number => [...value].length;

export const text = (rule: Omit<TextShape, "type"> = {}): ValueType<string, ArgumentShape> => ({
  shape: { type: "text", ...rule },
});
/**
 * Text that names a resource. It goes into a path as one segment.
 *
 * @param source a sentence that says where a program has the id from
 */
export function id(source: string): ValueType<string, ArgumentShape> {
  return text({
    pattern: String.raw`^(?!\.{1,2}$)[^\s\p{Cc}]+$`,
    form: `must be an id, not a name: no spaces or control characters, and not "." or "..". ${source}`,
  });
}
export const integer = (range: Omit<IntegerShape, "type"> = {}): ValueType<number, ArgumentShape> => ({
  shape: { type: "integer", ...range },
});
export const boolean: ValueType<boolean, ArgumentShape> = { shape: { type: "boolean" } };
export const list: ValueType<unknown[], ArgumentShape> = { shape: { type: "list" } };
export const stringList: ValueType<string[], ArgumentShape> = { shape: { type: "stringList" } };
export function oneOf<Value extends string>(
  name: string,
  constants: Readonly<Record<string, Value>>,
): ValueType<Value, ArgumentShape> {
  return { shape: { type: "oneOf", name, values: Object.values(constants) } };
}
function listFields(fields: Fields): Field[] {
  return Object.entries(fields).map(([name, type]) => ({ name, wireName: toSnakeCase(name), type }));
}
type RequiredFields<F> = readonly (keyof F & string)[];
// The type is written out here, not named FieldsOf, so that editors and TypeDoc show the fields.
type ObjectType<F extends Fields> = ValueType<{ readonly [K in keyof F]?: ValueOf<F[K]> }>;
export function object<F extends Fields>(fields: F, requiredFields: RequiredFields<F> = []): ObjectType<F> {
  return { shape: { type: "object", fields: listFields(fields), requiredFields } };
}
/** An object of which each part is of use. A message names the required fields that are not there. */
export function objectInParts<F extends Fields>(fields: F, requiredFields: RequiredFields<F>): ObjectType<F> {
  return { shape: { type: "object", fields: listFields(fields), requiredFields, staysInPart: true } };
}
/** A list of objects. */
export function objectList<F extends Fields>(
  fields: F,
  requiredFields: RequiredFields<F> = [],
): ValueType<FieldsOf<F>[]> {
  return { shape: { type: "objectList", fields: listFields(fields), requiredFields } };
}
