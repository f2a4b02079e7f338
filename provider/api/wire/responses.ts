/** Reads what a response tells of a resource, by the names of arguments and outputs. */

import type { Definition, Output } from "../../definitions/definition.js";
import { toSnakeCase } from "../../definitions/names.js";
import type { Row } from "../../definitions/row.js";
import { isObject, type Json, type JsonObject, joinTexts } from "../http/json.js";
import {
  type AddMismatch,
  dropAbsent,
  isObjectOrEmptyList,
  type Mismatch,
  parseAt,
  parseField,
  parseFields,
  parseId,
  prefixMismatches,
  searchField,
} from "./fields.js";

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
  const mismatches: Mismatch[] = [];
  const addMismatch: AddMismatch = (field, expected) => {
    // An argument and an output may read the same field.
    if (!mismatches.some((one) => one.field === field)) mismatches.push({ field, expected });
  };
  const envelope = parseEnvelope(body, addMismatch);
  const { id, type, message, attributes } = envelope;
  const related = parseRelationship(definition.names.code, false, envelope, () => undefined);
  const relatedId = typeof related === "string" ? related : undefined;
  const known = { id, type, relatedId, message, mismatches, attributes };
  try {
    return { ...known, values: parseValues(definition, envelope, addMismatch) };
  } catch {
    addMismatch("attributes", "those of a resource");
    return { ...known, values: {} };
  }
}

/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */
interface Envelope extends Pick<ResourceResponse, "id" | "type" | "message" | "attributes"> {
  readonly relationships: JsonObject;
  /** Undefined where the response has no such list, which is not the same as an empty one. */
  readonly included: readonly JsonObject[] | undefined;
}

/** Takes a response apart. A part that is missing, or of another type, counts as a part without fields. */
function parseEnvelope(body: Json | undefined, addMismatch: AddMismatch): Envelope {
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
    // Without `data`, it may be an attribute of this name.
    type: primary !== envelope && typeof primary.type === "string" ? primary.type : undefined,
    attributes: parseObject(primary.attributes, "attributes") ?? {},
    relationships: parseObject(primary.relationships, "relationships") ?? {},
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    message: joinTexts([envelope.message]),
  };
}

function parseValues(definition: Definition, envelope: Envelope, addMismatch: AddMismatch): JsonObject {
  const args = definition.arguments.map(({ name, row, isInBody }) => {
    const { attribute = toSnakeCase(name), type } = row;
    const isShown = isInBody && row.echoed !== false;
    return [name, isShown ? parseAt(attribute, type, envelope.attributes, addMismatch) : undefined] as const;
  });
  const outputs = definition.outputs.map(
    (output) => [output.name, parseOutput(output, envelope, addMismatch)] as const,
  );
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

function parseOutput(
  { name, row: { source, type } }: Output,
  envelope: Envelope,
  addMismatch: AddMismatch,
): Json | undefined {
  switch (source?.from) {
    case undefined:
      return parseField(name, type, envelope.attributes, addMismatch);
    case "relationship":
      return parseRelationship(source.name, type.shape.type === "stringList", envelope, addMismatch);
    case "search":
      return searchField(name, type, source.attribute, envelope.attributes, addMismatch);
    case "included":
      return parseIncluded(source.type, type, envelope, addMismatch);
    case "related":
      return parseRelated(source.relationship, source.type, type, envelope, addMismatch);
    case "outputs":
      // The state makes it, because its parts may come from different responses.
      return undefined;
  }
}

/** Reads the id that a relationship to one resource names, or the list of ids of a relationship to many. */
function parseRelationship(
  name: string,
  isMany: boolean,
  { relationships }: Envelope,
  addMismatch: AddMismatch,
): Json | undefined {
  const entry = relationships[name];
  const linked = isObject(entry) ? entry.data : entry;
  if (linked === undefined || linked === null) return linked;
  const ids = [linked].flat().map((item) => (isObject(item) ? parseId(item.id) : undefined));
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined);
  if (!isAsDocumented) return addMismatch(`relationships.${name}`, isMany ? "a list of ids" : "one id");
  return (isMany ? ids : ids[0]) as Json;
}

/** Reads the included resources of a type: their attributes, their ids, and the address of each. */
function parseIncluded(
  includedType: string,
  { shape }: Output["row"]["type"],
  { included }: Envelope,
  addMismatch: AddMismatch,
): Json | undefined {
  const { id: _, href, ...fields } = shape.type === "objectList" ? shape.fields : {};
  const addInside = prefixMismatches(`included.${includedType}`, addMismatch);
  return included
    ?.filter(({ type }) => type === includedType)
    .map(({ id, attributes, links }) => {
      const self = isObject(links) ? links.self : undefined;
      const address = href === undefined ? {} : parseFields({ href }, self, prefixMismatches("links.self", addInside));
      return dropAbsent({ ...parseFields(fields, attributes, addInside), ...address, id: parseId(id) });
    });
}

/** Reads what a response tells of a related resource in three places: its id, what is included of it, and an attribute. */
function parseRelated(
  relationship: string,
  relatedType: string,
  { shape }: Output["row"]["type"],
  envelope: Envelope,
  addMismatch: AddMismatch,
): Json | undefined {
  const { id: _, ...fields } = shape.type === "object" ? shape.fields : {};
  const linked = parseRelationship(relationship, false, envelope, addMismatch) ?? undefined;
  const related = envelope.included?.find(
    ({ type, id }) => type === relatedType && (linked === undefined || parseId(id) === linked),
  );
  const { [relationship]: attribute = null } = envelope.attributes;
  if (!isObjectOrEmptyList(attribute ?? {})) addMismatch(relationship, "an object");
  const details = dropAbsent({
    id: linked ?? parseId(related?.id),
    ...parseFields(fields, related?.attributes, prefixMismatches(`included.${relatedType}`, addMismatch)),
    ...parseFields(fields, attribute, prefixMismatches(relationship, addMismatch)),
  });
  return Object.keys(details).length > 0 ? details : undefined;
}
