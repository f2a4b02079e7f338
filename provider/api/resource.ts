/** What the API can do with a kind of resource: its requests, and what their responses say beyond the rows. */

import { attributeNames, type Definition, wireNames } from "../definitions/definition.js";
import type { Client } from "./client.js";
import { type Envelope, readEnvelope, readRelationship } from "./envelope.js";
import { combine, type Mismatch, nothing, type Reading, readFields } from "./fields.js";
import type { ApiRequest } from "./http.js";
import type { Json, JsonObject } from "./json.js";

export interface Operation extends Pick<ApiRequest, "operation" | "method"> {
  /** A resource that is not created yet has no id. */
  readonly path: (inputs: JsonObject, id?: string) => readonly string[];
}

export interface ResourceApi {
  readonly definition: Definition;
  /** Creates the resource by a POST, or adopts it by a PATCH. */
  readonly create: Operation;
  /** Changes settings; absent where the API has no such operation. */
  readonly update?: Operation;
  /** The outputs that no row reads. */
  readonly derive: (envelope: Envelope) => Reading;
  /** The id of a new resource. Default: the one that the response has. */
  readonly id?: (inputs: JsonObject, returned: string | undefined) => string;
}

/**
 * Sends the arguments named.
 *
 * @throws ApiError
 */
export async function send(
  client: Client,
  api: ResourceApi,
  { operation, method, path }: Operation,
  inputs: JsonObject,
  sent: readonly string[],
  id?: string,
): Promise<ResourceResponse> {
  const names = Object.entries(wireNames(api.definition, client.fieldNames));
  const fields = names.filter(([name]) => sent.includes(name) && inputs[name] !== undefined);
  const body = Object.fromEntries(fields.map(([name, wire]) => [wire, inputs[name]])) as JsonObject;
  return readResponse(api, await client.send({ operation, method, path: path(inputs, id), body }));
}

/** What a response says, in the names of outputs. */
export interface ResourceResponse {
  readonly id: string | undefined;
  readonly outputs: JsonObject;
  readonly message?: string | undefined;
  readonly mismatches: readonly Mismatch[];
}

export function readResponse({ definition, derive }: ResourceApi, response: Json | undefined): ResourceResponse {
  const envelope = readEnvelope(response);
  const { rows } = definition;
  const attributes = Object.keys(attributeNames(definition)).map((name) => [name, rows[name]?.holds]);
  const relationships = Object.entries(rows).map(([name, row]) =>
    row.role === "output" && row.relationship !== undefined
      ? readRelationship(name, row.relationship, row.holds.type === "texts", envelope)
      : nothing,
  );
  const { values, mismatches } = combine(
    { values: {}, mismatches: envelope.mismatches },
    readFields(Object.fromEntries(attributes), envelope.attributes),
    ...relationships,
    derive(envelope),
  );
  const { id, message } = envelope;
  return { id, outputs: values, mismatches, ...(message === undefined ? {} : { message }) };
}
