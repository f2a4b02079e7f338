/** The documented constraints of the request bodies, checked all at once. */

import type { Json, JsonObject } from "../api/json.js";
import { type Definition, wireNames } from "../definitions/definition.js";
import { type Argument, lengthOf, type Text, type Type } from "../definitions/field.js";
import type { AllFieldNames } from "../definitions/field-names.js";

/** Messages by field, as a 422 response carries them. */
export type FieldErrors = Record<string, string[]>;

export function violations(definition: Definition, body: JsonObject, names: AllFieldNames): FieldErrors {
  const fields = Object.entries(wireNames(definition, names)).map(([argument, field]): [string, string[]] => {
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    const messages = complaintsOf(definition.rows[argument] as Argument, value);
    return [field, messages.map((message) => `${field} ${message}.`)];
  });
  return Object.fromEntries(fields.filter(([, messages]) => messages.length > 0));
}

function complaintsOf({ role, nullable, holds }: Argument, value: Json | undefined): string[] {
  if (value === undefined || (value === null && role === "required")) {
    return role === "required" ? ["is required"] : [];
  }
  return value === null && nullable ? [] : complaints(holds, value);
}

function complaints(type: Type, value: Json): string[] {
  switch (type.type) {
    case "flag":
      return typeof value === "boolean" ? [] : ["must be true or false"];
    case "integer": {
      const { min = 0, max = 0 } = type;
      if (!Number.isInteger(value)) return ["must be an integer"];
      return Number(value) < min || Number(value) > max ? [`must be from ${min} to ${max}`] : [];
    }
    default: {
      if (typeof value !== "string") return ["must be a string"];
      if (type.type === "text") return textComplaints(type, value);
      return type.type === "oneOf" && !type.values.includes(value) ? ["has a value that is not listed"] : [];
    }
  }
}

function textComplaints({ min = 0, max = Number.POSITIVE_INFINITY, pattern }: Text, value: string): string[] {
  const length = lengthOf(value);
  return [
    ...(length < min ? [`must have at least ${min} characters`] : []),
    ...(length > max ? [`must have at most ${max} characters`] : []),
    ...(pattern && !pattern.test(value) ? ["has characters that are not allowed, or in the wrong place"] : []),
  ];
}
