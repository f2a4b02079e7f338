/** Creates an application, and reads the response. */

import { application } from "../definitions/application.js";
import { group } from "../definitions/field.js";
import type { Client } from "./client.js";
import { type Envelope, type ResourceResponse, readEnvelope, readRelationship, resourceResponse } from "./envelope.js";
import { combine, type Reading, readFields, readGroup, readText } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { requestBody } from "./request.js";

export async function createApplication(client: Client, inputs: JsonObject): Promise<ResourceResponse> {
  const response = await client.send({
    operation: "create application",
    method: "POST",
    path: ["applications"],
    body: requestBody(application, client.fieldNames, inputs),
  });
  return readApplication(response);
}

export function readApplication(response: Json | undefined): ResourceResponse {
  const envelope = readEnvelope(response);
  return resourceResponse(application, envelope, readRepository(envelope));
}

/** The repository's attribute, relationship and included resource are one output, for `repository` is an argument. */
function readRepository(envelope: Envelope): Reading {
  const { name, fullName, defaultBranch } = application.rows.repositoryDetails.holds.fields;
  const relationship = readRelationship("id", "repository", false, envelope);
  const linked = readText(relationship.values.id);
  const included = envelope.included?.find(
    ({ type, id }) => type === "repositories" && (linked === undefined || id === linked),
  );
  const id = linked ?? readText(included?.id);
  const attribute = readFields({ repository: group({ fullName, defaultBranch }) }, envelope.attributes);
  const { repository } = attribute.values;
  const { values, mismatches } = combine(
    {
      values: id === undefined ? {} : { id },
      mismatches: [...attribute.mismatches, ...relationship.mismatches],
    },
    readGroup({ name }, included?.attributes, "included.repositories."),
    { values: isObject(repository) ? repository : {}, mismatches: [] },
  );
  return { values: Object.keys(values).length > 0 ? { repositoryDetails: values } : {}, mismatches };
}
