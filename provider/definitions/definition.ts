/** A resource's definition: all that is documented of it, and what follows from its operations and rows. */

import type { Row } from "./field.js";
import { existing, text } from "./field.js";
import type { AllFieldNames } from "./field-names.js";
import { names, snakeCase } from "./names.js";
import { operationOf, placeholders } from "./operation.js";

/** What is documented of a kind of resource. */
interface Documented {
  /** What makes the resource: a POST creates it, a PATCH adopts one that exists, by the last argument of its path. */
  readonly create: string;
  /** What changes it; absent where the API has no such operation. */
  readonly update?: string;
  /** The id of a new resource whose response has none. */
  readonly idWithout?: string;
  readonly rows: Readonly<Record<string, Row>>;
}

export type Definition = ReturnType<typeof defined>;

/** With its names, and those of its arguments by what becomes of them. */
export function defined<D extends Documented>(className: string, documented: D) {
  const { create, update, rows } = documented;
  const args = namesWhere(documented, ({ role }) => role !== "output");
  const sent = args.filter((name) => rows[name]?.sent !== false);
  const inPath = placeholders(create + (update ?? ""));
  const adopted = operationOf(create).method === "PATCH" ? placeholders(create).at(-1) : undefined;
  const [recorded] = namesWhere(documented, ({ role }) => role === "existing");
  const replacing = args.filter((name) => !update || rows[name]?.replaces || [...inPath, recorded].includes(name));
  return {
    ...documented,
    kind: names(className),
    args,
    /** In the path of an operation; `id` is that of the resource. */
    inPath,
    /** In the body of the request that makes the resource. */
    inCreate: sent.filter((name) => !placeholders(create).includes(name)),
    /** In the body of an update, where it has changed. */
    inUpdate: sent.filter((name) => !replacing.includes(name)),
    /** Of which a change replaces the resource. */
    replacing,
    /** The one whose value is the id of what a PATCH adopts. */
    adopted,
    /** The one that is the id of a resource that exists, whether a request adopts it or it is only recorded. */
    existing: adopted ?? recorded,
  };
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

/** The names of the rows of which `holds` is true. */
export function namesWhere({ rows }: Documented, holds: (row: Row) => boolean | undefined): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (holds(row) ? [name] : []));
}

/** The fields that the bodies of requests can have, by the names of their arguments. */
export function wireNames(definition: Definition, fieldNames: AllFieldNames): Readonly<Record<string, string>> {
  const wireName = (name: string) =>
    definition.rows[name]?.undocumentedName ? fieldNames[name as keyof AllFieldNames] : snakeCase(name);
  return Object.fromEntries(definition.inCreate.map((name) => [name, wireName(name)]));
}
