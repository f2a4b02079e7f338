/** The documented constraints of the request bodies, checked all at once. */

import type { Json, JsonObject } from "../api/json.js";
import type { Definition } from "../definitions/definition.js";
import { wireNames } from "../definitions/definition.js";
import { type Kind, lengthOf, type Row, type Rule } from "../definitions/field.js";
import type { AllFieldNames } from "../definitions/field-names.js";

/** Messages by field, as a 422 response carries them. */
export type FieldErrors = Record<string, string[]>;

export function violations(
  definition: Definition,
  operation: "create" | "update",
  body: JsonObject,
  names: AllFieldNames,
): FieldErrors {
  const taken = operation === "create" ? definition.inCreate : definition.inUpdate;
  const wires = Object.entries(wireNames(definition, names)).filter(([argument]) => taken.includes(argument));
  const fields = wires.map(([argument, field]): [string, string[]] => {
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    const row = definition.rows[argument] as Row;
    const isRequired = operation === "create" ? row.role === "required" : row.inEveryUpdate === true;
    const messages = complaintsOf(row, isRequired, value);
    return [field, messages.map((message) => `${field} ${message}.`)];
  });
  return Object.fromEntries(fields.filter(([, messages]) => messages.length > 0));
}

function complaintsOf({ nullable, holds }: Row, isRequired: boolean, value: Json | undefined): string[] {
  if (value === undefined || (value === null && isRequired)) return isRequired ? ["is required"] : [];
  return value === null && nullable ? [] : complaints(holds, value);
}

function complaints(kind: Kind<unknown>, value: Json): string[] {
  switch (kind.type) {
    case "flag":
      return typeof value === "boolean" ? [] : ["must be true or false"];
    case "integer": {
      const { min = 0, max = 0 } = kind;
      if (!Number.isInteger(value)) return ["must be an integer"];
      return Number(value) < min || Number(value) > max ? [`must be from ${min} to ${max}`] : [];
    }
    default: {
      if (typeof value !== "string") return ["must be a string"];
      if (kind.type === "text") return textComplaints(kind, value);
      return kind.type === "oneOf" && !kind.values?.includes(value) ? ["has a value that is not listed"] : [];
    }
  }
}

function textComplaints({ min = 0, max = Number.POSITIVE_INFINITY, pattern = "" }: Rule, value: string): string[] {
  const length = lengthOf(value);
  return [
    ...(length < min ? [`must have at least ${min} characters`] : []),
    ...(length > max ? [`must have at most ${max} characters`] : []),
    ...(new RegExp(pattern, "u").test(value) ? [] : ["has characters that are not allowed, or in the wrong place"]),
  ];
}
