/** What the tests of messages share: the request of each operation, and what is said of its failure. */

import { ApiError, type Effect, type Failure } from "../../provider/api/errors.js";
import { type AllFieldNames, defaultFieldNames } from "../../provider/definitions/field-names.js";
import { explain } from "../../provider/host/explain.js";
import { validInputs } from "../documented/index.js";
import { resources } from "./resources.js";

export const operations = resources.map(({ api }) => api.create.operation);

export function message(
  operation: string,
  failure: Failure,
  effect: Effect = "none",
  fieldNames: AllFieldNames = defaultFieldNames,
): string {
  const resource = resources.find(({ api }) => api.create.operation === operation);
  if (resource === undefined) throw new Error(`nothing creates by ${operation}`);
  const { api, documented } = resource;
  return explain(new ApiError(operation, failure, effect), {
    definition: api.definition,
    inputs: validInputs(documented, "required"),
    token: "secret-token",
    fieldNames,
    creates: api.create.method === "POST",
  });
}

export function failed(status: number, said?: string, fields: Record<string, string[]> = {}): StatusFailure {
  return { kind: "status", status, message: said, fields };
}

type StatusFailure = Extract<Failure, { kind: "status" }>;
