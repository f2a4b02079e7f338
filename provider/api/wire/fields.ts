/** Reads documented fields out of a response, and collects those whose values are not of the documented type. */

import { toSnakeCase } from "../../definitions/names.js";
import type { Fields, Shape, ValueType } from "../../definitions/value-type.js";
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
    const step = (place: Json | undefined, key: string) => (isObject(place) ? place[key] : undefined);
    return this.readValue(type, path.split(".").reduce(step, source), path);
  }

  /** @param path the place of the value in the response, which a mismatch names */
  readValue({ shape }: ValueType, value: Json | undefined, path: string): Json | undefined {
    if (value === undefined || value === null) return value;
    const { matches, expected } = typeRules[shape.type];
    if (!matches(value)) return this.addMismatch(path, expected);
    if (shape.type !== "object" && shape.type !== "objectList") return makeWellFormed(value);
    const items = shape.type === "object" ? [value] : [value].flat();
    const objects = items.map((item) => this.readFields(shape.fields, item, path));
    const usable = objects.filter((object) =>
      shape.staysInPart ? Object.keys(object).length > 0 : shape.requiredFields.every((need) => need in object),
    );
    if (shape.type === "object") return usable[0] ?? null;
    if (usable.length < items.length) this.addMismatch(path, expected);
    return usable;
  }

  /** Reads the fields of an object at a path of the response. Null is the same as absent there. */
  readFields(fields: Fields, source: Json | undefined, path: string): JsonObject {
    const object = isObject(source) ? source : {};
    const values = Object.entries(fields).map(([name, type]) => {
      const key = toSnakeCase(name);
      return [name, this.readValue(type, object[key], `${path}.${key}`) ?? undefined];
    });
    return dropAbsent(Object.fromEntries(values));
  }

  /**
   * Reads a value of which the API does not document where it stands. A group is recognised by its fields, which stand flat in the
   * place that is searched, or under any key there; anything else by its own key.
   *
   * @returns null for an object that lacks a required field
   */
  search(name: string, type: ValueType, parent: Json | undefined): Json | undefined {
    const { shape } = type;
    const key = toSnakeCase(name);
    const keys = shape.type === "object" ? Object.keys(shape.fields).map(toSnakeCase) : [key];
    const places = [parent, ...(isObject(parent) ? Object.values(parent) : [])];
    const holder = places.find((place) => isObject(place) && keys.some((one) => (place[one] ?? null) !== null));
    return shape.type === "object" ? this.readValue(type, holder, key) : this.readAt(key, type, holder);
  }
}

const isText = (value: Json) => typeof value === "string";

/** What a value of each shape is in JSON, and how a message names that. */
const typeRules: Readonly<Record<Shape["type"], { matches: (value: Json) => boolean; expected: string }>> = {
  text: { matches: isText, expected: "a string" },
  oneOf: { matches: isText, expected: "a string" },
  integer: { matches: Number.isSafeInteger, expected: "an integer" },
  boolean: { matches: (value) => typeof value === "boolean", expected: "true or false" },
  list: { matches: Array.isArray, expected: "a list" },
  stringList: { matches: (value) => Array.isArray(value) && value.every(isText), expected: "a list of strings" },
  object: { matches: isObjectOrEmptyList, expected: "an object" },
  objectList: { matches: Array.isArray, expected: "a list of objects" },
};

/** Whether a value counts as an object. Servers in PHP write an empty object as `[]`. */
export function isObjectOrEmptyList(value: Json): boolean {
  return isObject(value) || (Array.isArray(value) && value.length === 0);
}

/** Replaces half a surrogate pair. It cannot be written as UTF-8, and the engine would lose the whole resource because of it. */
function makeWellFormed(value: Json): Json {
  if (Array.isArray(value)) return value.map(makeWellFormed);
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Drops the values that are absent. Null is a value. */
export function dropAbsent(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}
