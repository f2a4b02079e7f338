/** Sends one request of a resource. What goes wrong is a CallFailure, whose message users read. */

import { ApiError, isNotFound, namesRoute, type RequestSummary } from "../api/http/errors.js";
import type { JsonObject } from "../api/http/json.js";
import { isOfType, parseResponse, type ResourceResponse } from "../api/wire/responses.js";
import { formatFallbackId, type Operations } from "../definitions/definition.js";
import type { Operation } from "../definitions/operation.js";
import { CallFailure } from "./failures.js";
import { describeOtherIdentity, describeRepeatedCreate } from "./messages/host-failures.js";
import { describeRequestFailure, describeSendFailure } from "./messages/request-failures.js";
import { makeSafe } from "./messages/text.js";
import type { Session } from "./session.js";
import type { Resource, ResponseWithId } from "./state/model.js";

/** What a request does, in words. */
const verbs = { POST: "create", PATCH: "update", GET: "read", DELETE: "delete" } as const;

/**
 * Sends a request.
 *
 * @param sentNames the arguments in its body, and those that are never sent
 * @returns the response, with the id of the resource. That of a new one is made by `fallbackId` where the response has
 *   none.
 * @throws CallFailure also for a response about another resource
 */
export async function send(
  session: Session,
  resource: Resource,
  operationName: keyof Operations,
  sentNames: readonly string[] = [],
): Promise<ResponseWithId> {
  const { definition, id = "", values } = resource;
  const operation = definition.operations[operationName];
  if (operation === undefined) throw new Error(`${definition.names.class} has no ${operationName}`);
  const { method } = operation;
  const { mistakes } = session.settings;
  if (mistakes.length > 0) throw new CallFailure(mistakes.join("\n"));
  if (method === "POST" && session.run.isUncertainCreate(definition, values)) {
    throw new CallFailure(describeRepeatedCreate(resource));
  }
  const action = `${verbs[method]} ${definition.names.label}`;
  try {
    const path = fillPath(resource, operation, action);
    const fields = definition.arguments.filter(({ name, isInBody }) => isInBody && sentNames.includes(name));
    const body = Object.fromEntries(fields.map(({ name, fieldName }) => [fieldName, values[name]])) as JsonObject;
    const request = { action, method, path };
    const sendRequest = session.getClient();
    const response = parseResponse(definition, (await sendRequest({ ...request, body })).body);
    if (method === "POST") return identifyNew(resource, response, request);
    // The response to a DELETE is usually about a job.
    if (method !== "DELETE") confirmIdentity(resource, method, response);
    return { ...response, id, hasFallbackId: false };
  } catch (error) {
    const failure = error instanceof ApiError ? toCallFailure(error, session, resource, operation) : (error as Error);
    if (method === "POST" && failure instanceof CallFailure && failure.outcome === "unknown") {
      session.run.noteUncertainCreate(definition, values);
    }
    throw failure;
  }
}

function toCallFailure(error: ApiError, session: Session, resource: Resource, operation: Operation): CallFailure {
  const isGone = operation.method === "DELETE" ? saysGone(error, resource) : isNotFound(error.failure);
  const facts = { operation, isNotFound: isGone, hasProgram: session.run.hasProgram };
  const { message, publicReason } = describeRequestFailure(error, resource, facts);
  return new CallFailure(message, { outcome: error.outcome, isNotFound: isGone, publicReason });
}

/**
 * Whether a failed DELETE says that the resource is gone. A server without this route answers 404, too, so a 404 counts
 * only where its message is about the resource, or where an earlier attempt may have deleted it.
 */
export function saysGone({ failure, outcome, request }: ApiError, { id = "", definition }: Resource): boolean {
  if (!isNotFound(failure)) return false;
  if (failure.status === 410) return true;
  const { message = "" } = failure;
  if (namesRoute(message, request)) return false;
  return outcome === "unknown" || hasWord(message, id) || hasWord(message, definition.names.label);
}

function hasWord(text: string, words: string): boolean {
  const pattern = words.replaceAll(/[^\w\s]/g, "\\$&");
  return words !== "" && new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, "i").test(text);
}

/** @throws CallFailure where the state lacks a value, or an id such as `..` would change the path */
function fillPath(resource: Resource, { method, path: template, placeholders }: Operation, action: string): string {
  const values: JsonObject = { ...resource.values, id: resource.id ?? null };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const isLacking = placeholders.some((name) => (values[name] ?? null) === null);
  if (isLacking || new URL(`http://api${path}`).href !== `http://api${path}`) {
    const happened = `was not sent: the path ${path} has no valid id`;
    const request = { action, method, path };
    throw new CallFailure(describeSendFailure(resource, request, "no effect", happened, "Check the id."));
  }
  return path;
}

/** @throws CallFailure where the response is about another type, or has no id and the definition no `fallbackId` */
function identifyNew(resource: Resource, response: ResourceResponse, request: RequestSummary): ResponseWithId {
  const { definition, values } = resource;
  const { id, type, message } = response;
  const fail = (happened: string) =>
    new CallFailure(describeSendFailure(resource, request, "unknown", happened), { outcome: "unknown" });
  if (type !== undefined && !isOfType(type, definition.apiType)) {
    const types = `${makeSafe(resource, JSON.stringify(type))} instead of "${definition.apiType}"`;
    throw fail(`got a response of another type: ${types}`);
  }
  const newId = id ?? formatFallbackId(definition, values);
  if (newId !== undefined) return { ...response, id: newId, hasFallbackId: id === undefined };
  throw fail(`got a response without an id${message === undefined ? "" : `: ${makeSafe(resource, message)}`}`);
}

/** @throws CallFailure where a response is about another resource. A PATCH may then have changed that one. */
function confirmIdentity(resource: Resource, method: "GET" | "PATCH", response: ResourceResponse): void {
  // The response to a PATCH may be empty. To a GET, one without an id is no resource.
  const isOther = response.id === undefined ? method === "GET" : response.id !== resource.id;
  const isOfOtherType = response.type !== undefined && !isOfType(response.type, resource.definition.apiType);
  if (!isOther && !isOfOtherType) return;
  const { message, publicReason } = describeOtherIdentity(resource, method, response);
  throw new CallFailure(message, { outcome: method === "PATCH" ? "unknown" : "no effect", publicReason });
}
