/** The types of values, as plain data, which a program loads without a validator. */

import { toSnakeCase, type WrittenName } from "./names.js";

interface Range {
  readonly min: number;
  readonly max: number;
}
/** The lengths are in code points. */
type TextRule = (Range | { readonly min?: never; readonly max?: number }) & {
  /** A string, because compiling an expression takes longer than loading all the rows. */
  readonly pattern?: string;
  /** The pattern in words, to follow the name of the argument. */
  readonly form?: string;
};
export type TextShape = { readonly type: "text" } & TextRule;
export type IntegerShape = { readonly type: "integer" } & (Range | { readonly min?: never; readonly max?: never });
export interface OneOfShape {
  readonly type: "oneOf";
  readonly name: string;
  readonly values: readonly string[];
}
export interface ObjectShape {
  readonly type: "object" | "objectList";
  readonly fields: readonly Field[];
  /** An object without one of these becomes null, or is dropped from a list. */
  readonly requiredFields: readonly string[];
  readonly staysInPart?: true;
}

export type ArgumentShape = TextShape | IntegerShape | OneOfShape | { readonly type: "boolean" | "list" };
export type Shape = ArgumentShape | ObjectShape | { readonly type: "stringList" };

/** `Value` isn't in the shape, so that editors show the name of an enum, and not its 63 values. */
export interface ValueType<Value = unknown, S extends Shape = Shape> {
  readonly shape: S;
  /** Never set: it only carries the type. */
  readonly value?: Value;
}

export interface Field extends WrittenName {
  readonly type: ValueType;
}

export type Fields = Readonly<Record<string, ValueType>>;

export type ValueOf<F> = F extends ValueType<infer Value> ? Value : never;

/** An object inside an output. A field that the response leaves out is absent. */
export type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

export const text = (rule: TextRule = {}): ValueType<string, ArgumentShape> => ({
  shape: { type: "text", ...rule },
});
export function id(source: string): ValueType<string, ArgumentShape> {
  return text({
    pattern: String.raw`^(?!\.{1,2}$)[^\s\p{Cc}]+$`,
    form: `must be an id, not a name: no spaces or control characters, and not "." or "..". ${source}`,
  });
}
export const integer = (range?: Range): ValueType<number, ArgumentShape> => ({
  shape: { type: "integer", ...range },
});
export const boolean: ValueType<boolean, ArgumentShape> = { shape: { type: "boolean" } };
export const list: ValueType<unknown[], ArgumentShape> = { shape: { type: "list" } };
export const stringList: ValueType<string[]> = { shape: { type: "stringList" } };
export function oneOf<Value extends string>(
  name: string,
  constants: Readonly<Record<string, Value>>,
): ValueType<Value, ArgumentShape> {
  return { shape: { type: "oneOf", name, values: Object.values(constants) } };
}
function listFields(fields: Fields): Field[] {
  return Object.entries(fields).map(([name, type]) => ({ name, wireName: toSnakeCase(name), type }));
}
// The type is written out here, not named FieldsOf, so that editors and TypeDoc show the fields.
type ObjectType<F extends Fields> = ValueType<{ readonly [K in keyof F]?: ValueOf<F[K]> }>;
export function object<F extends Fields>(fields: F, requiredFields: readonly (keyof F & string)[] = []): ObjectType<F> {
  return { shape: { type: "object", fields: listFields(fields), requiredFields } };
}
/** An object that is useful even when incomplete. */
export function partial<F extends Fields>(fields: F): ObjectType<F> {
  return { shape: { type: "object", fields: listFields(fields), requiredFields: [], staysInPart: true } };
}
export function objectList<F extends Fields, Name extends keyof F & string = never>(
  fields: F,
  requiredFields: readonly Name[] = [],
): ValueType<(FieldsOf<F> & { readonly [K in Name]: ValueOf<F[K]> })[]> {
  return { shape: { type: "objectList", fields: listFields(fields), requiredFields } };
}
