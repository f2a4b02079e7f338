/** Reads the envelope of a response into the values of a resource's arguments and outputs. */

import { tables } from "../rows/index.js";
import { isObject, type Json, type JsonObject, parseText, toObject } from "../rows/json.js";
import { isEmptyList, type Mismatch, readValue, type Schema, toSnakeCase } from "../rows/schema.js";
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

/** Never throws: the engine has to keep what a create has made, whatever else the response has. */
export function parseResponse(table: Table, body: Json | undefined): ResourceResponse {
  const reader = new ResponseReader(body, "type" in table.rows);
  const values: JsonObject = {};
  for (const row of [...table.arguments, ...table.outputs]) {
    const value = reader.readRow(row);
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

class ResponseReader {
  readonly mismatches: Mismatch[] = [];
  readonly id: string;
  readonly type: string;
  readonly message: string;
  private readonly attributes: JsonObject;
  private readonly relationships: JsonObject;
  private readonly included: readonly JsonObject[] | undefined;

  /** @param hasTypeAttribute whether `type` in a flat body is an attribute */
  constructor(body: Json | undefined, hasTypeAttribute: boolean) {
    const envelope = this.readObject(body, "the body");
    const isFlat = envelope.data == null;
    const resource = isFlat ? envelope : this.readObject(envelope.data, "data");
    const isAttribute = isFlat && hasTypeAttribute;
    this.id = parseId(resource.id);
    this.type = isAttribute ? "" : parseText(resource.type);
    this.message = parseText(envelope.message);
    const ownMembers = isAttribute ? resource : { ...resource, type: null };
    this.attributes = this.readObject(resource.attributes ?? ownMembers, "attributes");
    this.relationships = this.readObject(resource.relationships, "relationships");
    const { included } = envelope;
    if (Array.isArray(included)) this.included = included.filter(isObject);
    if (included != null && !(Array.isArray(included) && included.every(isObject))) {
      this.mismatches.push({ path: "included", expected: "a list of objects" });
    }
  }

  private readObject(value: Json | undefined, path: string): JsonObject {
    if (isObject(value)) return value;
    if (value != null && !isEmptyList(value)) this.mismatches.push({ path, expected: "an object" });
    return {};
  }

  /** A response has the documented names, whatever `apphosting:fieldNames` says. */
  readRow({ name, role, schema, source }: Argument | Output): Json | undefined {
    if (source === null) return undefined;
    if (typeof source === "string") {
      const value = source.split(".").reduce<Json | undefined>((parent, key) => toObject(parent)[key], this.attributes);
      const isNumber = role !== "output" && schema.type === "string" && Number.isSafeInteger(value);
      return isNumber ? value : this.parse(schema, value, source);
    }
    if ("relationship" in source) return this.readRelationship(source, schema.type.endsWith("[]"));
    if ("search" in source) return this.search(toSnakeCase(name), schema, source.search);
    if ("included" in source) return this.readIncluded(source.included, schema);
    if ("related" in source) return this.readRelated(source.related, schema);
    // The state makes it: its parts may come from different responses.
    return undefined;
  }

  private parse(schema: Schema, value: Json | undefined, path: string): Json | undefined {
    if (value == null) return value;
    const result = readValue(schema, value, path);
    this.mismatches.push(...result.mismatches);
    return result.value as Json | undefined;
  }

  private search(key: string, schema: Schema, place: "attributes" | "connection"): Json | undefined {
    const parent = place === "attributes" ? this.attributes : toObject(this.attributes[place]);
    const isObjectSchema = schema.type === "object";
    const keys = isObjectSchema ? Object.keys(schema.members ?? {}).map(toSnakeCase) : [key];
    const places = [parent, ...Object.values(parent)].map(toObject);
    const found = places.find((one) => keys.some((member) => one[member] != null));
    return this.parse(schema, isObjectSchema ? found : found?.[key], key);
  }

  private readRelationship({ relationship, type }: Relationship, isMany: boolean): Json | undefined {
    const entry = this.relationships[relationship];
    const linked = isObject(entry) ? entry.data : entry;
    if (linked == null) return linked;
    const items = [linked].flat().map(toObject);
    const ids = items.map((item) => parseId(item.id));
    // Any other type may be an undocumented one.
    const otherTypes = tables.map(({ apiType }) => apiType).filter((apiType) => apiType !== type);
    const isOther = items.some((item) => otherTypes.some((apiType) => isOfType(item.type, apiType)));
    if (Array.isArray(linked) === isMany && !ids.includes("") && !isOther) return isMany ? ids : (ids[0] as string);
    const expected = `${isMany ? "a list of ids" : "one id"}${isOther ? ` of type "${type}"` : ""}`;
    this.mismatches.push({ path: `relationships.${relationship}`, expected });
    return undefined;
  }

  private readIncluded(type: string, schema: Schema): Json | undefined {
    const ofType = this.included?.filter((resource) => isOfType(resource.type, type));
    const items = ofType?.map(({ id, links, attributes }) => {
      const href = toObject(toObject(links).self).href ?? null;
      return { ...toObject(attributes), href, id: parseId(id) || null };
    });
    return this.parse(schema, items, `included.${type}`);
  }

  /** Reads a related resource from three places: the relationship, `included`, and the attribute of the same name. */
  private readRelated(relationship: Relationship, schema: Schema): Json | undefined {
    const { relationship: name, type } = relationship;
    const linked = parseId(this.readRelationship(relationship, false));
    const ofType = this.included?.filter((one) => isOfType(one.type, type));
    const related = toObject(ofType?.find((one) => linked === "" || parseId(one.id) === linked));
    const id = linked || parseId(related.id);
    const details = {
      ...toObject(this.parse(schema, related.attributes, `included.${type}`)),
      ...toObject(this.parse(schema, this.attributes[name], name)),
      ...(id === "" ? {} : { id }),
    };
    return Object.keys(details).length > 0 ? details : undefined;
  }
}
