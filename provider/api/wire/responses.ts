/** Reads what a response tells of a resource, by the names of arguments and outputs. */

import type { Definition, Output } from "../../definitions/definition.js";
import { toSnakeCase } from "../../definitions/names.js";
import type { Row } from "../../definitions/row.js";
import type { ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject, joinTexts } from "../http/json.js";
import { dropAbsent, FieldReader, isObjectOrEmptyList, type Mismatch } from "./fields.js";
import { isOfOtherClass, isOfType, parseId } from "./identity.js";

export interface ResourceResponse {
  /** Undefined where the response has none. */
  readonly id: string | undefined;
  /** Undefined where the response has none. */
  readonly type: string | undefined;
  /** The id in the relationship named after the class: that of a resource which a job creates, for instance. */
  readonly relatedId: string | undefined;
  /** The values that the response has, by the names of arguments and outputs. Null stands only where null is a value. */
  readonly values: JsonObject;
  /** The attributes of the response, documented or not, by their names on the wire. */
  readonly attributes: JsonObject;
  /** A sentence that the API sends beside the resource. */
  readonly message: string | undefined;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Reads a response. It never throws: whatever a response has beside its id, the engine has to keep what a create has made. An attribute
 * is read by its documented name, whatever the user has set as `apphosting:fieldNames`: the API documents the attribute `size` of a
 * response, for instance, and leaves open alone which field of a request sets it.
 */
export function parseResponse(definition: Definition, body: Json | undefined): ResourceResponse {
  const reader = new FieldReader();
  const envelope = parseEnvelope(body, reader);
  const { id, type, message, attributes } = envelope;
  const relatedId = parseRelatedId(definition, envelope);
  const known = { id, type, relatedId, message, mismatches: reader.mismatches, attributes };
  try {
    return { ...known, values: parseValues(definition, envelope) };
  } catch {
    reader.addMismatch("attributes", "those of a resource");
    return { ...known, values: {} };
  }
}

/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */
interface Envelope extends Pick<ResourceResponse, "id" | "type" | "message" | "attributes"> {
  readonly relationships: JsonObject;
  /** Undefined where the response has no such list, which is not the same as an empty one. */
  readonly included: readonly JsonObject[] | undefined;
  readonly reader: FieldReader;
}

/** Takes a response apart. A part that is missing, or of another type, counts as a part without fields. */
function parseEnvelope(body: Json | undefined, reader: FieldReader): Envelope {
  function parseObject(value: Json | undefined, field: string): JsonObject | undefined {
    if (!isObjectOrEmptyList(value ?? {})) reader.addMismatch(field, "an object");
    return isObject(value) ? value : undefined;
  }
  const envelope = parseObject(body, "the body") ?? {};
  const primary = parseObject(envelope.data, "data") ?? envelope;
  const { included = null } = envelope;
  const isAsDocumented = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isAsDocumented) reader.addMismatch("included", "a list of objects");
  return {
    id: parseId(primary.id),
    // Without `data`, it may be an attribute of this name.
    type: primary !== envelope && typeof primary.type === "string" ? primary.type : undefined,
    attributes: parseObject(primary.attributes, "attributes") ?? {},
    relationships: parseObject(primary.relationships, "relationships") ?? {},
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    message: joinTexts([envelope.message]),
    reader,
  };
}

function parseValues(definition: Definition, envelope: Envelope): JsonObject {
  const args = definition.arguments.map(({ name, row, isInBody }) => {
    const { attribute = toSnakeCase(name), type } = row;
    const isShown = isInBody && row.echoed !== false;
    return [name, isShown ? envelope.reader.readAt(attribute, type, envelope.attributes) : undefined] as const;
  });
  const outputs = definition.outputs.map((output) => [output.name, parseOutput(output, envelope)] as const);
  const values = dropAbsent(Object.fromEntries([...args, ...outputs]));
  for (const [name, value] of Object.entries(values)) {
    // The API also returns null for what it leaves out.
    if (value === null && !isNullValue(definition.rows[name])) delete values[name];
  }
  return values;
}

