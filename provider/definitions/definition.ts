/** A resource's definition: all that is documented of it, and what follows from its operations and rows. */

import { type AnyArgument, existing, type Output, type Row, text } from "./field.js";
import type { AllFieldNames } from "./field-names.js";
import { type Names, snakeCase } from "./names.js";
import { operationOf, placeholders } from "./operation.js";

export interface Definition {
  readonly kind: Names;
  /** What makes the resource: a POST creates it, a PATCH adopts one that exists, by the last argument of its path. */
  readonly create: string;
  /** What changes it; absent where the API has no such operation. */
  readonly update?: string;
  /** The id of a new resource whose response has none. */
  readonly idWithout?: string;
  readonly rows: Readonly<Record<string, Row>>;
}

/** The row of a kind of which one that exists can be recorded. */
export const recordable = {
  /**
   * Id of one that exists. `pulumi up` creates nothing, and records it in the state with the other arguments, which it
   * sends only where the API documents an update. While it is set, a changed argument that the API cannot update corrects
   * that record, and another `existingId` records another one. Removing it later is no change; from then on a changed
   * argument does what it always does. Null is refused.
   */
  existingId: existing(text(), { sent: false }),
};

type Condition<R extends Row> = (row: R, name: string) => boolean;

/** The names of the arguments of which `holds` is true. */
export function argumentNames({ rows }: Definition, holds: Condition<AnyArgument> = () => true): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role !== "output" && holds(row, name) ? [name] : []));
}

/** The names of the outputs that are no arguments, of which `holds` is true. */
export function outputNames({ rows }: Definition, holds: Condition<Output>): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row.role === "output" && holds(row, name) ? [name] : []));
}

/** The arguments that stand in the path of an operation. */
export function pathArguments({ create, update = "" }: Definition): string[] {
  return [...new Set(placeholders(create + update))].filter((name) => name !== "id");
}

/** The argument whose value is the id of what a PATCH adopts. */
export function adoptedArgument({ create }: Definition): string | undefined {
  return operationOf(create).method === "PATCH" ? placeholders(create).at(-1) : undefined;
}

/** The argument that is the id of one that exists, whether a request adopts it or it is only recorded. */
export function existingArgument(definition: Definition): string | undefined {
  return adoptedArgument(definition) ?? argumentNames(definition, ({ role }) => role === "existing")[0];
}

/** The arguments of which a change replaces the resource. */
export function replacingArguments(definition: Definition): string[] {
  if (definition.update === undefined) return argumentNames(definition);
  const inPath = pathArguments(definition);
  return argumentNames(definition, (row, name) => row.replaces || row.role === "existing" || inPath.includes(name));
}

/** The arguments that an operation takes in its body. */
export function bodyArguments(definition: Definition, operation: "create" | "update"): string[] {
  const others = operation === "update" ? replacingArguments(definition) : pathArguments(definition);
  return argumentNames(definition, ({ sent }, name) => sent !== false && !others.includes(name));
}

/** Argument name → field name in the request. */
export type WireNames = Readonly<Record<string, string>>;

/** The fields that the bodies of requests can have. */
export function wireNames(definition: Definition, fieldNames: AllFieldNames): WireNames {
  const wireName = (name: string) =>
    (definition.rows[name] as AnyArgument).undocumentedName ? fieldNames[name as keyof AllFieldNames] : snakeCase(name);
  return Object.fromEntries(bodyArguments(definition, "create").map((name) => [name, wireName(name)]));
}
