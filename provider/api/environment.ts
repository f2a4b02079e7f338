/** Creates an environment, and reads the response. */

import { environment } from "../definitions/environment.js";
import type { Client } from "./client.js";
import { findNested, type ResourceResponse, readEnvelope, resourceResponse } from "./envelope.js";
import { combine, mismatch, nothing, type Reading, readGroup } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { requestBody } from "./request.js";

export async function createEnvironment(client: Client, inputs: JsonObject): Promise<ResourceResponse> {
  const response = await client.send({
    operation: "create environment",
    method: "POST",
    path: ["applications", String(inputs.applicationId), "environments"],
    body: requestBody(environment, client.fieldNames, inputs),
  });
  return readEnvironment(response);
}

export function readEnvironment(response: Json | undefined): ResourceResponse {
  const envelope = readEnvelope(response);
  return resourceResponse(environment, envelope, readVariables(envelope.attributes));
}

function readVariables(attributes: JsonObject): Reading {
  const field = "environment_variables";
  const holder = findNested(attributes, (candidate) => (candidate[field] ?? null) !== null);
  const listed = holder[field];
  if (listed === undefined) return nothing;
  if (!Array.isArray(listed)) return mismatch(field, "a list of keys and values");
  const { fields } = environment.rows.environmentVariables.holds;
  const variables = listed.filter((item) => isObject(item) && typeof item.key === "string");
  const readings = variables.map((item) => readGroup(fields, item, `${field}.`));
  return combine(
    { values: { environmentVariables: readings.map(({ values }) => values) }, mismatches: [] },
    variables.length < listed.length ? mismatch(field, "a list of keys and values") : nothing,
    ...readings.map(({ mismatches }) => ({ values: {}, mismatches })),
  );
}
