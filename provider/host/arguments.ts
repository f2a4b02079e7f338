/** The building blocks of an argument's rule: a zod schema whose messages say the rule in a user's words. */

import { z } from "zod";
import { lengthOf, type TextLimit } from "../api/limits.js";
import { nearest } from "./nearest.js";

/** Arguments by name; a rule that takes `undefined` makes its argument optional. */
export type Rules = Readonly<Record<string, z.ZodType>>;

export function text(limit: TextLimit = {}, form = ""): z.ZodType {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = limit;
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return z
    .string({ error: mustBe("a string") })
    .refine((value) => lengthOf(value) >= min && lengthOf(value) <= max, {
      error: ({ input }) => `must have ${range} characters; it has ${lengthOf(String(input))}`,
    })
    .refine((value) => pattern === undefined || (value === "" && min > 0) || pattern.test(value), {
      error: form,
    });
}

/** An id goes into the path of a request as one segment. */
export const id: z.ZodType = z
  .string({ error: mustBe("the id, a string") })
  .refine((value) => /^[^\s\p{Cc}]+$/u.test(value) && value !== "." && value !== "..", {
    error: 'must be an id: not empty, "." or "..", and without white space or control characters',
  });

export const flag: z.ZodType = z.boolean({ error: mustBe("true or false") });

export function integer(min: number, max: number): z.ZodType {
  const error = mustBe(`an integer from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** `name` is that of the enumeration, which a program can import. */
export function listed(enumeration: Readonly<Record<string, string>>, name: string): z.ZodType {
  const values = Object.values(enumeration);
  const choice = (value: unknown) =>
    values.length <= listedInFull
      ? `one of ${quoted(values)}`
      : `one of the ${values.length} values of ${name}, such as ${quoted(nearest(typeof value === "string" ? value : "", values))}`;
  return z
    .string({ error: ({ input }) => mustBe(choice(input))({ input }) })
    .refine((value) => values.includes(value), {
      params: unlisted,
      error: ({ input }) =>
        `must be ${choice(input)}; if the API knows another, run \`pulumi config set apphosting:allowUnlistedValues true\``,
    });
}

/** Marks the issue of a value outside its documented list. */
const unlisted = { unlisted: true };

export function isUnlisted(issue: z.core.$ZodIssue): boolean {
  return issue.code === "custom" && issue.params === unlisted;
}

const listedInFull = 12;

function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(", ");
}

export const list: z.ZodType = z.array(z.unknown(), { error: mustBe("a list") });

export function optional(rule: z.ZodType): z.ZodType {
  return rule.optional();
}

/** `null` is a statement of its own. */
export function nullable(rule: z.ZodType): z.ZodType {
  return rule.nullable().optional();
}

export function nullableArguments(rules: Rules): string[] {
  return Object.keys(rules).filter((name) => rules[name]?.safeParse(null).success);
}

function mustBe(what: string) {
  return ({ input }: { input?: unknown }) =>
    input === undefined ? `is required, ${what}` : `must be ${what}`;
}
