/** A resource's definition: all that is documented of its arguments and outputs, and what follows from its rows. */

import type { Argument, OnlyOutput, Row, Type } from "./field.js";
import type { AllFieldNames } from "./field-names.js";

export interface Definition {
  readonly kind: "Application" | "Environment" | "Cache";
  readonly rows: Readonly<Record<string, Row>>;
}

/** The names of the arguments of which `holds` is true. */
export function argumentNames({ rows }: Definition, holds: (row: Argument) => boolean = () => true): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role !== "output" && holds(row) ? [name] : []));
}

/** The names of the outputs that are no arguments, of which `holds` is true. */
export function outputNames({ rows }: Definition, holds: (row: OnlyOutput<Type>) => boolean): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role === "output" && holds(row) ? [name] : []));
}

/** Argument name → field name in the request. */
export type WireNames = Readonly<Record<string, string>>;

/** The fields of a request's body. */
export function wireNames({ rows }: Definition, names: AllFieldNames): WireNames {
  const fields = Object.entries(rows).flatMap(([name, row]) => {
    if (row.role === "output" || row.goes !== undefined) return [];
    return [[name, row.named ? names[name as keyof AllFieldNames] : snakeCase(name)]];
  });
  return Object.fromEntries(fields);
}

/** Output name → attribute name in a response, of those that a row reads. */
export function attributeNames({ rows }: Definition): WireNames {
  const isAttribute = (row: Row) =>
    row.role === "output" ? !row.derived && !row.relationship : row.goes === undefined && row.answered !== false;
  const names = Object.keys(rows).filter((name) => isAttribute(rows[name] as Row));
  return Object.fromEntries(names.map((name) => [name, snakeCase(name)]));
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
