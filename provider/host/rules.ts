/** The rules of `check`: a zod schema for each argument of a definition, whose messages say the rule in a user's words. */

import { z } from "zod";
import type { JsonObject } from "../api/json.js";
import { closest } from "../definitions/closest.js";
import type { Definition } from "../definitions/definition.js";
import { lengthOf, type Row, type Rule } from "../definitions/field.js";
import { providerKey } from "../definitions/state.js";
import { isUnknown } from "./changes.js";
import type { Session } from "./session.js";

/** What says every mistake of a resource at once, before its request. */
export function checkOf(definition: Definition, session: Session) {
  const { args, kind, rows } = definition;
  const rules = args.map((name) => [name, ruleOf(rows[name] as Row, session)] as const);
  return (inputs: JsonObject) => {
    const unknown = Object.keys(inputs).filter((name) => name !== providerKey && !args.includes(name));
    const reasons = [
      ...session.problems,
      ...unknown.map((name) => `${name} is no argument of ${kind.class}; its arguments are ${args.join(", ")}`),
      ...rules.flatMap(([name, rule]) => {
        const { error } = isUnknown(inputs[name]) ? {} : rule.safeParse(inputs[name]);
        return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
      }),
    ];
    // The engine prints the value of a property that a failure names, and the value may be a secret.
    return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
  };
}

/** A rule that takes `undefined` makes its argument optional. */
function ruleOf({ role, holds }: Row, session: Session): z.ZodType {
  if (role === "existing") return anyId.optional();
  const rule = ruleMakers[holds.type as keyof typeof ruleMakers](holds, session);
  // Null is here only where it is a value.
  return role === "required" ? rule : rule.nullish();
}

/** By what an argument can hold. */
const ruleMakers = {
  text,
  flag: () => z.boolean({ error: mustBe("true or false", "config.getBoolean") }),
  integer,
  oneOf,
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

/** Whatever an API, or this package, makes an id of. An output that turns out to be null would create another resource. */
const anyId = z.string("must be the id, a string that is neither null nor empty: leave it out to create one").min(1);

function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Rule): z.ZodType {
  const error = mustBe(`an integer from ${min} to ${max}`, "config.getNumber");
  return z.int({ error }).min(min).max(max);
}

function oneOf({ name, values = [] }: Rule, session: Session): z.ZodType {
  const quoted = values.map((value) => `"${value}"`).join(", ");
  const choice = `one of ${values.length > listedInFull ? `the ${values.length} values of ${name}` : quoted}`;
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
