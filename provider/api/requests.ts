/** The requests for a resource, by the operations of its definition. */

import { type Definition, wireNames } from "../definitions/definition.js";
import { filled, operationOf } from "../definitions/operation.js";
import type { Client } from "./client.js";
import type { ApiRequest } from "./http.js";
import type { JsonObject } from "./json.js";
import { type ResourceResponse, readResponse } from "./responses.js";

/** What an operation does, in words. The same request adopts a cache and updates it. */
const verbs = { POST: "create", PATCH: "update", GET: "read" } as const;

export interface ResourceRequest {
  /** As a definition writes it. */
  readonly operation: string;
  /** The values of its path and of its body. */
  readonly inputs: JsonObject;
  /** The arguments that go into the body. */
  readonly sent: readonly string[];
  /** A resource that is not created yet has none. */
  readonly id?: string | undefined;
}

/** @throws ApiError */
export async function send(
  client: Client,
  definition: Definition,
  { operation, inputs, sent, id = "" }: ResourceRequest,
): Promise<ResourceResponse> {
  const { method, path } = operationOf(operation);
  const fields = Object.entries(wireNames(definition, client.fieldNames)).filter(([name]) => sent.includes(name));
  const request: ApiRequest = {
    operation: operationName(definition, operation),
    method,
    path: filled(path, { ...inputs, id }, encodeURIComponent),
    body: Object.fromEntries(fields.map(([name, wire]) => [wire, inputs[name]])) as JsonObject,
  };
  return readResponse(definition, await client.send(request));
}

/** Such as `create application`. */
export function operationName({ kind }: Definition, operation: string): string {
  return `${verbs[operationOf(operation).method]} ${kind.words}`;
}
