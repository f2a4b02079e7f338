/** The building blocks of an argument's rule: a zod schema whose messages say the rule in a user's words. */

import { z } from "zod";
import { lengthOf, type TextLimit } from "../api/limits.js";
import { nearest } from "./nearest.js";

/** What a rule can depend on. */
export interface RuleContext {
  /** Values outside a documented list pass: the API may know more of them than its documentation. */
  readonly allowUnlistedValues: boolean;
}

export type Rule = (context: RuleContext) => z.ZodType;

/** Arguments by name; a rule that takes `undefined` makes its argument optional. */
export type Rules = Readonly<Record<string, Rule>>;

export function text(limit: TextLimit = {}, form = ""): Rule {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = limit;
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return () =>
    z
      .string({ error: mustBe("a string") })
      .refine((value) => lengthOf(value) >= min && lengthOf(value) <= max, {
        error: ({ input }) => `must have ${range} characters; it has ${lengthOf(String(input))}`,
      })
      .refine((value) => pattern === undefined || (value === "" && min > 0) || pattern.test(value), {
        error: form,
      });
}

/** An id goes into the path of a request as one segment. */
export const id: Rule = () =>
  z
    .string({ error: mustBe("the id, a string") })
    .refine((value) => value.trim() !== "" && value !== "." && value !== "..", {
      error: 'must be an id: it cannot be empty, "." or ".."',
    });

export const flag: Rule = () => z.boolean({ error: mustBe("true or false") });

export function integer(min: number, max: number): Rule {
  const error = mustBe(`an integer from ${min} to ${max}`);
  return () => z.int({ error }).min(min, { error }).max(max, { error });
}

export function listed(values: readonly string[], name: string): Rule {
  const choice = (value: unknown) =>
    values.length <= listedInFull
      ? `one of ${quoted(values)}`
      : `one of the ${values.length} values of ${name}, such as ${quoted(nearest(typeof value === "string" ? value : "", values))}`;
  return ({ allowUnlistedValues }) =>
    z
      .string({ error: ({ input }) => mustBe(choice(input))({ input }) })
      .refine((value) => allowUnlistedValues || values.includes(value), {
        error: ({ input }) =>
          `must be ${choice(input)}; if the API knows another, run \`pulumi config set apphosting:allowUnlistedValues true\``,
      });
}

const listedInFull = 12;

function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(", ");
}

export const list: Rule = () => z.array(z.unknown(), { error: mustBe("a list") });

export function optional(rule: Rule): Rule {
  return (context) => rule(context).optional();
}

/** `null` is a statement of its own. */
export function nullable(rule: Rule): Rule {
  return (context) => rule(context).nullable().optional();
}

function mustBe(what: string) {
  return ({ input }: { input?: unknown }) =>
    input === undefined ? `is required, ${what}` : `must be ${what}`;
}
