/** Parses the response about a resource into the values of its arguments and outputs. */

import type { Argument, Definition, Output } from "../../definitions/definition.js";
import type { Relationship } from "../../definitions/row.js";
import type { ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject, joinTexts } from "../http/json.js";
import { dropAbsent, FieldReader, isObjectOrEmptyList, type Mismatch } from "./fields.js";
import { findApiType, isOfOtherClass, isOfType, parseId } from "./identity.js";

export interface ResourceResponse {
  readonly id: string | undefined;
  readonly type: string | undefined;
  /** The values of the response, by the names of arguments and outputs. Null only where null is a value. */
  readonly values: JsonObject;
  /** A sentence that comes with the resource. */
  readonly message: string | undefined;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Never throws: the engine has to keep what a create has made, whatever else the response has. Attributes have their
 * documented names, whatever `apphosting:fieldNames` says of requests.
 */
export function parseResponse(definition: Definition, body: Json | undefined): ResourceResponse {
  const reader = new FieldReader();
  const envelope = parseEnvelope(definition, body, reader);
  const { id, type, message } = envelope;
  return { id, type, values: parseValues(definition, envelope), message, mismatches: reader.mismatches };
}

interface Envelope extends Pick<ResourceResponse, "id" | "type" | "message"> {
  readonly attributes: JsonObject;
  /** The `data` of each relationship. */
  readonly relationships: Readonly<Record<string, Json | undefined>>;
  readonly included: readonly JsonObject[] | undefined;
  readonly reader: FieldReader;
}

/** A part that is missing or of another type counts as empty. */
function parseEnvelope({ rows }: Definition, body: Json | undefined, reader: FieldReader): Envelope {
  function parseObject(value: Json | undefined, field: string): JsonObject | undefined {
    if (!isObjectOrEmptyList(value ?? {})) reader.addMismatch(field, "an object");
    return isObject(value) ? value : undefined;
  }
  const envelope = parseObject(body, "the body") ?? {};
  const data = parseObject(envelope.data, "data");
  const primary = data ?? envelope;
  // In a flat body, it is the attribute of this name where the class has one.
  const type = data === undefined && "type" in rows ? undefined : primary.type;
  const { included = null } = envelope;
  const isAsDocumented = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isAsDocumented) reader.addMismatch("included", "a list of objects");
  const relationships = Object.entries(parseObject(primary.relationships, "relationships") ?? {});
  return {
    id: parseId(primary.id),
    type: typeof type === "string" ? type : undefined,
    attributes: parseObject(primary.attributes, "attributes") ?? selectOwnAttributes(primary, data !== undefined),
    relationships: Object.fromEntries(relationships.map(([name, one]) => [name, isObject(one) ? one.data : one])),
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
    message: joinTexts([envelope.message]),
    reader,
  };
}

/** The members of a resource that aren't attributes. */
const members = ["id", "attributes", "relationships", "links", "included", "message"];

/** Selects the attributes of a flat resource, which has an id, and neither `data` nor `attributes` of any type. */
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
    // By null, a resource loses an output.
    return { name: output.name, value: parseOutput(output, envelope), isNullAValue: output.row.neverLost !== true };
  });
  const values = [...args, ...outputs].flatMap(({ name, value, isNullAValue }) => {
    // Elsewhere, null counts as left out.
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
      // The state derives it: its parts may come from different responses.
      return undefined;
  }
}

function parseLinkedId(linked: Json | undefined): string | undefined {
  return isObject(linked) ? parseId(linked.id) : undefined;
}

function parseRelationship({ name, type }: Relationship, isMany: boolean, envelope: Envelope): Json | undefined {
  const linked = envelope.relationships[name];
  if (linked === undefined || linked === null) return linked;
  const items = [linked].flat();
  const ids = items.map(parseLinkedId);
  const isOther = items.some((item) => isObject(item) && isOfOtherClass(item.type, type));
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined) && !isOther;
  if (isAsDocumented) return (isMany ? ids : ids[0]) as Json;
  const ofType = isOther ? ` of type "${type}"` : "";
  return envelope.reader.addMismatch(`relationships.${name}`, `${isMany ? "a list of ids" : "one id"}${ofType}`);
}

/** Reads the included resources of a type: their ids, attributes and addresses. */
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

/** Reads a related resource from three places: the relationship, `included`, and the attribute of the same name. */
function parseRelated(relationship: Relationship, { shape }: ValueType, envelope: Envelope): Json | undefined {
  const { name, type: relatedType } = relationship;
  const fields = shape.type === "object" ? shape.fields.filter((field) => field.name !== "id") : [];
  const { included, attributes, reader } = envelope;
  const linked = parseRelationship(relationship, false, envelope) ?? undefined;
  const related = included?.find(
    ({ type, id }) => isOfType(type, relatedType) && (linked === undefined || parseId(id) === linked),
  );
  const attribute = attributes[name] ?? null;
  if (!isObjectOrEmptyList(attribute ?? {})) reader.addMismatch(name, "an object");
  const details = dropAbsent({
    id: linked ?? parseId(related?.id),
    ...reader.readFields(fields, related?.attributes, `included.${relatedType}`),
    ...reader.readFields(fields, attribute, name),
  });
  return Object.keys(details).length > 0 ? details : undefined;
}
