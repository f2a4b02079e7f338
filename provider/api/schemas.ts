/** The schemas of arguments, for the host's `check` and for the sandbox. */

import { z } from "zod";
import { askIfMeant } from "../definitions/closest.js";
import type { Argument } from "../definitions/definition.js";
import {
  type ArgumentShape,
  countCharacters,
  type IntegerShape,
  type OneOfShape,
  type TextShape,
} from "../definitions/value-type.js";

/**
 * Creates the schema of an argument. The first sentence of a message is the rule, to follow the name of the argument;
 * the others advise a program's author.
 *
 * @param allowsUnlisted whether undocumented values pass
 */
export function createArgumentSchema({ row }: Argument, allowsUnlisted: boolean): z.ZodType {
  const { shape } = row.type;
  const isExistingId = row.role === "existingId" && shape.type === "text";
  const schema = isExistingId ? createTextSchema(shape, describeWrongId) : createShapeSchema(shape, allowsUnlisted);
  const withNull = row.nullable === undefined ? schema : schema.nullable();
  return row.role === "required" ? withNull : withNull.optional();
}

const describeWrongId: z.core.$ZodErrorMap = ({ input }) =>
  input === null
    ? "is null, which would create a second one. " +
      "If it comes from an output, run `pulumi refresh`, or set the id itself. To create one, leave it out"
    : "must be the id, a string. To create one, leave it out";

function createShapeSchema(shape: ArgumentShape, allowsUnlisted: boolean): z.ZodType {
  switch (shape.type) {
    case "text":
      return createTextSchema(shape);
    case "integer":
      return createIntegerSchema(shape);
    case "boolean":
      return z.boolean({ error: mustBe("true or false", "config.getBoolean") });
    case "oneOf":
      return createChoiceSchema(shape, allowsUnlisted);
    case "list":
      return z.array(z.unknown(), { error: mustBe("a list") });
    case "stringList":
      return z.array(z.string({ error: mustBe("a list of strings") }), { error: mustBe("a list of strings") });
  }
}

function createTextSchema(
  { min = 0, max, pattern = "", form = "" }: TextShape,
  error: z.core.$ZodErrorMap | string = mustBe("a string"),
): z.ZodType {
  const expression = new RegExp(pattern, "u");
  const range = max === undefined ? `at least ${min}` : min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return z
    .string({ error })
    .refine((value) => countCharacters(value) >= min && countCharacters(value) <= (max ?? Number.POSITIVE_INFINITY), {
      error: ({ input }) => `must have ${range} characters; it has ${countCharacters(String(input))}`,
    })
    .refine((value) => (value === "" && min > 0) || expression.test(value), {
      error: ({ input }) => (expression.test(String(input).normalize("NFC")) ? form + decomposed : form),
    });
}

/** Such text looks valid: `e` and a combining accent look like `é`. */
const decomposed = "; an accent in it is a separate character: combine it with its letter (Unicode NFC)";

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

function createChoiceSchema({ name, values }: OneOfShape, allowsUnlisted: boolean): z.ZodType {
  const quoted = values.map((value) => `"${value}"`).join(", ");
  const isLong = values.length > mostListedInFull;
  const choice = `one of ${isLong ? `the ${values.length} values of ${name}` : quoted}`;
  return z.string({ error: mustBe(choice) }).refine((value) => allowsUnlisted || values.includes(value), {
    error: ({ input }) => {
      return (
        `must be ${choice}.${askIfMeant(String(input), values)} If the API has another one, ` +
        `run \`pulumi config set apphosting:allowUnlistedValues true\``
      );
    },
  });
}

const mostListedInFull = 12;

/** @param reader reads configuration, which is text, as another type */
function mustBe(what: string, reader?: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined) return `is required (${what.replace(/^an? /, "")})`;
    const isText = reader !== undefined && typeof input === "string";
    return `must be ${what}${isText ? `; it is a string. Read configuration with ${reader}` : ""}`;
  };
}
