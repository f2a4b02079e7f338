/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */

import { type Mismatch, mismatch, nothing, type Reading, readId } from "./fields.js";
import { asObject, isObject, type Json, type JsonObject } from "./json.js";

export interface Envelope {
  /** The id of the primary resource, unless the response carries none. */
  readonly id: string | undefined;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
  /** Absent where the response has no such list, which is not the same as an empty one. */
  readonly included: readonly JsonObject[] | undefined;
  /** What the API says beside the resource, where it says something. */
  readonly message: string | undefined;
  readonly mismatches: readonly Mismatch[];
}

/** Takes a response apart. What is not where it should be is a response without those fields. */
export function readEnvelope(body: Json | undefined): Envelope {
  const mismatches: Mismatch[] = [];
  function object(value: Json | undefined, field: string): JsonObject | undefined {
    const found = asObject(value);
    if (found === undefined && (value ?? null) !== null) mismatches.push({ field, expected: "an object" });
    return found;
  }
  const envelope = object(single(body), "the body") ?? {};
  const primary = object(single(envelope.data), "data") ?? envelope;
  const listed = envelope.included ?? [];
  const included = Array.isArray(listed) ? listed.filter(isObject) : [];
  if (!Array.isArray(listed) || included.length < listed.length)
    mismatches.push({ field: "included", expected: "a list of objects" });
  return {
    id: readId(primary.id),
    attributes: object(primary.attributes, "attributes") ?? {},
    relationships: object(primary.relationships, "relationships") ?? {},
    included: Array.isArray(envelope.included) ? included : undefined,
    message: typeof envelope.message === "string" ? envelope.message.trim() || undefined : undefined,
    mismatches,
  };
}

/** A resource in a list of one is that resource. */
function single(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** The ids that a relationship names, or the one id, as the output of this name. */
export function readRelationship(name: string, wire: string, many: boolean, { relationships }: Envelope): Reading {
  const entry = relationships[wire];
  const linked = isObject(entry) ? entry.data : entry;
  if (linked === undefined) return nothing;
  if (linked === null) return { values: { [name]: null }, mismatches: [] };
  const ids = (Array.isArray(linked) ? linked : [linked]).map((item) => (isObject(item) ? readId(item.id) : undefined));
  if (Array.isArray(linked) !== many || ids.includes(undefined))
    return mismatch(`relationships.${wire}`, many ? "a list of ids" : "one id");
  return { values: { [name]: (many ? ids : ids[0]) as Json }, mismatches: [] };
}
