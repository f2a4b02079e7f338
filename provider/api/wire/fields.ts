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

/** Adds a mismatch to a list, and returns undefined: a value of another type is not used, and not shown, because it may be a secret. */
export type AddMismatch = (field: string, expected: string) => undefined;

/** Returns a function that adds a mismatch with a path before the name of its field, for reading a part of the response. */
export function prefixMismatches(path: string, addMismatch: AddMismatch): AddMismatch {
  return (field, expected) => addMismatch(`${path}.${field}`, expected);
}

/** Drops the values that are absent. Null is a value. */
export function dropAbsent(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Reads the value at a path, such as `repository.full_name`. Undefined where it is absent, or of another type. */
export function parseAt(
  path: string,
  type: ValueType,
  source: Json | undefined,
  addMismatch: AddMismatch,
): Json | undefined {
  const step = (place: Json | undefined, key: string) => (isObject(place) ? place[key] : undefined);
  return parseValue(type, path.split(".").reduce(step, source), path, addMismatch);
}

/** Reads the field of an output from an object. */
export function parseField(
  name: string,
  type: ValueType,
  source: Json | undefined,
  addMismatch: AddMismatch,
): Json | undefined {
  return parseAt(toSnakeCase(name), type, source, addMismatch);
}

/** Reads the fields of an object inside a response. Null is the same as absent there. */
export function parseFields(fields: Fields, source: Json | undefined, addMismatch: AddMismatch): JsonObject {
  const values = Object.entries(fields).map(([name, type]) => [
    name,
    parseField(name, type, source, addMismatch) ?? undefined,
  ]);
  return dropAbsent(Object.fromEntries(values));
}

function parseValue(
  { shape }: ValueType,
  value: Json | undefined,
  key: string,
  addMismatch: AddMismatch,
): Json | undefined {
  if (value === undefined || value === null) return value;
  const { matches, expected } = typeRules[shape.type];
  if (!matches(value)) return addMismatch(key, expected);
  if (shape.type !== "object" && shape.type !== "objectList") return makeWellFormed(value);
  const items = shape.type === "object" ? [value] : [value].flat();
  const objects = items.map((item) => parseFields(shape.fields, item, prefixMismatches(key, addMismatch)));
  const usable = objects.filter((object) => shape.requiredFields.every((need) => need in object));
  if (shape.type === "object") return usable[0] ?? null;
  if (usable.length < items.length) addMismatch(key, expected);
  return usable;
}

/**
 * Reads a value of which the API does not document where it stands. A group is recognised by its fields, which stand flat in the
 * place that is searched, or under any key there; anything else by its own key.
 *
 * @returns null for an object that lacks a required field
 */
export function searchField(
  name: string,
  type: ValueType,
  attribute: string | undefined,
  attributes: JsonObject,
  addMismatch: AddMismatch,
): Json | undefined {
  const { shape } = type;
  const parent = attribute === undefined ? attributes : attributes[attribute];
  const places = [parent, ...(isObject(parent) ? Object.values(parent) : [])];
  const names = shape.type === "object" ? Object.keys(shape.fields) : [name];
  const hasOne = (place: Json | undefined) =>
    isObject(place) && names.some((fieldName) => (place[toSnakeCase(fieldName)] ?? null) !== null);
  const holder = places.find(hasOne);
  return shape.type === "object"
    ? parseValue(type, holder, toSnakeCase(name), addMismatch)
    : parseField(name, type, holder, addMismatch);
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

/** Reads an id: a text that is not empty, or an integer, unless JavaScript has rounded it and it may name another resource. */
export function parseId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" ? value.toWellFormed() || undefined : undefined;
}
