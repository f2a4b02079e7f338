/** Sends the requests for a resource, by the operations of its definition. */

import { type DocumentedDefinition, mapToFieldNames } from "../../definitions/definition.js";
import type { UndocumentedFieldNames } from "../../definitions/field-names.js";
import { fillTemplate, type Method, type Operation } from "../../definitions/operation.js";
import type { Client } from "../http/client.js";
import { ApiError } from "../http/errors.js";
import type { JsonObject } from "../http/json.js";
import { parseIdAlone } from "./envelope.js";
import { parseResponse, type ResourceResponse } from "./responses.js";

/** A resource that a request is about. */
export interface RequestedResource {
  readonly definition: DocumentedDefinition;
  /** Empty while the resource is not created. */
  readonly id: string;
  /** The values that the path and the body take, by the names of arguments. */
  readonly values: JsonObject;
}

/** What a request with each method does. The PATCH that adopts a resource updates it, too. */
const verbs: Readonly<Record<Method, string>> = { POST: "create", PATCH: "update", GET: "read", DELETE: "delete" };

/** Says what a request does, such as `create application`. */
export function describeOperation(method: Method, resource: string): string {
  return `${verbs[method]} ${resource}`;
}

/**
 * Sends one request of a resource.
 *
 * @param sent the arguments that go into the body
 * @param fieldNames the names of the fields of a request that the API does not document: without its word, only the user can know
 *   what the API takes. Responses are read by documented names, so `parseResponse` does not need them.
 * @returns the response; the response to a create always has an id
 * @throws ApiError
 */
export async function sendOperation(
  client: Client,
  operation: Operation,
  { definition, id, values }: RequestedResource,
  sent: readonly string[],
  fieldNames: UndocumentedFieldNames,
): Promise<ResourceResponse> {
  const { names, fallbackId } = definition;
  const { method } = operation;
  const words = describeOperation(method, names.words);
  const path = fillPath(operation, { ...values, id }, words);
  const fields = Object.entries(mapToFieldNames(definition, fieldNames)).filter(([name]) => sent.includes(name));
  const body = Object.fromEntries(fields.map(([name, field]) => [field, values[name]])) as JsonObject;
  const answer = await client.send({ operation: words, method, path, body });
  let response: ResourceResponse;
  try {
    response = parseResponse(definition, answer);
  } catch (error) {
    const failure = { kind: "defect", message: String(error), id: parseIdAlone(answer) } as const;
    throw new ApiError(words, failure, method === "GET" ? "none" : "unknown");
  }
  if (method !== "POST" || response.id !== undefined) return response;
  if (fallbackId === undefined) throw new ApiError(words, { kind: "no id", message: response.message }, "unknown");
  return { ...response, id: fillTemplate(fallbackId, values) };
}

/**
 * Fills the placeholders of a path.
 *
 * @throws ApiError where the state lacks a value, and where the URL would have another path, because an id is `..`, for instance
 */
function fillPath({ path: template, placeholders }: Operation, values: JsonObject, words: string): string {
  const path = fillTemplate(template, values, encodeURIComponent);
  const isLacking = placeholders.some((name) => (values[name] ?? null) === null);
  if (isLacking || new URL(`http://api${path}`).href !== `http://api${path}`) {
    throw new ApiError(words, { kind: "path", path }, "none");
  }
  return path;
}
