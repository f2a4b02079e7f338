/**
 * The schemas of arguments, responses, settings and the sandbox. zod builds a schema when it's first used, because
 * loading zod takes longer than loading all rows.
 */

import { isDeepStrictEqual } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import type { ZodTypeAny } from "zod/v3";
import { isObject, type JsonObject } from "./json.js";

export interface Schema<Value = unknown> {
  /** Never set: it only carries the type. */
  readonly value?: Value;
  /** The type in TypeScript: a built-in one, or the name of an enum. */
  readonly type: string;
  readonly values?: readonly string[] | undefined;
  readonly members?: Members | undefined;
  /** Whether an object is useful even when incomplete, so that later responses add to it. */
  readonly allowPartial?: boolean;
  /** Returns zod's schema of what a user sets. */
  readonly getInput: () => unknown;
  /** Returns zod's schema of a value in a response, which only needs the documented type, and may break the limits. */
  readonly getResponse: () => unknown;
}

type Members = Readonly<Record<string, Schema>>;
export type ValueOf<S> = S extends Schema<infer Value> ? Value : never;
/** An object inside an output. A member that the response leaves out is absent. */
export type MembersOf<M extends Members> = { readonly [K in keyof M]?: ValueOf<M[K]> };

type Create = (z: typeof import("zod/v3").z) => ZodTypeAny;

/** @internal Many programs can't compile zod's declarations, so ours don't name its types. */
export function defineSchema<Value>(
  facts: Omit<Schema<Value>, "getInput" | "getResponse" | "value">,
  createInput: Create,
  createResponse = createInput,
): Schema<Value> {
  function createOnce(create: Create): () => ZodTypeAny {
    let created: ZodTypeAny | undefined;
    return () => {
      created ??= create((require("zod/v3") as typeof import("zod/v3")).z);
      return created;
    };
  }
  return { ...facts, getInput: createOnce(createInput), getResponse: createOnce(createResponse) };
}

/** Parses what a user sets. Each mistake is a rule that the value breaks, to follow the name of what is set. */
export function parseInput({ getInput }: Schema, value: unknown): { value: unknown; mistakes: string[] } {
  const { data, error } = (getInput() as ZodTypeAny).safeParse(value);
  return { value: data, mistakes: [...new Set(error?.issues.map(({ message }) => message))] };
}

/** A member of a response whose value isn't of the documented type. The value, which may be a secret, isn't shown. */
export interface Mismatch {
  readonly path: string;
  readonly expected: string;
}

/** Reads a value of a response. A member of another type is left out and listed. The others stay. */
export function readValue(schema: Schema, value: unknown, path: string): { value: unknown; mismatches: Mismatch[] } {
  const { data, error } = (schema.getResponse() as ZodTypeAny).safeParse(value);
  if (error === undefined) return { value: data, mismatches: [] };
  const mismatches = error.issues.map((issue) => ({ path: [path, ...issue.path].join("."), expected: issue.message }));
  if (error.issues.some((issue) => issue.path.length === 0)) return { value: undefined, mismatches };
  const rest = error.issues.reduce((before, issue) => clearMember(before, issue.path), value);
  return { value: readValue(schema, rest, path).value, mismatches };
}

/** Copies a value with null in place of one member. Each schema of an object or a list drops null. */
function clearMember(value: unknown, [key, ...keys]: readonly PropertyKey[]): unknown {
  if (key === undefined) return null;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<PropertyKey, unknown>;
  copy[key] = clearMember(copy[key], keys);
  return copy;
}

/** The lengths are in code points. */
interface TextRule {
  readonly min: number;
  readonly max: number;
  readonly pattern: RegExp;
  /** The pattern in words, to follow the name of the argument. */
  readonly form: string;
  readonly typeError: Describe;
}
type Describe = (value: unknown) => string;

export function text(rule: Partial<TextRule> = {}): Schema<string> {
  const anyText: TextRule = { min: 0, max: Infinity, pattern: /^/, form: "", typeError: mustBe("a string") };
  const { min, max, pattern, form, typeError } = { ...anyText, ...rule };
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return defineSchema(
    { type: "string" },
    (z) =>
      z.string(explain(typeError)).superRefine((value, { addIssue }) => {
        const { length } = [...value];
        const isInRange = length >= min && length <= max;
        if (!isInRange) addIssue({ code: "custom", message: `must have ${range} characters; it has ${length}` });
        if (!pattern.test(value)) addIssue({ code: "custom", message: form });
      }),
    (z) => {
      // UTF-8 can't encode half a surrogate pair: the engine would lose the whole resource.
      const wellFormed = z.string().transform((value) => value.toWellFormed());
      return z.union([wellFormed, z.number().int().safe().transform(String)], explain("a string"));
    },
  );
}

