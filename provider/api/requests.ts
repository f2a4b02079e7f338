/** The requests for a resource, by the operations of its definition. */

import { type Definition, wireNames } from "../definitions/definition.js";
import type { AllFieldNames } from "../definitions/field-names.js";
import { filled, isKeptByUrl, operationOf, placeholders } from "../definitions/operation.js";
import type { Client } from "./client.js";
import { ApiError } from "./errors.js";
import type { JsonObject } from "./json.js";
import { type ResourceResponse, readResponse } from "./responses.js";

/** What an operation does, in words. The same request adopts a cache and updates it. */
const verbs = { POST: "create", PATCH: "update", GET: "read" } as const;

/** The resource of a request, and what sends it. */
export interface Subject {
  readonly client: Client;
  readonly definition: Definition;
  /** Empty while it is not created. */
  readonly id: string;
  /** The values of the path and of the body. */
  readonly inputs: JsonObject;
  readonly fieldNames: AllFieldNames;
}

/**
 * @param operation as a definition writes it
 * @param sent the arguments that go into the body
 * @returns of a create always with an id
 * @throws ApiError
 */
export async function send(operation: string, sent: readonly string[], subject: Subject): Promise<ResourceResponse> {
  const { client, definition, id, inputs, fieldNames } = subject;
  const { kind, idWithout } = definition;
  const { method, path: template } = operationOf(operation);
  const words = `${verbs[method]} ${kind.words}`;
  const values: JsonObject = { ...inputs, id };
  const path = filled(template, values, encodeURIComponent);
  // A state can lack a value of a read's path.
  const isLacking = placeholders(template).some((name) => values[name] === null);
  // An id can be `..`.
  if (isLacking || !isKeptByUrl(path)) throw new ApiError(words, { kind: "path", path }, "none");
  const fields = Object.entries(wireNames(definition, fieldNames)).filter(([name]) => sent.includes(name));
  const body = Object.fromEntries(fields.map(([name, wire]) => [wire, inputs[name]])) as JsonObject;
  const response = readResponse(definition, await client.send({ operation: words, method, path, body }));
  if (method !== "POST" || response.id !== undefined) return response;
  if (idWithout === undefined) throw new ApiError(words, { kind: "no id", message: response.message }, "unknown");
  return { ...response, id: filled(idWithout, inputs) };
}
