/** What the API can do with a kind of resource: its requests, and what their responses say beyond the rows. */

import { type Definition, wireNames } from "../definitions/definition.js";
import type { Client } from "./client.js";
import { type Envelope, type ResourceResponse, readEnvelope, resourceResponse } from "./envelope.js";
import type { Reading } from "./fields.js";
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

export function readResponse({ definition, derive }: ResourceApi, response: Json | undefined): ResourceResponse {
  const envelope = readEnvelope(response);
  return resourceResponse(definition, envelope, derive(envelope));
}