export const line = (): Schema<string> =>
  text({ pattern: /^\P{Cc}*$/u, form: "can't have control characters, such as a line break" });

/** An id that a program copies from elsewhere: one segment of a path, without characters that nobody sees. */
export function id(source: string, typeError = mustBe("a string")): Schema<string> {
  return text({
    pattern: /^(?!\.{1,2}$)[^\s\p{Cc}\p{Cf}]+$/u,
    form: `must be an id, not a name: no spaces, control characters or invisible ones, and not "." or "..". ${source}`,
    typeError,
  });
}

export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Schema<number> {
  const rule = explain(mustBe(`an integer from ${min} to ${max}`));
  return defineSchema(
    { type: "number" },
    (z) => z.number(rule).int().min(min).max(max),
    (z) => z.number(explain("an integer")).int().safe(),
  );
}

export const flag: Schema<boolean> = defineSchema(
  { type: "boolean" },
  (z) => z.boolean(explain(mustBe("true or false"))),
  (z) => z.boolean(explain("true or false")),
);

const mostListedInFull = 12;

export function oneOf<Value extends string>(type: string, constants: Readonly<Record<string, Value>>): Schema<Value> {
  const values: readonly string[] = Object.values(constants);
  const quoted = values.map((value) => `"${value}"`).join(", ");
  const choice = `one of ${values.length > mostListedInFull ? `the ${values.length} values of ${type}` : quoted}`;
  return defineSchema(
    { type, values },
    (z) => z.string(explain(mustBe(choice))).refine((value) => values.includes(value), `must be ${choice}`),
    () => text().getResponse() as ZodTypeAny,
  );
}

export const plainValues: Schema<(string | number | boolean)[]> = defineSchema(
  { type: "(string | number | boolean)[]" },
  (z) => {
    const rule = explain("must be a list of strings, numbers and booleans");
    return z.array(z.union([z.string(), z.number(), z.boolean()], rule), rule);
  },
);

/** @param needs the members without which an object is null, or dropped from a list. For "any", it needs one of all. */
// The type is written out here, not named MembersOf, so that editors and TypeDoc show the members.
export function object<M extends Members>(
  members: M,
  needs: readonly (keyof M & string)[] | "any" = [],
): Schema<{ readonly [K in keyof M]?: ValueOf<M[K]> }> {
  const keys = Object.keys(members).map((name) => [name, toSnakeCase(name)] as const);
  return defineSchema({ type: "object", members, allowPartial: needs === "any" }, (z) => {
    const shape = Object.entries<Schema>(members).map(([name, { getResponse }]) => {
      return [toSnakeCase(name), (getResponse() as ZodTypeAny).nullish()];
    });
    const anyValues = z.object(Object.fromEntries(shape), explain("an object"));
    const schema = anyValues.transform((values: Record<string, unknown>) => {
      const entries = keys.map(([name, key]) => [name, values[key]]);
      const known = Object.fromEntries(entries.filter(([, value]) => value != null));
      const isUseful = needs === "any" ? Object.keys(known).length > 0 : needs.every((name) => name in known);
      return isUseful ? known : null;
    });
    return z.preprocess(readEmptyList, schema);
  });
}

/** An object of a response whose members are parsed later. */
export const anyObject: Schema<JsonObject> = defineSchema({ type: "object" }, (z) =>
  z.preprocess(readEmptyList, z.custom(isObject, "an object")),
);

/** Servers in PHP write an empty object as `[]`. */
const readEmptyList = (value: unknown) => (isDeepStrictEqual(value, []) ? {} : value);

export function list<Value>({ type, members, getResponse }: Schema<Value>): Schema<Value[]> {
  const expected = `a list of ${type === "object" ? "objects" : "strings"}`;
  return defineSchema({ type: `${type}[]`, members }, (z) => {
    const items = z.array((getResponse() as ZodTypeAny).nullable(), explain(expected));
    return items.transform((values) => values.filter((value) => value !== null));
  });
}

/** Sets the message of every mistake that zod finds by a built-in check. */
export function explain(rule: string | Describe) {
  const describe = typeof rule === "string" ? () => rule : rule;
  return { errorMap: (_: object, { data }: { data?: unknown }) => ({ message: describe(data) }) };
}

function mustBe(what: string): Describe {
  return (value) => (value === undefined ? `is required (${what.replace(/^an? /, "")})` : `must be ${what}`);
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns " Did you mean …?" for a listed name that differs in at most two characters, or else "". */
export function suggestName(name: string, listed: readonly string[]): string {
  const text = name.toLowerCase();
  const texts = listed.map((item) => item.toLowerCase());
  const nearest = closest(text, texts);
  if (distance(text, nearest) > Math.min(2, text.length - 1)) return "";
  return ` Did you mean ${listed[texts.indexOf(nearest)]}?`;
}
