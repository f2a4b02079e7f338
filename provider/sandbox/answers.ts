/** Answers that are alike for all resources: sparse ones, and the documented error bodies. */

import { isObject } from "../api/json.js";
import type { Answer, Resource } from "./model.js";
import type { FieldErrors } from "./validation.js";

/** Attributes that a sparse answer keeps. */
const kept = ["name", "status", "created_at"];

/**
 * The answer without what a real API of this kind leaves out: relationships, included resources and most attributes. An
 * empty object is a list, and a cache that is being made has no connection.
 */
export function sparse(answer: Answer): Answer {
  const { data } = (answer.body ?? {}) as { data?: Resource };
  if (data === undefined) return answer;
  const attributes = Object.entries(data.attributes).flatMap(([name, value]) => {
    if (kept.includes(name)) return [[name, value]];
    return isObject(value) ? [[name, name === "connection" ? null : []]] : [];
  });
  return {
    ...answer,
    body: { data: { id: data.id, type: data.type, attributes: Object.fromEntries(attributes) } },
  };
}

export function refusal(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return { status, body: { message }, headers };
}

export function invalid(errors: FieldErrors): Answer {
  const count = Object.keys(errors).length;
  const message = count === 1 ? "One field is not valid." : `${count} fields are not valid.`;
  return { status: 422, body: { message, errors } };
}
