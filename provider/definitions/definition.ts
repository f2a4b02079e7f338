/** A resource's definition, all that is documented of its arguments and outputs, and what follows from its rows. */

import type { FieldNames } from "./field-names.js";
import type { Argument, Row } from "./field.js";

export type Rows = Readonly<Record<string, Row>>;

export interface Definition<R extends Rows = Rows> {
  readonly kind: string;
  readonly rows: R;
}

/** The names of the arguments, and of these that the rows say it of. */
export function argumentsOf({ rows }: Definition, which: (row: Argument) => unknown = () => true): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role !== "output" && which(row) ? [name] : []));
}

/** The names of the outputs that are secret, whatever the program says. */
export function secretOutputs({ rows }: Definition): string[] {
  return Object.keys(rows).filter((name) => {
    const row = rows[name];
    return row?.role === "output" && row.secret;
  });
}

/** The name of each argument in the body of a request. */
export function wireNames(definition: Definition, names: FieldNames): Record<string, string> {
  const inBody = argumentsOf(definition, ({ goes }) => goes === undefined);
  return Object.fromEntries(inBody.map((name) => [name, wireName(definition, name, names)]));
}

function wireName({ rows }: Definition, name: string, names: FieldNames): string {
  const row = rows[name];
  return row?.role !== "output" && row?.named ? names[name as keyof FieldNames] : snakeCase(name);
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
