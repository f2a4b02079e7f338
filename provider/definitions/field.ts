/** What a field holds, and the rows that a definition is made of: plain data, which a program loads without a validator. */

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
export interface FlagShape {
  readonly type: "flag";
}
export interface OneOfShape {
  readonly type: "oneOf";
  /** The name under which a program can import the values. */
  readonly name: string;
  /** The documented values; others may exist. */
  readonly values: readonly string[];
}
/** A list of any plain values. */
export interface ListShape {
  readonly type: "list";
}
export interface TextsShape {
  readonly type: "texts";
}
export interface GroupShape {
  /** One object, or a list of objects. */
  readonly type: "group" | "groups";
  readonly fields: Fields;
  /** The fields without which nobody can use the object: it counts as null, and as no element of a list. */
  readonly needs: readonly string[];
}

/** What the value of an argument can look like. */
export type ArgumentShape = TextShape | IntegerShape | FlagShape | OneOfShape | ListShape | TextsShape;
/** What any value of the API can look like. Whoever interprets a shape switches over all the types. */
export type Shape = ArgumentShape | GroupShape;

/**
 * What a field holds: the shape for the code, and `Value`, the type in a program. The type stands beside the shape, not in
 * it: editors then show the name of an enum, where they would write out its 63 values.
 */
export interface Field<Value = unknown, S extends Shape = Shape> {
  readonly shape: S;
  /** Never set: it only carries the type. */
  readonly value?: Value;
}

/** The fields of an object inside an output. Their names on the wire are the snake case of the keys. */
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** An object inside an output. A field that the response left out is absent. */
export type FieldsOf<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

/** Counts code points, so that one emoji is one character. */
export const countCharacters = (value: string): number => [...value].length;

export const text = (rule: Omit<TextShape, "type"> = {}): Field<string, ArgumentShape> => ({
  shape: { type: "text", ...rule },
});
/**
 * Text that names a resource. It goes into a path as one segment.
 *
 * @param source a sentence that says where a program has the id from
 */
export function id(source: string): Field<string, ArgumentShape> {
  return text({
    pattern: String.raw`^(?!\.{1,2}$)[^\s\p{Cc}]+$`,
    form: `must be an id, not a name: no spaces or control characters, and not "." or "..". ${source}`,
  });
}
export const integer = (range: Omit<IntegerShape, "type"> = {}): Field<number, ArgumentShape> => ({
  shape: { type: "integer", ...range },
});
export const flag: Field<boolean, ArgumentShape> = { shape: { type: "flag" } };
export const list: Field<unknown[], ArgumentShape> = { shape: { type: "list" } };
export const texts: Field<string[], ArgumentShape> = { shape: { type: "texts" } };
export function oneOf<Value extends string>(
  name: string,
  constants: Readonly<Record<string, Value>>,
): Field<Value, ArgumentShape> {
  return { shape: { type: "oneOf", name, values: Object.values(constants) } };
}
type Needs<F> = readonly (keyof F & string)[];
// The type is written out here, not named FieldsOf, so that editors and TypeDoc show the fields.
type Group<F extends Fields> = Field<{ readonly [K in keyof F]?: ValueOf<F[K]> }>;
export function group<F extends Fields>(fields: F, needs: Needs<F> = []): Group<F> {
  return { shape: { type: "group", fields, needs } };
}
/** A list of objects. */
export function groups<F extends Fields>(fields: F, needs: Needs<F> = []): Field<FieldsOf<F>[]> {
  return { shape: { type: "groups", fields, needs } };
}

/** A field of an output. */
export interface ShownIn {
  readonly output: string;
  readonly field: string;
}

type Role = "required" | "optional" | "existingId";

/** An argument, which is also an output. */
export interface ArgumentRow<R extends Role = Role, Value = unknown> {
  readonly role: R;
  readonly holds: Field<Value, ArgumentShape>;
  /** No body of a request has a field of it, and no response is read for it. */
  readonly sent?: false;
  /** No response has its value. An attribute of the same name, where there is one, holds something else. */
  readonly echoed?: false;
  /** The output, and its field, that has the value in a response, where no attribute of the argument's own name does. */
  readonly shownIn?: ShownIn;
  /** The API requires it in every update. */
  readonly inEveryUpdate?: true;
  /** A change replaces the resource also where the class has an update. What stands in a path does so without this option. */
  readonly replaces?: true;
  /**
   * What the API documents of null: it is a `value` of its own, or it `unset`s the field and is the same as leaving it out.
   * The package sends null only where it is a value, and takes every other null for leaving out; as `existingId` it is refused.
   */
  readonly nullable?: "value" | "unset";
  /**
   * Messages name it as the argument to change for up-to-date outputs. It is never sent, so that a change of it sends an update
   * with nothing but what each update holds, and the response has the outputs.
   */
  readonly reloads?: true;
  /** The API does not document the name of the field in requests: `FieldNames` has it. */
  readonly undocumentedName?: true;
  /** The API makes other texts of it: where it is a secret, so is every output that the program does not set itself. */
  readonly makesOutputsSecret?: true;
  /** It often holds a secret, such as a token in a command, also where the program does not mark it as one. */
  readonly mayHoldSecrets?: true;
  /** The API may refuse a second resource that has the same value under the same parent. */
  readonly unique?: true;
  /** Tells whether a response is about the same resource, where the state or the response has no identifying output. */
  readonly tellsIdentity?: true;
}

export interface OutputRow<Value = unknown> {
  readonly role: "output";
  readonly holds: Field<Value>;
  readonly secret?: true;
  /** The relationship whose ids it holds. */
  readonly relationship?: string;
  /**
   * No single attribute holds it. `api/wire/derived-outputs.ts` makes it: from several parts of a response (`parseCombinedOutputs`), or
   * from other outputs of the resource (`addComputedOutputs`).
   */
  readonly derived?: true;
  /**
   * The API does not document where it stands. It is looked for in this place, and then in each object one level below. A group is
   * recognised by its fields, which stand flat there or under any key; anything else by its own key.
   */
  readonly searchedIn?: "attributes" | { readonly attribute: string };
  /** A resource never loses its value: null in a response counts as left out. */
  readonly neverLost?: true;
  /**
   * It is an instant that tells one resource from another at the same address. Where it `always` does, the state keeps the first
   * one, and a response with another is an error. `unlessRemade`: the same resource can get a new one, and the user is told.
   */
  readonly identity?: "always" | "unlessRemade";
}

export type Row = ArgumentRow | OutputRow;

type Options<R> = Omit<R, "role" | "holds">;
function buildArgument<R extends Role>(role: R) {
  return <V>(holds: Field<V, ArgumentShape>, options: Options<ArgumentRow<R>> = {}): ArgumentRow<R, V> => ({
    role,
    holds,
    ...options,
  });
}
export const required = buildArgument("required");
export const optional = buildArgument("optional");
/** The id of a resource that exists: `pulumi up` adopts that one, and creates none. */
export const existingId: ArgumentRow<"existingId", string> = buildArgument("existingId")(text(), { sent: false });
export function output<V>(holds: Field<V>, options: Options<OutputRow> = {}): OutputRow<V> {
  return { role: "output", holds, ...options };
}
type RelationshipOptions = Omit<Options<OutputRow>, "relationship">;
/** The id of the one resource that a relationship names. */
export function toOne(relationship: string, options: RelationshipOptions = {}): OutputRow<string> {
  return output(text(), { relationship, ...options });
}
/** The ids of the resources that a relationship names. */
export function toMany(relationship: string, options: RelationshipOptions = {}): OutputRow<string[]> {
  return output(texts, { relationship, ...options });
}
