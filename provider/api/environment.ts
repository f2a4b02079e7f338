import { environment as definition, environmentVariable } from "../definitions/environment.js";
import { type Envelope, findNested } from "./envelope.js";
import { combine, mismatch, nothing, type Reading, readGroup } from "./fields.js";
import { isObject } from "./json.js";
import type { ResourceApi } from "./resource.js";

export const environment: ResourceApi = {
  definition,
  create: {
    operation: "create environment",
    method: "POST",
    path: ({ applicationId }) => ["applications", String(applicationId), "environments"],
  },
  derive: readVariables,
  // The body of the response is not documented. The application and the name are what a user can find it by.
  id: ({ applicationId, name }, returned) => returned ?? `${applicationId}/${name}`,
};

function readVariables({ attributes }: Envelope): Reading {
  const field = "environment_variables";
  const holder = findNested(attributes, (candidate) => (candidate[field] ?? null) !== null);
  const listed = holder[field];
  if (listed === undefined) return nothing;
  if (!Array.isArray(listed)) return mismatch(field, "a list of keys and values");
  const variables = listed.filter((item) => isObject(item) && typeof item.key === "string");
  const readings = variables.map((item) => readGroup(environmentVariable, item, `${field}.`));
  return combine(
    { values: { environmentVariables: readings.map(({ values }) => values) }, mismatches: [] },
    variables.length < listed.length ? mismatch(field, "a list of keys and values") : nothing,
    ...readings.map(({ mismatches }) => ({ values: {}, mismatches })),
  );
}
