/** What a request of a resource sends, and whether its response is about that resource. */

import { type ApiRequest, RequestError } from "../api/errors.js";
import { isOfType, parseResponse } from "../api/response.js";
import type { Json, JsonObject } from "../rows/json.js";
import type { Include } from "../rows/settings.js";
import { formatMissingId, getField } from "../rows/table.js";
import { Refusal } from "./failures.js";
import { stateDeleteAdvice } from "./sentences.js";
import type { Received, Resource } from "./state.js";

/** @throws Refusal where an id such as `..` would change the path */
export function buildPath({ table, id, values }: Resource, method: ApiRequest["method"], include: Include): string {
  const { path, parent, className, noun } = table;
  const names = include[className as keyof Include] ?? [];
  const query = method === "GET" && names.length > 0 ? `?include=${names.join(",")}` : "";
  const parentPath = parent ? `${parent.path}/${encodeURIComponent(String(values[parent.argument]))}` : "";
  const built = method === "POST" ? parentPath + path : `${path}/${encodeURIComponent(id)}`;
  if (new URL(`http://api${built}`).href === `http://api${built}`) return built + query;
  throw new Refusal([`${method} ${built} was not sent: it has no valid id of the ${noun}. Check the id.`]);
}

export function buildBody({ table, values }: Resource, sent: readonly string[], fieldNames: object): JsonObject {
  const body: JsonObject = {};
  for (const argument of table.arguments) {
    const field = getField(argument, fieldNames);
    if (field !== undefined && sent.includes(argument.name)) body[field] = values[argument.name] ?? null;
  }
  return body;
}

/** @throws RequestError where it's about another resource, or has no id and none can be made */
export function readResponse(resource: Resource, request: ApiRequest, body: Json | undefined): Received {
  const { table, id, values, isInState } = resource;
  const { apiType, idArgument, noun } = table;
  const { method } = request;
  const isCreate = method === "POST";
  const response = parseResponse(table, body);
  // The response to a DELETE is usually about a job.
  if (method === "DELETE") return { ...response, id, hasMadeId: false };
  // The response to a PATCH may be empty. To a GET, one without an id is no resource.
  const idIfMissing = { POST: formatMissingId(table, values), PATCH: id, GET: "" }[method];
  const received = { ...response, id: response.id || idIfMissing, hasMadeId: isCreate && response.id === "" };

  const outcome = method === "GET" ? "no effect" : "unknown";
  const { message, type } = response;
  if (isCreate && received.id === "") {
    throw new RequestError(request, { happened: "got a response without an id", outcome, message, body });
  }
  const isOther = !isCreate && received.id !== id;
  if (!isOther && (type === "" || isOfType(type, apiType))) return received;
  const otherId = received.id === "" ? "no id" : `the id ${JSON.stringify(received.id)} instead of "${id}"`;
  const difference = isOther ? otherId : `the type ${JSON.stringify(type)} instead of "${apiType}"`;
  const check = "Check the id, apphosting:baseUrl, and the token's organization.";
  const gone = ` If it no longer exists, ${stateDeleteAdvice}, or set ${idArgument} to the id of another one.`;
  throw new RequestError(request, {
    happened: `got a response with ${difference}, so it may be for a different ${noun}`,
    outcome,
    nextStep: isCreate ? "" : check + (isInState ? gone : ""),
    body,
  });
}
