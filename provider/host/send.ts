/** Sends one request of a resource. Its errors are HostFailures, whose messages users read. */

import { ApiError } from "../api/http/errors.js";
import type { JsonObject } from "../api/http/json.js";
import { parseResponse, type ResourceResponse } from "../api/wire/responses.js";
import { formatFallbackId } from "../definitions/definition.js";
import { fillTemplate, type Method, type Operation } from "../definitions/operation.js";
import {
  createIdentityFailure,
  createRepeatFailure,
  createSettingsFailure,
  explainFailure,
  HostFailure,
} from "./errors.js";
import type { Resource } from "./resource.js";
import { makeLineSafe } from "./safe-text.js";

/** What a request with each method does. The PATCH that adopts a resource updates it, too. */
const verbs: Readonly<Record<Method, string>> = { POST: "create", PATCH: "update", GET: "read", DELETE: "delete" };

/** A response, with the id of the resource that it is about. */
export interface ResponseWithId extends ResourceResponse {
  readonly id: string;
}

/**
 * Sends a request.
 *
 * @param sent the names of the arguments that its body holds
 * @returns the response. A new resource has the id of the response, or else one that the package makes by `fallbackId`.
 * @throws HostFailure also where the response is about another resource, and where a POST returned no id and the definition has no
 *   `fallbackId`
 */
export async function send(
  resource: Resource,
  operation: Operation,
  sent: readonly string[] = [],
): Promise<ResponseWithId> {
  const { session, definition, id, values } = resource;
  const { method } = operation;
  const { class: className, label } = definition.names;
  const { problems } = session.settings;
  if (problems.length > 0) throw createSettingsFailure(problems);
  // A user's `onError` hook makes the engine call again. An identical request could create the same thing twice.
  if (method === "POST" && session.hasUnknownCreate(className, values)) throw createRepeatFailure(resource);
  const client = session.getClient((line) => session.inform(makeLineSafe(session.token, line)));
  const description = `${verbs[method]} ${label}`;
  try {
    const path = fillPath(operation, { ...values, id }, description);
    const fields = definition.arguments.filter(({ name }) => sent.includes(name));
    const body = Object.fromEntries(fields.map(({ name, fieldName }) => [fieldName, values[name]])) as JsonObject;
    const response = parseResponse(definition, await client.send({ operation: description, method, path, body }));
    if (method === "POST") return { ...response, id: findNewId(resource, response, description) };
    // The response to a DELETE is mostly about a job.
    if (method !== "DELETE") confirmIdentity(resource, method, response);
    return { ...response, id };
  } catch (error) {
    const failure = error instanceof ApiError ? explainFailure(error, resource, operation) : (error as Error);
    if (method === "POST" && failure instanceof HostFailure && failure.outcome === "unknown") {
      session.noteUnknownCreate(className, values);
    }
    throw failure;
  }
}

/**
 * Fills the placeholders of a path.
 *
 * @throws ApiError where the state lacks a value, and where the URL would have another path, because an id is `..`, for instance
 */
function fillPath({ path: template, placeholders }: Operation, values: JsonObject, description: string): string {
  const path = fillTemplate(template, values, encodeURIComponent);
  const isLacking = placeholders.some((name) => (values[name] ?? null) === null);
  if (isLacking || new URL(`http://api${path}`).href !== `http://api${path}`) {
    throw new ApiError(description, { kind: "path", path }, "none");
  }
  return path;
}

/** @throws ApiError where the response has no id, and nobody can find what was created */
function findNewId({ definition, values }: Resource, { id, message }: ResourceResponse, description: string): string {
  if (id !== undefined) return id;
  const fallbackId = formatFallbackId(definition, values);
  if (fallbackId !== undefined) return fallbackId;
  throw new ApiError(description, { kind: "no id", message }, "unknown");
}

/** @throws HostFailure where a response is about another resource */
function confirmIdentity(resource: Resource, method: "GET" | "PATCH", response: ResourceResponse): void {
  // A response to a PATCH may be empty. To a GET, one without an id is no resource.
  const isOther = response.id === undefined ? method === "GET" : response.id !== resource.id;
  const isOfOtherType = response.type !== undefined && response.type !== resource.definition.apiType;
  if (isOther || isOfOtherType) throw createIdentityFailure(resource, method, response);
}