/** Whether null is a value of an argument, or tells that a resource has lost an output. */
function isNullValue(row: Row | undefined): boolean {
  return row?.role === "output" ? !row.neverLost && !row.secret : row?.nullable === "value";
}

function parseOutput({ name, row: { source, type } }: Output, envelope: Envelope): Json | undefined {
  const { reader, attributes } = envelope;
  switch (source?.from) {
    case undefined:
      return reader.readAt(toSnakeCase(name), type, attributes);
    case "relationship":
      return parseRelationship(source.name, type.shape.type === "stringList", envelope);
    case "search":
      return reader.search(name, type, source.attribute === undefined ? attributes : attributes[source.attribute]);
    case "included":
      return parseIncluded(source.type, type, envelope);
    case "related":
      return parseRelated(source.relationship, source.type, type, envelope);
    case "outputs":
      // The state makes it, because its parts may come from different responses.
      return undefined;
  }
}

/** Finds what a relationship names: one object with an id, or a list of them. */
function findLinked(name: string, { relationships: { [name]: entry } }: Envelope): Json | undefined {
  return isObject(entry) ? entry.data : entry;
}

/** Reads the id in the relationship named after the class. */
function parseRelatedId({ names, apiType }: Definition, envelope: Envelope): string | undefined {
  const linked = findLinked(names.code, envelope);
  return isObject(linked) && isOfOtherClass(linked.type, apiType) ? undefined : parseLinkedId(linked);
}

function parseLinkedId(linked: Json | undefined): string | undefined {
  return isObject(linked) ? parseId(linked.id) : undefined;
}

/** Reads the id that a relationship to one resource names, or the list of ids of a relationship to many. */
function parseRelationship(name: string, isMany: boolean, envelope: Envelope): Json | undefined {
  const linked = findLinked(name, envelope);
  if (linked === undefined || linked === null) return linked;
  const ids = [linked].flat().map(parseLinkedId);
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined);
  if (isAsDocumented) return (isMany ? ids : ids[0]) as Json;
  return envelope.reader.addMismatch(`relationships.${name}`, isMany ? "a list of ids" : "one id");
}

/** Reads the included resources of a type: their attributes, their ids, and the address of each. */
function parseIncluded(includedType: string, { shape }: ValueType, { included, reader }: Envelope): Json | undefined {
  const { id: _, href, ...fields } = shape.type === "objectList" ? shape.fields : {};
  const path = `included.${includedType}`;
  return included
    ?.filter(({ type }) => isOfType(type, includedType))
    .map(({ id, attributes, links }) => {
      const self = isObject(links) ? links.self : undefined;
      const address = href === undefined ? {} : reader.readFields({ href }, self, `${path}.links.self`);
      return dropAbsent({ ...reader.readFields(fields, attributes, path), ...address, id: parseId(id) });
    });
}

/** Reads what a response tells of a related resource in three places: its id, what is included of it, and an attribute. */
function parseRelated(name: string, relatedType: string, { shape }: ValueType, envelope: Envelope): Json | undefined {
  const { id: _, ...fields } = shape.type === "object" ? shape.fields : {};
  const { included, attributes, reader } = envelope;
  const linked = parseRelationship(name, false, envelope) ?? undefined;
  const related = included?.find(
    ({ type, id }) => isOfType(type, relatedType) && (linked === undefined || parseId(id) === linked),
  );
  const { [name]: attribute = null } = attributes;
  if (!isObjectOrEmptyList(attribute ?? {})) reader.addMismatch(name, "an object");
  const details = dropAbsent({
    id: linked ?? parseId(related?.id),
    ...reader.readFields(fields, related?.attributes, `included.${relatedType}`),
    ...reader.readFields(fields, attribute, name),
  });
  return Object.keys(details).length > 0 ? details : undefined;
}
