/** Parses the response about a resource into the values of its arguments and outputs. */

import type { Argument, Definition, Output } from "../../definitions/definition.js";
import { definitions } from "../../definitions/index.js";
import type { Relationship } from "../../definitions/row.js";
import type { Field, ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject, parseText } from "../http/json.js";
import { FieldReader, type Mismatch } from "./fields.js";

export interface ResourceResponse {
  readonly id: string | undefined;
  readonly type: string | undefined;
  /** The values of the response, by the names of arguments and outputs. Null only where null is a value. */
  readonly values: JsonObject;
  readonly message: string | undefined;
  readonly mismatches: readonly Mismatch[];
}

/** The parts of a response. One that is missing or of another type is empty. */
interface Parts {
  readonly reader: FieldReader;
  readonly relationships: JsonObject;
  readonly attributes: JsonObject;
  readonly included: readonly JsonObject[] | undefined;
}

/** Never throws: the engine has to keep what a create has made, whatever else the response has. */
export function parseResponse(definition: Definition, body: Json | undefined): ResourceResponse {
  const reader = new FieldReader();
  const envelope = reader.readObject(body, "the body") ?? {};
  const data = reader.readObject(envelope.data, "data");
  const resource = data ?? envelope;
  const { included = null } = envelope;
  const isAsDocumented = Array.isArray(included) ? included.every(isObject) : included === null;
  if (!isAsDocumented) reader.addMismatch("included", "a list of objects");
  const parts = {
    reader,
    relationships: reader.readObject(resource.relationships, "relationships") ?? {},
    attributes:
      reader.readObject(resource.attributes, "attributes") ?? selectFlatAttributes(resource, data !== undefined),
    included: Array.isArray(included) ? included.filter(isObject) : undefined,
  };
  // In a flat body, `type` is an attribute if the class has one of this name.
  const type = data === undefined && "type" in definition.rows ? undefined : resource.type;
  return {
    id: parseId(resource.id),
    type: typeof type === "string" ? type : undefined,
    values: parseValues(definition, parts),
    message: parseText(envelope.message),
    mismatches: reader.mismatches,
  };
}

/** Reads an id: text, or an integer that JavaScript hasn't rounded. */
function parseId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" ? value.toWellFormed() || undefined : undefined;
}

const nonAttributes = ["id", "attributes", "relationships", "links", "included", "message"];

/** Selects the attributes of a flat resource, which has an id, and neither `data` nor `attributes` of any type. */
function selectFlatAttributes(resource: JsonObject, isData: boolean): JsonObject {
  const { id, attributes = null, data } = resource;
  if (parseId(id) === undefined || attributes !== null || (!isData && data !== undefined)) return {};
  const otherNames = isData ? [...nonAttributes, "type"] : nonAttributes;
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !otherNames.includes(name)));
}

function parseValues(definition: Definition, parts: Parts): JsonObject {
  const values: JsonObject = {};
  function add(name: string, value: Json | undefined, isNullAValue: boolean): void {
    if (value !== undefined && (value !== null || isNullAValue)) values[name] = value;
  }
  for (const argument of definition.arguments) {
    add(argument.name, parseArgument(argument, parts), argument.isNullAValue);
  }
  for (const output of definition.outputs) add(output.name, parseOutput(output, parts), !output.row.neverLost);
  return values;
}

/** A response has the documented names, whatever `apphosting:fieldNames` says. */
function parseArgument({ wireName, row, isReturned }: Argument, parts: Parts): Json | undefined {
  const { attribute = wireName, relationship: name, type } = row;
  if (name !== undefined) return parseRelationship({ name, type: findApiType(name) }, false, parts);
  return isReturned ? parts.reader.readAt(attribute, type, parts.attributes) : undefined;
}

function parseOutput({ wireName, row: { source, type } }: Output, parts: Parts): Json | undefined {
  const { reader, attributes } = parts;
  switch (source?.from) {
    case undefined:
      return reader.readValue(type, attributes[wireName], wireName);
    case "relationship":
      return parseRelationship(source, type.shape.type === "stringList", parts);
    case "search":
      return reader.search(wireName, type, source.attribute === undefined ? attributes : attributes[source.attribute]);
    case "included":
      return parseIncluded(source.type, listFields(type), parts);
    case "related":
      return parseRelated(source, listFields(type), parts);
    case "outputs":
      // The state derives it: its parts may come from different responses.
      return undefined;
  }
}

function listFields({ shape }: ValueType): Field[] {
  return "fields" in shape ? shape.fields.filter(({ name }) => name !== "id") : [];
}

function parseRelationship({ name, type }: Relationship, isMany: boolean, parts: Parts): Json | undefined {
  const relationship = parts.relationships[name];
  const linked = isObject(relationship) ? relationship.data : relationship;
  if (linked === undefined || linked === null) return linked;
  const items = [linked].flat().map((item) => (isObject(item) ? item : {}));
  const ids = items.map(({ id }) => parseId(id));
  const isOther = items.some((item) => isOfOtherClass(item.type, type));
  const isAsDocumented = Array.isArray(linked) === isMany && !ids.includes(undefined) && !isOther;
  if (isAsDocumented) return (isMany ? ids : ids[0]) as Json;
  const ofType = isOther ? ` of type "${type}"` : "";
  return parts.reader.addMismatch(`relationships.${name}`, `${isMany ? "a list of ids" : "one id"}${ofType}`);
}

function parseIncluded(type: string, fields: readonly Field[], { included, reader }: Parts): Json | undefined {
  const inAttributes = fields.filter(({ name }) => name !== "href");
  const inLinks = fields.filter(({ name }) => name === "href");
  const path = `included.${type}`;
  const ofType = included?.filter((resource) => isOfType(resource.type, type));
  return ofType?.map(({ id, attributes, links }) => {
    const self = isObject(links) ? links.self : undefined;
    const address = reader.readFields(inLinks, self, `${path}.links.self`);
    return dropAbsent({ ...reader.readFields(inAttributes, attributes, path), ...address, id: parseId(id) });
  });
}

/** Reads a related resource from three places: the relationship, `included`, and the attribute of the same name. */
function parseRelated(relationship: Relationship, fields: readonly Field[], parts: Parts): Json | undefined {
  const { name, type: relatedType } = relationship;
  const { included, attributes, reader } = parts;
  const linked = parseRelationship(relationship, false, parts) ?? undefined;
  const related = included?.find(
    ({ type, id }) => isOfType(type, relatedType) && (linked === undefined || parseId(id) === linked),
  );
  const attribute = reader.readObject(attributes[name], name);
  const details = dropAbsent({
    id: linked ?? parseId(related?.id),
    ...reader.readFields(fields, related?.attributes, `included.${relatedType}`),
    ...reader.readFields(fields, attribute, name),
  });
  return Object.keys(details).length > 0 ? details : undefined;
}

function dropAbsent(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Whether a type is the documented one, in any case, with its last `s` or without. */
export function isOfType(type: Json | undefined, apiType: string): boolean {
  if (typeof type !== "string") return false;
  const name = type.toLowerCase();
  const documented = apiType.toLowerCase();
  return name === documented || name === documented.replace(/s$/, "");
}

/** Whether a type belongs to another class. Any other type may be an undocumented one. */
function isOfOtherClass(type: Json | undefined, apiType: string): boolean {
  return !isOfType(type, apiType) && definitions.some((definition) => isOfType(type, definition.apiType));
}

function findApiType(exportName: string): string {
  return definitions.find(({ names }) => names.exportName === exportName)?.apiType ?? "";
}
