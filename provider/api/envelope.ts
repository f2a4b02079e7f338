/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */

import { type AddMismatch, isObjectOrEmptyList, readId } from "./fields.js";
import { isObject, type Json, type JsonObject, joinTexts } from "./json.js";

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
export function readEnvelope(body: Json | undefined, addMismatch: AddMismatch): Envelope {
  function readObject(value: Json | undefined, field: string): JsonObject | undefined {
    if (!isObjectOrEmptyList(value ?? {})) addMismatch(field, "an object");
    return isObject(value) ? value : undefined;
  }
  const envelope = readObject(body, "the body") ?? {};
  const primary = readObject(envelope.data, "data") ?? envelope;
  const { included = null } = envelope;
  const isAsDocumented = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isAsDocumented) addMismatch("included", "a list of objects");
  return {
    id: readId(primary.id),
    // Beside the attributes themselves, it may be an attribute of this name.
    type: primary !== envelope && typeof primary.type === "string" ? primary.type : undefined,
    attributes: readObject(primary.attributes, "attributes") ?? {},
    relationships: readObject(primary.relationships, "relationships") ?? {},
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    message: joinTexts([envelope.message]),
  };
}

/** Reads the id of the primary resource and nothing else, for a response that could not be read as a whole. */
export function readIdAlone(body: Json | undefined): string | undefined {
  return isObject(body) && isObject(body.data) ? readId(body.data.id) : undefined;
}

/** Reads the id that a relationship to one resource names, or the list of ids of a relationship to many. */
export function readRelationship(
  name: string,
  cardinality: "one" | "many",
  { relationships }: Envelope,
  addMismatch: AddMismatch,
): Json | undefined {
  const entry = relationships[name];
  const linked = isObject(entry) ? entry.data : entry;
  if (linked === undefined || linked === null) return linked;
  const ids = [linked].flat().map((item) => (isObject(item) ? readId(item.id) : undefined));
  const isMany = cardinality === "many";
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined);
  if (!isAsDocumented) return addMismatch(`relationships.${name}`, isMany ? "a list of ids" : "one id");
  return (isMany ? ids : ids[0]) as Json;
}
