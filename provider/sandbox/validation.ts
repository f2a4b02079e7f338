/** Checks the bodies of requests against the documented constraints, all at once. */

import type { Json, JsonObject } from "../api/http/json.js";
import { type Argument, type DocumentedDefinition, mapToFieldNames } from "../definitions/definition.js";
import { type ArgumentShape, countCharacters } from "../definitions/field.js";
import type { UndocumentedFieldNames } from "../definitions/field-names.js";

/** Messages by field, as a 422 response carries them. */
export type FieldErrors = Record<string, string[]>;

/** Finds what is wrong with the body of a create or an update, by field. */
export function findViolations(
  definition: DocumentedDefinition,
  operation: "create" | "update",
  body: JsonObject,
  names: UndocumentedFieldNames,
): FieldErrors {
  const fieldNames = mapToFieldNames(definition, names);
  const isInBody = ({ hasBodyField, onChange }: Argument) =>
    hasBodyField && (operation === "create" || onChange === "update");
  const fields = definition.arguments.filter(isInBody).map((argument): [string, string[]] => {
    const field = fieldNames[argument.name] as string;
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    const isRequired = operation === "create" ? argument.row.role === "required" : argument.row.inEveryUpdate === true;
    const messages = findComplaints(argument, isRequired, value);
    return [field, messages.map((message) => `${field} ${message}.`)];
  });
  return Object.fromEntries(fields.filter(([, messages]) => messages.length > 0));
}

function findComplaints({ row }: Argument, isRequired: boolean, value: Json | undefined): string[] {
  if (value === undefined || (value === null && isRequired)) return isRequired ? ["is required"] : [];
  return value === null && row.nullable ? [] : findShapeComplaints(row.holds.shape, value);
}

function findShapeComplaints(shape: ArgumentShape, value: Json): string[] {
  switch (shape.type) {
    case "flag":
      return typeof value === "boolean" ? [] : ["must be true or false"];
    case "integer": {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
      if (!Number.isInteger(value)) return ["must be an integer"];
      return [
        ...(Number(value) < min ? [`must be at least ${min}`] : []),
        ...(Number(value) > max ? [`must be at most ${max}`] : []),
      ];
    }
    case "list":
      return Array.isArray(value) ? [] : ["must be a list"];
    case "texts":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? []
        : ["must be a list of strings"];
    case "oneOf":
      if (typeof value !== "string") return ["must be a string"];
      return shape.values.includes(value) ? [] : ["has a value that is not listed"];
    case "text": {
      if (typeof value !== "string") return ["must be a string"];
      const { min = 0, max = Number.POSITIVE_INFINITY, pattern = "" } = shape;
      const length = countCharacters(value);
      return [
        ...(length < min ? [`must have at least ${min} characters`] : []),
        ...(length > max ? [`must have at most ${max} characters`] : []),
        ...(new RegExp(pattern, "u").test(value) ? [] : ["has characters that are not allowed, or in the wrong place"]),
      ];
    }
  }
}
