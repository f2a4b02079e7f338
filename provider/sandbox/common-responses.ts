/** The responses that are alike for all resources: sparse ones, and the documented errors. */

import { isObject } from "../api/http/json.js";
import type { Resource, SandboxResponse } from "./model.js";
import type { FieldErrors } from "./validation.js";

/** The attributes that a sparse response has with their values. */
const sparseAttributes = ["name", "status", "created_at"];

/**
 * Leaves out of a response what a real API of this kind leaves out: relationships, included resources and most attributes. An
 * empty object is written as a list, and a cache that is still creating has a connection of null.
 */
export function makeSparse(response: SandboxResponse): SandboxResponse {
  const { status, headers, body } = response;
  const { data } = (body ?? {}) as { data?: Resource };
  if (data === undefined) return response;
  const attributes = Object.entries(data.attributes).flatMap(([name, value]) => {
    if (sparseAttributes.includes(name)) return [[name, value]];
    return isObject(value) ? [[name, name === "connection" ? null : []]] : [];
  });
  const sparseBody = { data: { id: data.id, type: data.type, attributes: Object.fromEntries(attributes) } };
  return { status, body: sparseBody, ...(headers && { headers }) };
}

export function createRefusal(status: number, message: string, headers: Record<string, string> = {}): SandboxResponse {
  return { status, body: { message }, headers };
}

export function createValidationError(errors: FieldErrors): SandboxResponse {
  const count = Object.keys(errors).length;
  const message = count === 1 ? "One field is not valid." : `${count} fields are not valid.`;
  return { status: 422, body: { message, errors } };
}
