/** A resource's definition: all that is documented of its arguments and outputs, and what follows from its rows. */

import type { AnyArgument, Output, Row } from "./field.js";
import type { AllFieldNames } from "./field-names.js";

export interface Definition {
  /** The name of the class. */
  readonly kind: string;
  readonly rows: Readonly<Record<string, Row>>;
}

/** The names of the arguments of which `holds` is true. */
export function argumentNames({ rows }: Definition, holds: (row: AnyArgument) => boolean = () => true): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role !== "output" && holds(row) ? [name] : []));
}

/** The names of the outputs that are no arguments, of which `holds` is true. */
export function outputNames({ rows }: Definition, holds: (row: Output) => boolean): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role === "output" && holds(row) ? [name] : []));
}

/** Argument name → field name in the request. */
export type WireNames = Readonly<Record<string, string>>;

/** The fields of a request's body. */
export function wireNames(definition: Definition, names: AllFieldNames): WireNames {
  const sent = argumentNames(definition, ({ goes }) => goes === undefined);
  const wireName = (name: string) =>
    (definition.rows[name] as AnyArgument).named ? names[name as keyof AllFieldNames] : snakeCase(name);
  return Object.fromEntries(sent.map((name) => [name, wireName(name)]));
}

/** Output name → attribute name in a response, of those that a row reads. */
export function attributeNames(definition: Definition): WireNames {
  const names = [
    ...argumentNames(definition, ({ goes, returned }) => goes === undefined && returned !== false),
    ...outputNames(definition, ({ derived, relationship }) => !derived && relationship === undefined),
  ];
  return Object.fromEntries(names.map((name) => [name, snakeCase(name)]));
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
