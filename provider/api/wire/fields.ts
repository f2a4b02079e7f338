/** Reads the documented fields of a response, and collects fields that have an unexpected type. */

import type { Field, Shape, ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject } from "../http/json.js";

/** A documented field, by its path in the response, whose value has another type. */
export interface Mismatch {
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

  readValue({ shape }: ValueType, value: Json | undefined, path: string): Json | undefined {
    if (value === undefined || value === null) return value;
    const { name, has } = types[shape.type];
    if (!has(value)) return this.addMismatch(path, name);
    // UTF-8 can't encode half a surrogate pair: the engine would lose the whole resource.
    if (typeof value === "string") return value.toWellFormed();
    if (shape.type === "stringList") return [value].flat().map((text) => String(text).toWellFormed());
    if (shape.type !== "object" && shape.type !== "objectList") return value;
    const items = shape.type === "object" ? [value] : [value].flat();
    const objects = items.map((item) => this.readFields(shape.fields, item, path));
    const usable = objects.filter((object) =>
      shape.staysInPart ? Object.keys(object).length > 0 : shape.requiredFields.every((need) => need in object),
    );
    if (shape.type === "object") return usable[0] ?? null;
    if (usable.length < items.length) this.addMismatch(path, name);
    return usable;
  }

  readObject(value: Json | undefined, path: string): JsonObject | undefined {
    if (!isObjectOrEmptyList(value ?? {})) this.addMismatch(path, types.object.name);
    return isObject(value) ? value : undefined;
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
    const found = places.find((place) => isObject(place) && keys.some((one) => (place[one] ?? null) !== null));
    return shape.type === "object" ? this.readValue(type, found, key) : this.readAt(key, type, found);
  }
}

const isText = (value: Json) => typeof value === "string";

/** Servers in PHP write an empty object as `[]`. */
const isObjectOrEmptyList = (value: Json) => isObject(value) || (Array.isArray(value) && value.length === 0);

const types: Readonly<Record<Shape["type"], { readonly name: string; readonly has: (value: Json) => boolean }>> = {
  text: { name: "a string", has: isText },
  oneOf: { name: "a string", has: isText },
  integer: { name: "an integer", has: Number.isSafeInteger },
  boolean: { name: "true or false", has: (value) => typeof value === "boolean" },
  list: { name: "a list", has: Array.isArray },
  stringList: { name: "a list of strings", has: (value) => Array.isArray(value) && value.every(isText) },
  object: { name: "an object", has: isObjectOrEmptyList },
  objectList: { name: "a list of objects", has: Array.isArray },
};
