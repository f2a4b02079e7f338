/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */

import { isObject, type Json, type JsonObject, joinTexts } from "../http/json.js";
import { type AddMismatch, isObjectOrEmptyList, parseId } from "./fields.js";

export interface Envelope {
  /** The id of the primary resource; undefined where the response has none. */
  readonly id: string | undefined;
  /** The type of the primary resource; undefined where the response has none. */
  readonly type: string | undefined;
  readonly attributes: JsonObject;
  readonly relationships: JsonObject;
  /** Undefined where the response has no such list, which is not the same as an empty one. */
  readonly included: readonly JsonObject[] | undefined;
  /** A sentence that the API sends beside the resource. */
  readonly message: string | undefined;
}

/** Takes a response apart. A part that is missing, or of another type, counts as a part without fields. */
export function parseEnvelope(body: Json | undefined, addMismatch: AddMismatch): Envelope {
  function parseObject(value: Json | undefined, field: string): JsonObject | undefined {
    if (!isObjectOrEmptyList(value ?? {})) addMismatch(field, "an object");
    return isObject(value) ? value : undefined;
  }
  const envelope = parseObject(body, "the body") ?? {};
  const primary = parseObject(envelope.data, "data") ?? envelope;
  const { included = null } = envelope;
  const isAsDocumented = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isAsDocumented) addMismatch("included", "a list of objects");
  return {
    id: parseId(primary.id),
    // Beside the attributes themselves, it may be an attribute of this name.
    type: primary !== envelope && typeof primary.type === "string" ? primary.type : undefined,
    attributes: parseObject(primary.attributes, "attributes") ?? {},
    relationships: parseObject(primary.relationships, "relationships") ?? {},
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    message: joinTexts([envelope.message]),
  };
}

/** Reads the id of the primary resource and nothing else, for a response that could not be read as a whole. */
export function parseIdAlone(body: Json | undefined): string | undefined {
  return isObject(body) && isObject(body.data) ? parseId(body.data.id) : undefined;
}

/** Reads the id that a relationship to one resource names, or the list of ids of a relationship to many. */
export function parseRelationship(
  name: string,
  cardinality: "one" | "many",
  { relationships }: Envelope,
  addMismatch: AddMismatch,
): Json | undefined {
  const entry = relationships[name];
  const linked = isObject(entry) ? entry.data : entry;
  if (linked === undefined || linked === null) return linked;
  const ids = [linked].flat().map((item) => (isObject(item) ? parseId(item.id) : undefined));
  const isMany = cardinality === "many";
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined);
  if (!isAsDocumented) return addMismatch(`relationships.${name}`, isMany ? "a list of ids" : "one id");
  return (isMany ? ids : ids[0]) as Json;
}
