/** The rules of `check`: a zod schema for each argument of a definition, whose messages say the rule in a user's words. */

import type { CheckFailure } from "@pulumi/pulumi/dynamic";
import { z } from "zod";
import type { JsonObject } from "../api/json.js";
import { argumentNames, type Definition } from "../definitions/definition.js";
import { type AnyArgument, lengthOf, type Rule } from "../definitions/field.js";
import { providerKey } from "../definitions/state.js";
import { isUnknown } from "./changes.js";
import { closest } from "./closest.js";
import type { Session } from "./session.js";

/** Arguments by name; a rule that takes `undefined` makes its argument optional. */
export type Rules = Readonly<Record<string, z.ZodType>>;

export function rulesOf(definition: Definition, session: Session): Rules {
  const rules = argumentNames(definition).map((name) => {
    const { role, nullable, holds } = definition.rows[name] as AnyArgument;
    if (role === "existing") return [name, existingId.optional()];
    const rule = ruleMakers[holds.type as keyof typeof ruleMakers](holds, session);
    if (role !== "optional") return [name, rule];
    return [name, nullable === "value" ? rule.nullable().optional() : rule.optional()];
  });
  return Object.fromEntries(rules);
}

/** Every mistake of a resource at once, before its request. */
export function checkArguments(kind: string, rules: Rules, inputs: JsonObject, session: Session): CheckFailure[] {
  const unknown = Object.keys(inputs).filter((name) => name !== providerKey && !Object.hasOwn(rules, name));
  const known = Object.keys(rules).join(", ");
  const reasons = [
    ...session.problems,
    ...unknown.map((name) => `${name} is no argument of ${kind}; its arguments are ${known}`),
    ...Object.entries(rules).flatMap(([argument, rule]) => {
      const { error } = isUnknown(inputs[argument]) ? {} : rule.safeParse(inputs[argument]);
      return (error?.issues ?? []).map(({ message }) => `${argument} ${message}`);
    }),
  ];
  // The engine prints the value of a property that a failure names, and the value may be a secret.
  return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
}

/** By what an argument can hold. */
const ruleMakers = {
  text,
  id: () => id,
  flag: () => z.boolean({ error: mustBe("true or false", "config.getBoolean") }),
  integer,
  oneOf: listed,
  list: () => z.array(z.unknown(), { error: mustBe("a list") }),
};

function text({ min = 0, max = Number.POSITIVE_INFINITY, pattern = "", form = "" }: Rule): z.ZodType {
  const expression = new RegExp(pattern, "u");
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return z
    .string({ error: mustBe("a string") })
    .refine((value) => lengthOf(value) >= min && lengthOf(value) <= max, {
      error: ({ input }) => `must have ${range} characters; it has ${lengthOf(String(input))}`,
    })
    .refine((value) => (value === "" && min > 0) || expression.test(value), { error: form });
}

/** An id goes into the path of a request as one segment. */
const id: z.ZodType = z
  .string({ error: mustBe("the id, a string") })
  .refine((value) => /^[^\s\p{Cc}]+$/u.test(value) && value !== "." && value !== "..", {
    error: 'must be an id: not empty, "." or "..", and without white space or control characters',
  });

/** Whatever an API, or this package, makes an id of. An output that turns out to be null would create another resource. */
const existingId: z.ZodType = z
  .string({
    error: ({ input }) =>
      input === null ? "must not be null: leave it out to create one" : "must be the id, a string",
  })
  .min(1, { error: "must not be empty: leave it out to create one" });

function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Rule): z.ZodType {
  const error = mustBe(`an integer from ${min} to ${max}`, "config.getNumber");
  return z.int({ error }).min(min, { error }).max(max, { error });
}

function listed({ name, values = [] }: Rule, session: Session): z.ZodType {
  const choice =
    values.length > listedInFull
      ? `one of the ${values.length} values of ${name}`
      : `one of ${values.map((value) => `"${value}"`).join(", ")}`;
  const isAllowed = (value: string) => values.includes(value) || session.settings.allowUnlistedValues;
  return z.string({ error: mustBe(choice) }).refine(isAllowed, {
    error: ({ input }) => {
      const near = closest(String(input), values);
      const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
      return `must be ${choice}.${meant} If the API knows another, run \`pulumi config set apphosting:allowUnlistedValues true\``;
    },
  });
}

const listedInFull = 12;

/** Configuration is text: `reader` is what reads it as another type. */
function mustBe(what: string, reader?: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return `is required, ${what}`;
    const isText = reader !== undefined && typeof input === "string";
    return `must be ${what}${isText ? `; it is a string. Read configuration with ${reader}` : ""}`;
  };
}
