/** Sends one request of a resource. What goes wrong is a CallFailure, whose message users read. */

import { ApiError, type RequestSummary, type StatusFailure } from "../api/http/errors.js";
import type { JsonObject } from "../api/http/json.js";
import { findLocationId, isOfType } from "../api/wire/identity.js";
import { parseResponse, type ResourceResponse } from "../api/wire/responses.js";
import { formatFallbackId, formatUniqueKey, type Operations } from "../definitions/definition.js";
import { fillPlaceholders, type Operation } from "../definitions/operation.js";
import { CallFailure } from "./failures.js";
import { createIdentityFailure, createRepeatFailure } from "./messages/host-failures.js";
import { createRequestFailure, createSendFailure } from "./messages/request-failures.js";
import { makeSafe } from "./messages/safe-text.js";
import { getCurrentValues, type Resource } from "./resource.js";

/** What a request with each method does, in words. The PATCH that adopts a resource updates it, too. */
const verbs = { POST: "create", PATCH: "update", GET: "read", DELETE: "delete" } as const;

/** A response, with the id of the resource that it is about. */
export interface ResponseWithId extends ResourceResponse {
  readonly id: string;
  /** What its errors say: it names the resource, so the request has succeeded, at least in part. */
  readonly errors?: StatusFailure | undefined;
}

/**
 * Sends the request of an operation, which the resource has: the plan, the consent or the settings say so.
 *
 * @param requestedNames the arguments that it requests. Its body has a field for each of them, except for those that are never sent.
 * @returns the response. A new resource has the id of the response, or else one that the package makes by `fallbackId`.
 * @throws CallFailure also where the response is about another resource, and where a POST returned no id and the definition has no
 *   `fallbackId`
 */
export async function send(
  resource: Resource,
  operationName: keyof Operations,
  requestedNames: readonly string[] = [],
): Promise<ResponseWithId> {
  const { session, definition, id = "" } = resource;
  const inputs = "inputs" in resource ? resource.inputs : {};
  const { [operationName]: operation } = definition.operations;
  if (operation === undefined) throw new Error(`${definition.names.class} has no ${operationName}`);
  const { method } = operation;
  const { label } = definition.names;
  const { problems } = session.settings;
  if (problems.length > 0) throw new CallFailure(problems.join("\n"));
  // A user's `onError` hook makes the engine call again. An identical request could create the same thing twice.
  if (method === "POST" && session.unknownCreates.has(definition, inputs)) throw createRepeatFailure(resource);
  const sendRequest = session.getClient((line) => session.options.write(makeSafe({ session }, line)));
  const action = `${verbs[method]} ${label}`;
  try {
    const path = fillPath(resource, operation, action);
    const fields = definition.arguments.filter(({ name, isInBody }) => isInBody && requestedNames.includes(name));
    const body = Object.fromEntries(fields.map(({ name, fieldName }) => [fieldName, inputs[name]])) as JsonObject;
    const request = { action, method, path };
    const result = await sendRequest({ ...request, body });
    const { location, errors, outcomeOfEarlierAttempts = "no effect" } = result;
    const response = parseResponse(definition, result.body);
    const { baseUrl = "" } = session.settings.values;
    const locationId = findLocationId(location, baseUrl, [path, definition.path]);
    const namesResource = (response.id ?? response.idInRelationship ?? locationId) !== undefined;
    // A refused delete can name the resource, which is still there.
    if (errors !== undefined && (method === "DELETE" || !namesResource)) {
      // Some APIs carry out a part of a create, and report the rest.
      throw new ApiError(request, errors, method === "POST" ? "unknown" : outcomeOfEarlierAttempts);
    }
    if (method === "POST") return { ...identifyNew(resource, response, locationId, request), errors };
    // The response to a DELETE is mostly about a job.
    if (method === "DELETE")
      session.deletedKeys.add(definition, formatUniqueKey(definition, getCurrentValues(resource)));
    else confirmIdentity(resource, method, response);
    return { ...response, id, errors };
  } catch (error) {
    const failure = error instanceof ApiError ? createRequestFailure(error, resource, operation) : (error as Error);
    if (method === "POST" && failure instanceof CallFailure && failure.outcome === "unknown") {
      session.unknownCreates.add(definition, inputs);
    }
    throw failure;
  }
}

/**
 * Fills the placeholders of a path.
 *
 * @throws CallFailure where the state lacks a value, and where the URL would have another path, because an id is `..`, for instance
 */
function fillPath(resource: Resource, { method, path: template, placeholders }: Operation, action: string): string {
  const values: JsonObject = { ...getCurrentValues(resource), id: resource.id ?? null };
  const path = fillPlaceholders(template, values);
  const isLacking = placeholders.some((name) => (values[name] ?? null) === null);
  if (isLacking || new URL(`http://api${path}`).href !== `http://api${path}`) {
    const happened = `was not sent: the path ${path} has no valid id`;
    throw createSendFailure(resource, { action, method, path }, "no effect", happened, "Check the id.");
  }
  return path;
}

/**
 * Finds the id of a new resource in the response to its create. A response of another type is about a job, for instance, which names the
 * resource in a relationship at best. Nothing else of it is a value of the resource.
 *
 * @throws CallFailure where the response has no id of the resource, and nobody can find what was created
 */
function identifyNew(
  resource: Resource,
  response: ResourceResponse,
  locationId: string | undefined,
  request: RequestSummary,
): ResponseWithId {
  const { definition } = resource;
  const { id, type, idInRelationship, message } = response;
  const isOther = type !== undefined && !isOfType(type, definition.apiType);
  const known = isOther ? { ...response, values: {}, attributes: {}, mismatches: [] } : response;
  const found = (isOther ? idInRelationship : id) ?? locationId;
  if (found !== undefined) return { ...known, id: found };
  if (isOther) {
    const types = `${makeSafe(resource, JSON.stringify(type))} instead of "${definition.apiType}"`;
    const happened = `got a response of another type: ${types}`;
    throw createSendFailure(resource, request, "unknown", happened);
  }
  const fallbackId = formatFallbackId(definition, getCurrentValues(resource));
  if (fallbackId !== undefined) return { ...known, id: fallbackId };
  const quoted = message === undefined ? "" : `: ${makeSafe(resource, message)}`;
  throw createSendFailure(resource, request, "unknown", `got a response without an id${quoted}`);
}

/** @throws CallFailure where a response is about another resource */
function confirmIdentity(resource: Resource, method: "GET" | "PATCH", response: ResourceResponse): void {
  // A response to a PATCH may be empty. To a GET, one without an id is no resource.
  const isOther = response.id === undefined ? method === "GET" : response.id !== resource.id;
  const isOfOtherType = response.type !== undefined && !isOfType(response.type, resource.definition.apiType);
  if (isOther || isOfOtherType) throw createIdentityFailure(resource, method, response);
}
