/** The schemas of arguments, for the host's `check` and for the sandbox. */

import { z } from "zod";
import { askIfMeant } from "../definitions/closest.js";
import type { Argument } from "../definitions/definition.js";
import type { ArgumentShape, IntegerShape, OneOfShape, TextShape } from "../definitions/value-type.js";

/** The first sentence of a message is the rule, after the argument's name. The others advise a program's author. */
export function createArgumentSchema({ row }: Argument, allowsUnlisted: boolean): z.ZodType {
  const textError = row.role === "existingId" ? describeWrongId : mustBe("a string");
  const schema = createShapeSchema(row.type.shape, textError, allowsUnlisted);
  const withNull = row.nullable === undefined ? schema : schema.nullable();
  return row.role === "required" ? withNull : withNull.optional();
}

type DescribeError = (issue: { readonly input?: unknown }) => string;

const describeWrongId: DescribeError = ({ input }) =>
  input === null
    ? "is null, which would create a second one. " +
      "If it comes from an output, run `pulumi refresh`, or set the id itself. To create one, leave it out"
    : "must be the id, a string. To create one, leave it out";

function createShapeSchema(shape: ArgumentShape, textError: DescribeError, allowsUnlisted: boolean): z.ZodType {
  switch (shape.type) {
    case "text":
      return createTextSchema(shape, textError);
    case "integer":
      return createIntegerSchema(shape);
    case "boolean":
      return z.boolean({ error: mustBe("true or false", "config.getBoolean") });
    case "oneOf":
      return createChoiceSchema(shape, allowsUnlisted);
    case "list":
      return z.array(z.unknown(), { error: mustBe("a list") });
  }
}

function createTextSchema(
  { min = 0, max = Number.POSITIVE_INFINITY, pattern = "", form = "" }: TextShape,
  error: DescribeError,
): z.ZodType {
  const expression = new RegExp(pattern, "u");
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return z
    .string({ error })
    .refine((value) => countCharacters(value) >= min && countCharacters(value) <= max, {
      error: ({ input }) => `must have ${range} characters; it has ${countCharacters(String(input))}`,
    })
    .refine((value) => (value === "" && min > 0) || expression.test(value), {
      error: ({ input }) => (expression.test(String(input).normalize("NFC")) ? form + decomposed : form),
    });
}

/** Counts code points, so that one emoji is one character. */
const countCharacters = (value: string): number => [...value].length;

/** Such text looks valid: `e` and a combining accent look like `é`. */
const decomposed = "; an accent in it is a separate character: combine it with its letter (Unicode NFC)";

function createIntegerSchema({ min, max }: IntegerShape): z.ZodType {
  const range = min === undefined ? "" : ` from ${min} to ${max}`;
  const schema = z.int({ error: mustBe(`an integer${range}`, "config.getNumber") });
  return schema.min(min ?? Number.MIN_SAFE_INTEGER).max(max ?? Number.MAX_SAFE_INTEGER);
}

function createChoiceSchema({ name, values }: OneOfShape, allowsUnlisted: boolean): z.ZodType {
  const quoted = values.map((value) => `"${value}"`).join(", ");
  const isLong = values.length > mostListedInFull;
  const choice = `one of ${isLong ? `the ${values.length} values of ${name}` : quoted}`;
  return z.string({ error: mustBe(choice) }).refine((value) => allowsUnlisted || values.includes(value), {
    error: ({ input }) =>
      `must be ${choice}.${askIfMeant(String(input), values)} If the API has another one, ` +
      "run `pulumi config set apphosting:allowUnlistedValues true`",
  });
}

const mostListedInFull = 12;

function mustBe(what: string, reader?: string): DescribeError {
  return ({ input }) => {
    if (input === undefined) return `is required (${what.replace(/^an? /, "")})`;
    const isText = reader !== undefined && typeof input === "string";
    return `must be ${what}${isText ? `; it is a string. Read configuration with ${reader}` : ""}`;
  };
}
