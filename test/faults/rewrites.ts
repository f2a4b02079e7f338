/** Ready-made rewrites: answers that the documentation leaves room for, and texts that harm who prints them. */

import type { Json, JsonObject } from "../../provider/api/json.js";
import { type Fault, rewriteAnswer, rewriteRequest } from "./faults.js";

/** The API does not know these request fields: it drops them and says nothing. */
export const dropFields = (...names: string[]): Fault =>
  rewriteRequest((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

/** The API has values of its own for these attributes, or makes them of those that are there. */
export function normalise(changes: Readonly<Record<string, Json>> | ((attributes: JsonObject) => JsonObject)): Fault {
  const changed = typeof changes === "function" ? changes : () => changes;
  return rewriteAnswer(({ data, ...rest }) => {
    // The answer to a delete tells of no resource.
    if (data === undefined) return rest;
    const attributes = { ...data.attributes, ...changed(data.attributes) };
    return { ...rest, data: { ...data, attributes } };
  });
}

/** Nothing but the primary resource's id. */
export const onlyId = (): Fault => rewriteAnswer(({ data: { id } }) => ({ data: { id } }));

/** A tag at which the engine's display ends, controls that a terminal obeys, and one that turns the direction. */
export const hostile = "<{% block %}>\u001b]0;title\u0007\u001b[2J\u009b1A\r\u202eok";

/** What may stand in nothing that is printed. */
export const steers = /<\{%|(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;
