/** Reads what a response tells of a resource, by the names of arguments and outputs. */

import type { Argument, Definition, Output } from "../../definitions/definition.js";
import type { Relationship } from "../../definitions/row.js";
import type { ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject, joinTexts } from "../http/json.js";
import { dropAbsent, FieldReader, isObjectOrEmptyList, type Mismatch } from "./fields.js";
import { findApiType, isOfOtherClass, isOfType, parseId } from "./identity.js";

export interface ResourceResponse {
  /** Undefined where the response has none. */
  readonly id: string | undefined;
  /** Undefined where the response has none. */
  readonly type: string | undefined;
  /** The id in the relationship named after the class: that of a resource which a job creates, for instance. */
  readonly idInRelationship: string | undefined;
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
  const idInRelationship = parseIdInRelationship(definition, envelope);
  const values = parseValues(definition, envelope);
  return { id, type, idInRelationship, values, attributes, message, mismatches: reader.mismatches };
}

/** The resource envelope of a response: the primary resource, its relationships, and what is included with it. */
interface Envelope extends Pick<ResourceResponse, "id" | "type" | "message" | "attributes"> {
  /** What each relationship names: one object with an id, or a list of them. */
  readonly relationships: Readonly<Record<string, Json | undefined>>;
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
  const data = parseObject(envelope.data, "data");
  const primary = data ?? envelope;
  const { included = null } = envelope;
  const isAsDocumented = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isAsDocumented) reader.addMismatch("included", "a list of objects");
  const relationships = Object.entries(parseObject(primary.relationships, "relationships") ?? {});
  return {
    id: parseId(primary.id),
    // Without `data`, it may be an attribute of this name.
    type: typeof data?.type === "string" ? data.type : undefined,
    attributes: parseObject(primary.attributes, "attributes") ?? selectOwnAttributes(primary, data !== undefined),
    relationships: Object.fromEntries(relationships.map(([name, one]) => [name, isObject(one) ? one.data : one])),
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    message: joinTexts([envelope.message]),
    reader,
  };
}

/** The members of a resource that are no attributes, wherever it stands. */
const members = ["id", "attributes", "relationships", "links", "included", "message"];

/**
 * Selects the attributes that stand in the resource itself: some APIs return one that they document loosely in that form. An object that has
 * no id, or that has `data` or `attributes` of any kind, is no such resource.
 */
function selectOwnAttributes(resource: JsonObject, isData: boolean): JsonObject {
  const { id, attributes = null, data } = resource;
  if (parseId(id) === undefined || attributes !== null || (!isData && data !== undefined)) return {};
  const others = isData ? [...members, "type"] : members;
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !others.includes(name)));
}

function parseValues(definition: Definition, envelope: Envelope): JsonObject {
  const args = definition.arguments.map((argument) => {
    return { name: argument.name, value: parseArgument(argument, envelope), isNullAValue: argument.isNullAValue };
  });
  const outputs = definition.outputs.map((output) => {
    // Null tells that a resource has lost an output.
    return { name: output.name, value: parseOutput(output, envelope), isNullAValue: output.row.neverLost !== true };
  });
  const values = [...args, ...outputs].flatMap(({ name, value, isNullAValue }) => {
    // The API also returns null for what it leaves out.
    return value === undefined || (value === null && !isNullAValue) ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

function parseArgument({ wireName, row, isInBody }: Argument, envelope: Envelope): Json | undefined {
  const { attribute = wireName, relationship, type } = row;
  if (relationship !== undefined) {
    return parseRelationship({ name: relationship, type: findApiType(relationship) }, false, envelope);
  }
  return isInBody && row.neverReturned !== true
    ? envelope.reader.readAt(attribute, type, envelope.attributes)
    : undefined;
}

function parseOutput({ wireName, row: { source, type } }: Output, envelope: Envelope): Json | undefined {
  const { reader, attributes } = envelope;
  switch (source?.from) {
    case undefined:
      return reader.readValue(type, attributes[wireName], wireName);
    case "relationship":
      return parseRelationship(source, type.shape.type === "stringList", envelope);
    case "search":
      return reader.search(wireName, type, source.attribute === undefined ? attributes : attributes[source.attribute]);
    case "included":
      return parseIncluded(source.type, type, envelope);
    case "related":
      return parseRelated(source, type, envelope);
    case "outputs":
      // The state makes it, because its parts may come from different responses.
      return undefined;
  }
}

/** Reads the id in the relationship named after the class. */
function parseIdInRelationship({ names, apiType }: Definition, { relationships }: Envelope): string | undefined {
  const { [names.code]: linked } = relationships;
  return isObject(linked) && isOfOtherClass(linked.type, apiType) ? undefined : parseLinkedId(linked);
}

function parseLinkedId(linked: Json | undefined): string | undefined {
  return isObject(linked) ? parseId(linked.id) : undefined;
}

/** Reads the id that a relationship to one resource names, or the list of ids of a relationship to many. */
function parseRelationship({ name, type }: Relationship, isMany: boolean, envelope: Envelope): Json | undefined {
  const { [name]: linked } = envelope.relationships;
  if (linked === undefined || linked === null) return linked;
  const items = [linked].flat();
  const ids = items.map(parseLinkedId);
  const isOther = items.some((item) => isObject(item) && isOfOtherClass(item.type, type));
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined) && !isOther;
  if (isAsDocumented) return (isMany ? ids : ids[0]) as Json;
  const ofType = isOther ? ` of type "${type}"` : "";
  return envelope.reader.addMismatch(`relationships.${name}`, `${isMany ? "a list of ids" : "one id"}${ofType}`);
}

/** Reads the included resources of a type: their attributes, their ids, and the address of each. */
function parseIncluded(includedType: string, { shape }: ValueType, { included, reader }: Envelope): Json | undefined {
  const fields = shape.type === "objectList" ? shape.fields : [];
  const inAttributes = fields.filter(({ name }) => name !== "id" && name !== "href");
  const inLinks = fields.filter(({ name }) => name === "href");
  const path = `included.${includedType}`;
  return included
    ?.filter(({ type }) => isOfType(type, includedType))
    .map(({ id, attributes, links }) => {
      const self = isObject(links) ? links.self : undefined;
      const address = reader.readFields(inLinks, self, `${path}.links.self`);
      return dropAbsent({ ...reader.readFields(inAttributes, attributes, path), ...address, id: parseId(id) });
    });
}

/** Reads what a response tells of a related resource in three places: its id, what is included of it, and an attribute. */
function parseRelated(relationship: Relationship, { shape }: ValueType, envelope: Envelope): Json | undefined {
  const { name, type: relatedType } = relationship;
  const fields = shape.type === "object" ? shape.fields.filter((field) => field.name !== "id") : [];
  const { included, attributes, reader } = envelope;
  const linked = parseRelationship(relationship, false, envelope) ?? undefined;
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
