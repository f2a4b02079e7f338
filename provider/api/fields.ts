/** Reads documented fields out of an answer by a table, and says which of them are not what is documented. */

import { asObject, isObject, type Json, type JsonObject } from "./json.js";

export type Shape = "text" | "integer" | "boolean" | "texts" | Table;

/** One documented field: its name on the wire, the name of the output, and what it holds. */
export type Row = readonly [wire: string, output: string, shape: Shape];
export type Table = readonly Row[];

/** A documented field that holds something else; the value is not kept, it may be a secret. */
export interface Oddity {
  readonly field: string;
  readonly expected: string;
}

/** Outputs by name. A field that is absent or odd has no entry; null is an answer, and has one. */
export function readFields(table: Table, source: Json | undefined, odd: Oddity[], path = ""): JsonObject {
  const outputs: JsonObject = {};
  if (!isObject(source)) return outputs;
  for (const [wire, output, shape] of table) {
    const value = Object.hasOwn(source, wire) ? source[wire] : undefined;
    if (value === undefined) continue;
    const read = value === null ? null : readValue(shape, value, odd, `${path}${wire}`);
    if (read === undefined) odd.push({ field: `${path}${wire}`, expected: expectation(shape) });
    else outputs[output] = read;
  }
  return outputs;
}

function readValue(shape: Shape, value: Json, odd: Oddity[], path: string): Json | undefined {
  switch (shape) {
    case "text":
      return readText(value);
    case "integer":
      return Number.isSafeInteger(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "texts":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? value.map((item) => item.toWellFormed())
        : undefined;
    default:
      return asObject(value) && readNested(shape, value, odd, `${path}.`);
  }
}

/** The fields of an object inside an answer; there, null and absent are one. */
export function readNested(table: Table, source: Json | undefined, odd: Oddity[], path: string): JsonObject {
  const fields = Object.entries(readFields(table, source, odd, path));
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

/** Text that can be stored: half a surrogate pair is no UTF-8, and the engine would lose the whole resource. */
export function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value.toWellFormed() : undefined;
}

function expectation(shape: Shape): string {
  const words = {
    text: "a string",
    integer: "an integer",
    boolean: "true or false",
    texts: "a list of strings",
  };
  return typeof shape === "string" ? words[shape] : "an object";
}
