/** Reads documented fields out of a response, and reports which of them are not of the documented type. */

import type { Fields, Kind, Row } from "../definitions/field.js";
import { snakeCase } from "../definitions/names.js";
import { isObject, type Json, type JsonObject } from "./json.js";

/** Takes a documented field of another type, of which there is no value then: it may be a secret. */
export type Report = (field: string, expected: string) => undefined;

/** For the fields of a part of the response. */
export function within(path: string, report: Report): Report {
  return (field, expected) => report(`${path}.${field}`, expected);
}

/** The values that are there. Null is one. */
export function present(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The field of an object by its output name; undefined where it is absent or mismatched. */
export function readField(name: string, kind: Kind<unknown>, source: Json | undefined, report: Report) {
  const wire = snakeCase(name);
  return readValue(kind, isObject(source) ? source[wire] : undefined, wire, report);
}

/** The fields of an object inside a response; there, null and absent are one. */
export function readGroup(fields: Fields, source: Json | undefined, report: Report): JsonObject {
  const read = (name: string, kind: Kind<unknown>) => readField(name, kind, source, report) ?? undefined;
  return present(Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, read(name, kind)])));
}

function readValue(kind: Kind<unknown>, value: Json | undefined, wire: string, report: Report): Json | undefined {
  if (value === undefined || value === null) return value;
  const [matches, expected] = checks[kind.type] ?? [isText, "a string"];
  if (!matches(value)) return report(wire, expected);
  const { fields, needs = [] } = kind;
  if (fields === undefined) return wellFormed(value);
  const items = kind.type === "group" ? [value] : [value].flat();
  const groups = items.map((item) => readGroup(fields, item, within(wire, report)));
  const whole = groups.filter((group) => needs.every((field) => field in group));
  if (kind.type === "group") return whole[0] ?? null;
  if (whole.length < items.length) report(wire, expected);
  return whole;
}

/**
 * A group or a list whose key is not documented, known by what it holds: flat in its parent, or under any key in it, also an
 * empty one. A group is null where the response speaks of it and has none.
 */
export function readAnywhere(name: string, row: Row, attributes: JsonObject, report: Report): Json | undefined {
  const { holds: kind, anywhere } = row;
  const parent = anywhere ? attributes[anywhere] : attributes;
  const places = [parent, ...(isObject(parent) ? Object.values(parent) : [])];
  const names = kind.type === "groups" ? [name] : Object.keys(kind.fields ?? {});
  const valuesIn = (place: Json | undefined) => (isObject(place) ? names.map((one) => place[snakeCase(one)]) : []);
  const holder = places.find((place) => valuesIn(place).some((value) => (value ?? null) !== null));
  if (kind.type === "groups") return readField(name, kind, holder, report);
  if (holder !== undefined) return readValue(kind, holder, snakeCase(name), report);
  // An attribute that only holds it is null as a whole, or where it would stand.
  const isNull = parent !== attributes && places.includes(null);
  return isNull || places.flatMap(valuesIn).includes(null) ? null : undefined;
}

type Check = readonly [matches: (value: Json) => boolean, expected: string];

const isText = (value: Json) => typeof value === "string";

const checks: Partial<Record<Kind<unknown>["type"], Check>> = {
  integer: [(value) => Number.isSafeInteger(value), "an integer"],
  flag: [(value) => typeof value === "boolean", "true or false"],
  texts: [(value) => Array.isArray(value) && value.every(isText), "a list of strings"],
  group: [isLikeObject, "an object"],
  groups: [Array.isArray, "a list of objects"],
};

/** Servers in PHP write an empty object as `[]`. */
export function isLikeObject(value: Json): boolean {
  return isObject(value) || (Array.isArray(value) && value.length === 0);
}

/** Half a surrogate pair is no UTF-8, and the engine would lose the whole resource. */
function wellFormed(value: Json): Json {
  if (Array.isArray(value)) return value.map(wellFormed);
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** An id is a text that is not empty, or an integer, unless JavaScript has rounded it to that of another resource. */
export function readId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" ? value.toWellFormed() || undefined : undefined;
}
