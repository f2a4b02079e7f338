/** Reads documented fields out of a response, and collects those whose values are not of the documented type. */

import type { Field, Shape, ValueType } from "../../definitions/value-type.js";
import { isObject, type Json, type JsonObject } from "../http/json.js";

/** A documented field that a response has with a value of another type. */
export interface Mismatch {
  /** The path of the field in the response. */
  readonly field: string;
  readonly expected: string;
}

/** Reads the fields of one response. Undefined stands for a value that is absent, or of another type. Null is a value. */
export class FieldReader {
  readonly mismatches: Mismatch[] = [];

  /** Adds a mismatch, and returns undefined: a value of another type is not used, and not shown, because it may be a secret. */
  addMismatch(field: string, expected: string): undefined {
    // An argument and an output may read the same field.
    if (!this.mismatches.some((one) => one.field === field)) this.mismatches.push({ field, expected });
  }

  /** Reads the value at a path, such as `repository.full_name`. */
  readAt(path: string, type: ValueType, source: Json | undefined): Json | undefined {
    let value = source;
    for (const key of path.split(".")) value = isObject(value) ? value[key] : undefined;
    return this.readValue(type, value, path);
  }

  /** @param path the place of the value in the response, which a mismatch names */
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

  /** Reads the fields of an object at a path of the response. Null is the same as absent there. */
  readFields(fields: readonly Field[], source: Json | undefined, path: string): JsonObject {
    const object = isObject(source) ? source : {};
    const values = fields.flatMap(({ name, wireName, type }) => {
      const value = this.readValue(type, object[wireName], `${path}.${wireName}`) ?? null;
      return value === null ? [] : [[name, value]];
    });
    return Object.fromEntries(values);
  }

  /**
   * Reads a value of which the API does not document where it stands. A group is recognised by its fields, which stand flat in the
   * place that is searched, or under any key there; anything else by its own key.
   *
   * @returns null for an object that lacks a required field
   */
  search(key: string, type: ValueType, parent: Json | undefined): Json | undefined {
    const { shape } = type;
    const keys = shape.type === "object" ? shape.fields.map(({ wireName }) => wireName) : [key];
    const places = [parent, ...(isObject(parent) ? Object.values(parent) : [])];
    const holder = places.find((place) => isObject(place) && keys.some((one) => (place[one] ?? null) !== null));
    return shape.type === "object" ? this.readValue(type, holder, key) : this.readAt(key, type, holder);
  }
}

/** How a message names each type. */
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

/** Parses a value that is not null. Returns undefined for one of another type: nobody knows what that means. */
function parseAs(type: Shape["type"], value: Json): Json | undefined {
  switch (type) {
    case "text":
    case "oneOf":
      // UTF-8 cannot write half a surrogate pair, and the engine would lose the whole resource because of it.
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

/** Drops the values that are absent. Null is a value. */
export function dropAbsent(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}
