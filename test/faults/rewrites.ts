/** Ready-made rewrites: responses that the API's documentation leaves room for, and texts that harm who prints them. */

import type { Json, JsonObject } from "../../provider/rows/json.js";
import { type Fault, rewriteRequest, rewriteResponse } from "./faults.js";

export const dropFields = (...names: string[]): Fault =>
  rewriteRequest((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

export function normaliseAttributes(
  changes: Readonly<Record<string, Json>> | ((attributes: JsonObject) => JsonObject),
): Fault {
  const makeChanges = typeof changes === "function" ? changes : () => changes;
  return rewriteResponse(({ data, ...rest }) => {
    if (data === undefined) return rest;
    const attributes = { ...data.attributes, ...makeChanges(data.attributes) };
    return { ...rest, data: { ...data, attributes } };
  });
}

export const keepOnlyId = (): Fault => rewriteResponse(({ data: { id } }) => ({ data: { id } }));

/** A text that ends the engine's display, controls a terminal, and turns the writing direction. */
export const hostileText = "<{% block %}>\u001b]0;title\u0007\u001b[2J\u009b1A\r\u202eok";

export const steeringCharacters = /<\{%|(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;
