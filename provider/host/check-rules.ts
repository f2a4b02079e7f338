/** The rules of `check`: a zod schema for each argument of a definition, whose messages say the rule in a user's words. */

import { z } from "zod";
import type { JsonObject } from "../api/http/json.js";
import { type Argument, type DocumentedDefinition, listArgumentNames } from "../definitions/definition.js";
import {
  type ArgumentShape,
  countCharacters,
  type IntegerShape,
  type OneOfShape,
  type TextShape,
} from "../definitions/field.js";
import { findClosest, findClosestName } from "../definitions/spelling.js";
import { providerKey } from "../definitions/state-names.js";
import { joinWords } from "./messages/subject-texts.js";
import type { Session } from "./session/session.js";
import { isUnknown } from "./state/comparison.js";

export interface CheckFailure {
  /** Always empty: the engine prints the value of a property that a failure names, and the value may be a secret. */
  readonly property: "";
  readonly reason: string;
}

/** Makes the function that finds every mistake in the arguments of a resource at once, before anything is sent. */
export function createCheck(
  definition: DocumentedDefinition,
  session: Session,
): (inputs: JsonObject) => CheckFailure[] {
  const { names } = definition;
  const known = listArgumentNames(definition);
  const schemas = definition.arguments.map((argument) => [argument.name, createSchema(argument, session)] as const);
  return (inputs) => {
    const unknown = Object.keys(inputs)
      .filter((name) => name !== providerKey && !known.includes(name))
      .map((name) => ({ name, meant: findClosestName(name, known) }));
    const unlikeAny = unknown.flatMap(({ name, meant }) => (meant === undefined ? [name] : []));
    const reasons = [
      ...session.configuration.problems,
      ...unknown.flatMap(({ name, meant }) =>
        meant === undefined ? [] : [`${names.class} has no argument ${name}. Did you mean ${meant}?`],
      ),
      ...(unlikeAny.length > 0
        ? [
            `${names.class} has no ${unlikeAny.length === 1 ? "argument" : "arguments"} ${joinWords(unlikeAny)}; its arguments are ${known.join(", ")}`,
          ]
        : []),
      ...schemas.flatMap(([name, schema]) => {
        const { error } = isUnknown(inputs[name]) ? {} : schema.safeParse(inputs[name]);
        return (error?.issues ?? []).map(({ message }) => `${name} ${message}`);
      }),
    ];
    return [...new Set(reasons)].map((reason) => ({ property: "", reason }));
  };
}

/** A schema that takes `undefined` makes its argument optional. */
function createSchema({ row }: Argument, session: Session): z.ZodType {
  if (row.role === "existingId") return anyId.optional();
  const schema = createShapeSchema(row.holds.shape, session);
  // Null comes here only where it is a value: elsewhere the host has taken it out.
  return row.role === "required" ? schema : schema.nullish();
}

function createShapeSchema(shape: ArgumentShape, session: Session): z.ZodType {
  switch (shape.type) {
    case "text":
      return createTextSchema(shape);
    case "integer":
      return createIntegerSchema(shape);
    case "flag":
      return z.boolean({ error: mustBe("true or false", "config.getBoolean") });
    case "oneOf":
      return createChoiceSchema(shape, session);
    case "list":
      return z.array(z.unknown(), { error: mustBe("a list") });
    case "texts":
      return z.array(z.string({ error: mustBe("a list of strings") }), { error: mustBe("a list of strings") });
  }
}

function createTextSchema({ min = 0, max, pattern = "", form = "" }: TextShape): z.ZodType {
  const expression = new RegExp(pattern, "u");
  const range = max === undefined ? `at least ${min}` : min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return z
    .string({ error: mustBe("a string") })
    .refine((value) => countCharacters(value) >= min && countCharacters(value) <= (max ?? Number.POSITIVE_INFINITY), {
      error: ({ input }) => `must have ${range} characters; it has ${countCharacters(String(input))}`,
    })
    .refine((value) => (value === "" && min > 0) || expression.test(value), { error: form });
}

/**
 * The form of the id is not checked: an API may use any text but the empty one. Null is refused, because it would count as left
 * out, and create a second resource.
 */
const anyId = z.string("must be the id, a string that is neither null nor empty: leave it out to create one").min(1);

function createIntegerSchema({ min, max }: IntegerShape): z.ZodType {
  const range = describeRange(min, max);
  const error = mustBe(`an integer${range}`, "config.getNumber");
  return z
    .int({ error })
    .min(min ?? Number.MIN_SAFE_INTEGER)
    .max(max ?? Number.MAX_SAFE_INTEGER);
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? "" : ` of at most ${max}`;
  return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

function createChoiceSchema({ name, values }: OneOfShape, session: Session): z.ZodType {
  const quoted = values.map((value) => `"${value}"`).join(", ");
  const choice = `one of ${values.length > mostListedInFull ? `the ${values.length} values of ${name}` : quoted}`;
  const isAllowed = (value: string) => values.includes(value) || session.configuration.allowsUnlistedValues;
  return z.string({ error: mustBe(choice) }).refine(isAllowed, {
    error: ({ input }) => {
      const near = findClosest(String(input), values);
      const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
      return `must be ${choice}.${meant} If the API knows another, run \`pulumi config set apphosting:allowUnlistedValues true\``;
    },
  });
}

const mostListedInFull = 12;

/** Configuration is text: `reader` is what reads it as another type. */
function mustBe(what: string, reader?: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return `is required (${what.replace(/^an? /, "")})`;
    const isText = reader !== undefined && typeof input === "string";
    return `must be ${what}${isText ? `; it is a string. Read configuration with ${reader}` : ""}`;
  };
}
