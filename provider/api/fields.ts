/** Reads documented fields out of a response, and says which of them are not of the documented type. */

import type { Fields, Kind } from "../definitions/field.js";
import { snakeCase } from "../definitions/names.js";
import { asObject, isObject, type Json, type JsonObject } from "./json.js";

/** A documented field of another type; the value is not kept, it may be a secret. */
export interface Mismatch {
  readonly field: string;
  readonly expected: string;
}

/** Values by output name, and what could not be read. */
export interface Reading {
  readonly values: JsonObject;
  readonly mismatches: readonly Mismatch[];
}

export const nothing: Reading = { values: {}, mismatches: [] };

export function combine(...readings: readonly Reading[]): Reading {
  return {
    values: Object.assign({}, ...readings.map(({ values }) => values)),
    mismatches: readings.flatMap(({ mismatches }) => mismatches),
  };
}

/** The fields of an object. One that is absent or mismatched has no value; null is a value. */
export function readFields(fields: Fields, source: Json | undefined, path = ""): Reading {
  if (!isObject(source)) return nothing;
  const readings = Object.entries(fields).map(([name, type]): Reading => {
    const wire = snakeCase(name);
    const value = Object.hasOwn(source, wire) ? source[wire] : undefined;
    if (value === undefined) return nothing;
    if (value === null) return { values: { [name]: null }, mismatches: [] };
    return readValue(type, value, name, `${path}${wire}`);
  });
  return combine(...readings);
}

/** The fields of an object inside a response; there, null and absent are one. */
export function readGroup(fields: Fields, source: Json | undefined, path: string): Reading {
  const { values, mismatches } = readFields(fields, source, path);
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return { values: Object.fromEntries(given), mismatches };
}

function readValue(kind: Kind<unknown>, value: Json, name: string, path: string): Reading {
  if (kind.type === "groups") return readGroups(kind, value, name, path);
  if (kind.type === "group") {
    const object = asObject(value);
    if (object === undefined) return mismatch(path, "an object");
    const { values, mismatches } = readGroup(kind.fields ?? {}, object, `${path}.`);
    return { values: { [name]: isWhole(kind, values) ? values : null }, mismatches };
  }
  const [matches, expected] = checks[kind.type] ?? [isText, "a string"];
  return matches(value) ? { values: { [name]: wellFormed(value) }, mismatches: [] } : mismatch(path, expected);
}

function readGroups(kind: Kind<unknown>, value: Json, name: string, path: string): Reading {
  const expected = "a list of objects";
  if (!Array.isArray(value)) return mismatch(path, expected);
  const readings = value.map((item) => readGroup(kind.fields ?? {}, item, `${path}.`));
  const whole = readings.map(({ values }) => values).filter((values) => isWhole(kind, values));
  return combine(
    { values: { [name]: whole }, mismatches: [] },
    whole.length < value.length ? mismatch(path, expected) : nothing,
    ...readings.map(({ mismatches }) => ({ values: {}, mismatches })),
  );
}

function isWhole({ needs = [] }: Kind<unknown>, values: JsonObject): boolean {
  return needs.every((field) => field in values);
}

/**
 * A group or a list whose key is not documented, known by what it holds: flat in its parent, or under any key in it, also an
 * empty one. A group is null where the response speaks of it and has none.
 */
export function readAnywhere(name: string, kind: Kind<unknown>, attributes: JsonObject, anywhere: string): Reading {
  const parent = anywhere === "" ? attributes : attributes[anywhere];
  const inside = isObject(parent) ? Object.values(parent) : [];
  const candidates = [parent, ...inside].filter(isObject);
  const wires = kind.type === "groups" ? [snakeCase(name)] : Object.keys(kind.fields ?? {}).map(snakeCase);
  const holder = candidates.find((one) => wires.some((wire) => Object.hasOwn(one, wire) && one[wire] !== null));
  if (holder !== undefined) {
    const value = kind.type === "groups" ? holder[snakeCase(name)] : holder;
    return readValue(kind, value ?? null, name, snakeCase(name));
  }
  if (kind.type === "groups") return nothing;
  // An attribute that only holds it is null as a whole, or where it would stand.
  const isNull = anywhere !== "" && [parent, ...inside].includes(null);
  const isSpokenOf = isNull || candidates.some((one) => wires.some((wire) => Object.hasOwn(one, wire)));
  return isSpokenOf ? { values: { [name]: null }, mismatches: [] } : nothing;
}

export function mismatch(field: string, expected: string): Reading {
  return { values: {}, mismatches: [{ field, expected }] };
}

type Check = readonly [matches: (value: Json) => boolean, expected: string];

const isText = (value: Json) => typeof value === "string";

const checks: Partial<Record<Kind<unknown>["type"], Check>> = {
  integer: [(value) => Number.isSafeInteger(value), "an integer"],
  flag: [(value) => typeof value === "boolean", "true or false"],
  texts: [(value) => Array.isArray(value) && value.every(isText), "a list of strings"],
};

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
