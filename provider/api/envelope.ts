/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */

import { sentences } from "./answer.js";
import { isLikeObject, type Report, readId } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";

export type Envelope = ReturnType<typeof readEnvelope>;

/** Takes a response apart. What is not where it should be is a response without those fields. */
export function readEnvelope(body: Json | undefined, report: Report) {
  function object(value: Json | undefined, field: string): JsonObject | undefined {
    if (!isLikeObject(value ?? {})) report(field, "an object");
    return isObject(value) ? value : undefined;
  }
  const envelope = object(single(body), "the body") ?? {};
  const primary = object(single(envelope.data), "data") ?? envelope;
  const { included = null } = envelope;
  const isListed = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isListed) report("included", "a list of objects");
  return {
    /** The id of the primary resource, unless the response carries none. */
    id: readId(primary.id),
    attributes: object(primary.attributes, "attributes") ?? {},
    relationships: object(primary.relationships, "relationships") ?? {},
    /** Absent where the response has no such list, which is not the same as an empty one. */
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    /** What the API says beside the resource, where it says something. */
    message: sentences([envelope.message]),
  };
}

/** A resource in a list of one is that resource. */
function single(value: Json | undefined): Json | undefined {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** The ids that a relationship names, or the one id. */
export function readRelationship(wire: string, many: boolean, { relationships }: Envelope, report: Report) {
  const entry = relationships[wire];
  const linked = isObject(entry) ? entry.data : entry;
  if (linked === undefined || linked === null) return linked;
  const ids = [linked].flat().map((item) => (isObject(item) ? readId(item.id) : undefined));
  const isListed = Array.isArray(linked) === many && !ids.includes(undefined);
  if (!isListed) return report(`relationships.${wire}`, many ? "a list of ids" : "one id");
  return (many ? ids : ids[0]) as Json;
}
