/** Reads the envelope of a response into the values of a resource's arguments and outputs. */

import { isObject, type Json, type JsonObject, parseText, toObject } from "../rows/json.js";
import { anyObject, list, type Mismatch, readValue, type Schema, toSnakeCase } from "../rows/schema.js";
import type { Argument, Output, Relationship, Table } from "../rows/table.js";

export interface ResourceResponse {
  /** Empty, like the type and the message, where the response has none. */
  readonly id: string;
  readonly type: string;
  /**
   * The values by the names of arguments and outputs. Null only where null is a value. An integer for an argument that
   * is text stays a number.
   */
  readonly values: JsonObject;
  readonly message: string;
  readonly mismatches: readonly Mismatch[];
}

const objects = list(anyObject);

/** Never throws: the engine has to keep what a create has made, whatever else the response has. */
export function parseResponse(table: Table, body: Json | undefined): ResourceResponse {
  const reader = new ResponseReader(body, "type" in table.rows);
  const values: JsonObject = {};
  for (const row of [...table.arguments, ...table.outputs]) {
    const value = reader.readRow(row) as Json | undefined;
    const allowsNull = row.role === "output" ? !row.keepIfNull : row.null === "is sent";
    if (value !== undefined && (value !== null || allowsNull)) values[row.name] = value;
  }
  const { id, type, message } = reader;
  const mismatches = new Map(reader.mismatches.map((one) => [one.path, one]));
  return { id, type, values, message, mismatches: [...mismatches.values()] };
}

/** Whether a type is the documented one, in any case, with its last `s` or without. */
export function isOfType(type: Json | undefined, apiType: string): boolean {
  const documented = apiType.toLowerCase();
  return [documented, documented.replace(/s$/, "")].includes(parseText(type).toLowerCase());
}

/** Reads an id: text, or an integer that JavaScript hasn't rounded. */
function parseId(value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" ? value.toWellFormed() : "";
}

/** A link without an id may be the id itself. Otherwise, the schema refuses it. */
function getLinkedId(link: Json | undefined): Json | undefined {
  return toObject(link).id ?? link;
}

class ResponseReader {
  readonly mismatches: Mismatch[] = [];
  readonly id: string;
  readonly type: string;
  readonly message: string;
  private readonly attributes: JsonObject;
  private readonly relationships: JsonObject;
  private readonly included: readonly JsonObject[] | null | undefined;

  /** @param hasTypeAttribute whether `type` in a flat body is an attribute */
  constructor(body: Json | undefined, hasTypeAttribute: boolean) {
    const envelope = this.readObject(body, "the body");
    const resource = this.readObject(envelope.data ?? envelope, "data");
    const isAttribute = envelope.data == null && hasTypeAttribute;
    this.id = parseId(resource.id);
    this.type = isAttribute ? "" : parseText(resource.type);
    this.message = parseText(envelope.message);
    const ownMembers = isAttribute ? resource : { ...resource, type: null };
    this.attributes = this.readObject(resource.attributes ?? ownMembers, "attributes");
    this.relationships = this.readObject(resource.relationships, "relationships");
    this.included = this.parse(objects, envelope.included, "included");
  }

  private readObject(value: Json | undefined, path: string): JsonObject {
    return toObject(this.parse(anyObject, value, path));
  }

  private parse<Value>(schema: Schema<Value>, value: unknown, path: string): Value | null | undefined {
    if (value == null) return value as null | undefined;
    const result = readValue(schema, value, path);
    this.mismatches.push(...result.mismatches);
    return result.value as Value | undefined;
  }

  /** A response has the documented names, whatever `apphosting:fieldNames` says. */
  readRow({ name, role, schema, source }: Argument | Output): unknown {
    if (source === null) return undefined;
    if (typeof source === "string") {
      const value = source.split(".").reduce<Json | undefined>((parent, key) => toObject(parent)[key], this.attributes);
      const isNumber = role !== "output" && schema.type === "string" && Number.isSafeInteger(value);
      return isNumber ? value : this.parse(schema, value, source);
    }
    if ("relationship" in source) {
      const { relationship } = source;
      return this.parse(schema, this.findLinkedIds(relationship), `relationships.${relationship}.id`);
    }
    if ("search" in source) return this.search(toSnakeCase(name), schema, source.search);
    if ("included" in source) return this.readIncluded(source.included, schema);
    if ("related" in source) return this.readRelated(source.related, schema);
    // The state makes it: its parts may come from different responses.
    return undefined;
  }

  private search(key: string, schema: Schema, place: "attributes" | "connection"): unknown {
    const parent = place === "attributes" ? this.attributes : toObject(this.attributes[place]);
    const isObjectSchema = schema.type === "object";
    const keys = isObjectSchema ? Object.keys(schema.members ?? {}).map(toSnakeCase) : [key];
    const places = [parent, ...Object.values(parent)].map(toObject);
    const found = places.find((one) => keys.some((member) => one[member] != null));
    return this.parse(schema, isObjectSchema ? found : found?.[key], key);
  }

  /** Returns the id of a to-one relationship, and the ids of a to-many. They may be of any type. */
  private findLinkedIds(relationship: string): unknown {
    const entry = this.relationships[relationship];
    const linked = isObject(entry) ? entry.data : entry;
    return Array.isArray(linked) ? linked.map(getLinkedId) : getLinkedId(linked);
  }

  private readIncluded(type: string, schema: Schema): unknown {
    const ofType = this.included?.filter((resource) => isOfType(resource.type, type));
    const items = ofType?.map(({ id, links, attributes }) => {
      return { ...toObject(attributes), id, href: toObject(toObject(links).self).href };
    });
    return this.parse(schema, items, `included.${type}`);
  }

  /** Reads a related resource from three places: `included`, the attribute of the same name, and the relationship. */
  private readRelated({ relationship, type }: Relationship, schema: Schema): unknown {
    const id = this.findLinkedIds(relationship);
    const related = this.included?.find((one) => isOfType(one.type, type) && parseId(one.id) === parseId(id));
    const details = {
      ...toObject(this.parse(schema, toObject(related).attributes, `included.${type}`)),
      ...toObject(this.parse(schema, this.attributes[relationship], relationship)),
      ...toObject(this.parse(schema, { id }, `relationships.${relationship}`)),
    };
    return Object.keys(details).length > 0 ? details : undefined;
  }
}
