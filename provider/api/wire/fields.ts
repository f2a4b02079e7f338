/** Reads the documented fields of a response, and collects those of an unexpected type. */

import type { Field, Shape, ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject } from "../http/json.js";

/** A documented field whose value has another type. */
export interface Mismatch {
  /** The path of the field in the response. */
  readonly field: string;
  readonly expected: string;
}

/** Returns undefined for a value that is absent or of another type. Null is a value. */
export class FieldReader {
  readonly mismatches: Mismatch[] = [];

  /** Adds a mismatch, without the value, which may be a secret. */
  addMismatch(field: string, expected: string): undefined {
    // An argument and an output may read the same field.
    if (!this.mismatches.some((one) => one.field === field)) this.mismatches.push({ field, expected });
  }

  readAt(path: string, type: ValueType, source: Json | undefined): Json | undefined {
    let value = source;
    for (const key of path.split(".")) value = isObject(value) ? value[key] : undefined;
    return this.readValue(type, value, path);
  }

  /** @param path the path of the value in the response, for a mismatch */
  readValue({ shape }: ValueType, value: Json | undefined, path: string): Json | undefined {
    if (value === undefined || value === null) return value;
    const parsed = parseAs(shape.type, value);
    if (parsed === undefined) return this.addMismatch(path, typeNames[shape.type]);
    if (shape.type !== "object" && shape.type !== "objectList") return parsed;
    const items = shape.type === "object" ? [parsed] : [parsed].flat();
    const objects = items.map((item) => this.readFields(shape.fields, item, path));
    const usable = objects.filter((object) =>
      shape.staysInPart ? Object.keys(object).length > 0 : shape.requiredFields.every((need) => need in object),
    );
    if (shape.type === "object") return usable[0] ?? null;
    if (usable.length < items.length) this.addMismatch(path, typeNames.objectList);
    return usable;
  }

  /** Reads the non-null fields of an object. */
  readFields(fields: readonly Field[], source: Json | undefined, path: string): JsonObject {
    const object = isObject(source) ? source : {};
    const values = fields.flatMap(({ name, wireName, type }) => {
      const value = this.readValue(type, object[wireName], `${path}.${wireName}`) ?? null;
      return value === null ? [] : [[name, value]];
    });
    return Object.fromEntries(values);
  }

  /** Searches a value whose key the API doesn't document: an object by its fields, anything else by its own key. */
  search(key: string, type: ValueType, parent: Json | undefined): Json | undefined {
    const { shape } = type;
    const keys = shape.type === "object" ? shape.fields.map(({ wireName }) => wireName) : [key];
    const places = [parent, ...(isObject(parent) ? Object.values(parent) : [])];
    const holder = places.find((place) => isObject(place) && keys.some((one) => (place[one] ?? null) !== null));
    return shape.type === "object" ? this.readValue(type, holder, key) : this.readAt(key, type, holder);
  }
}

/** The names of types in messages. */
const typeNames: Readonly<Record<Shape["type"], string>> = {
  text: "a string",
  oneOf: "a string",
  integer: "an integer",
  boolean: "true or false",
  list: "a list",
  stringList: "a list of strings",
  object: "an object",
  objectList: "a list of objects",
};

/** Returns undefined for a value of another type. */
function parseAs(type: Shape["type"], value: Json): Json | undefined {
  switch (type) {
    case "text":
    case "oneOf":
      // UTF-8 can't encode half a surrogate pair: the engine would lose the whole resource.
      return typeof value === "string" ? value.toWellFormed() : undefined;
    case "integer":
      return Number.isSafeInteger(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "list":
    case "objectList":
      return Array.isArray(value) ? value : undefined;
    case "stringList": {
      const texts = Array.isArray(value) ? value.map((item) => parseAs("text", item)) : undefined;
      return texts?.every((text) => text !== undefined) ? texts : undefined;
    }
    case "object":
      return isObjectOrEmptyList(value) ? value : undefined;
  }
}

/** Whether a value counts as an object. Servers in PHP write an empty object as `[]`. */
export function isObjectOrEmptyList(value: Json): boolean {
  return isObject(value) || (Array.isArray(value) && value.length === 0);
}

export function dropAbsent(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}
