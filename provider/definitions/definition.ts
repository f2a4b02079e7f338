/** The definition of a resource: all that the API documents of it, and what follows from its operations and rows. */

import type { ArgumentRow, OutputRow, Row } from "./field.js";
import type { UndocumentedFieldNames } from "./field-names.js";
import { nameResource, type ResourceNames, toSnakeCase } from "./names.js";
import { findPlaceholders, type Operation, parseOperation } from "./operation.js";

/** What a definition is written from. */
export interface DefinitionSource<Rows extends RowsByName> {
  /** The type that the API gives the resource in its responses. */
  readonly type: string;
  /** The operation that makes the resource: a POST creates a new one, a PATCH adopts the one that its path names last. */
  readonly create: string;
  /** The operation that changes the resource. Without one, every change replaces it. */
  readonly update?: string;
  /** A template of arguments: the id that a new resource gets where the response to the create has none. Without it, the create fails. */
  readonly fallbackId?: string;
  /** Why the package never deletes such a resource, although the API of a user may have an operation for it. */
  readonly neverDeleted?: string;
  readonly rows: Rows;
}

export type RowsByName = Readonly<Record<string, Row>>;

/** A resource as the API documents it. */
export type DocumentedDefinition<Rows extends RowsByName = RowsByName> = DerivedDefinition<Rows, DocumentedOperations>;

interface DerivedDefinition<Rows extends RowsByName, Kind extends DocumentedOperations> {
  readonly names: ResourceNames;
  readonly type: string;
  readonly operations: Kind;
  readonly fallbackId: string | undefined;
  /** Why no such resource is ever deleted, whatever operations the user names; undefined where one can be. */
  readonly neverDeleted: string | undefined;
  readonly rows: Rows;
  /** In the order of the rows. */
  readonly arguments: readonly Argument[];
  /** The rows that are no arguments, in their order. */
  readonly outputs: readonly Output[];
  /** The argument whose value is the id of a resource that exists already. */
  readonly idArgument: IdArgument;
  /** The argument that messages name for up-to-date outputs: its row has `reloads`. */
  readonly reloadArgument: string | undefined;
}

/** A resource as one session knows it: with the operations that the user names. */
export type Definition<Rows extends RowsByName = RowsByName> = DerivedDefinition<Rows, Operations>;

export interface DocumentedOperations {
  readonly create: Operation;
  readonly update: Operation | undefined;
}

/** The API documents neither a read nor a delete: a session adds those that the user names. */
export interface Operations extends DocumentedOperations {
  readonly read: Operation | undefined;
  readonly delete: Operation | undefined;
}

/** An argument, and what becomes of it under the operations of its definition. */
export interface Argument {
  readonly name: string;
  readonly row: ArgumentRow;
  /**
   * Whether null is a value of its own, which is sent (`nullable` of its row).
   */
  readonly acceptsNull: boolean;
  /** What a change of its value does to the resource. */
  readonly onChange: "update" | "replace";
  /** Whether the path of an operation holds its value. */
  readonly isInPath: boolean;
  /** Whether it has a field in bodies: it is sent, and the path of the create does not hold it. An update uses the same field. */
  readonly hasBodyField: boolean;
}

export interface Output {
  readonly name: string;
  readonly row: OutputRow;
}

export interface IdArgument {
  readonly name: string;
  /** How `pulumi up` adopts the resource of this id: by a PATCH, or by the id alone, without a request that changes it. */
  readonly adoptedBy: "PATCH" | "id";
}

/**
 * Makes the definition of a resource from what is documented of it.
 *
 * @throws Error where an operation is malformed, where a placeholder is neither `{id}` nor an argument, or where no argument
 * names a resource that exists already
 */
export function defineResource<Rows extends RowsByName>(
  className: string,
  { type, create, update, fallbackId, neverDeleted, rows }: DefinitionSource<Rows>,
): DocumentedDefinition<Rows> {
  const argumentNames = Object.entries<Row>(rows).flatMap(([name, { role }]) => (role === "output" ? [] : [name]));
  const unknown = findPlaceholders(fallbackId ?? "").filter((name) => !argumentNames.includes(name));
  if (unknown.length > 0) throw new Error(`"${fallbackId}" has a placeholder that is no argument`);
  const operations = {
    create: parseOperation(create, argumentNames),
    update: update === undefined ? undefined : parseOperation(update, ["id", ...argumentNames]),
  };
  const isAdopted = operations.create.method === "PATCH";
  return deriveDefinition({
    names: nameResource(className),
    type,
    operations,
    fallbackId,
    neverDeleted: isAdopted ? "a stack only adopts one that exists" : neverDeleted,
    rows,
  });
}

/** Returns the definition of the same resource with the operations that a user names. What follows from them follows anew. */
export function withOperations<Rows extends RowsByName>(
  definition: DocumentedDefinition<Rows>,
  named: Partial<Operations>,
): Definition<Rows> {
  const { neverDeleted } = definition;
  const { create, update } = { ...definition.operations, ...named };
  const remove = neverDeleted === undefined ? named.delete : undefined;
  return deriveDefinition({ ...definition, operations: { create, update, read: named.read, delete: remove } });
}

type Given<Rows extends RowsByName> = Pick<
  DocumentedDefinition<Rows>,
  "names" | "type" | "fallbackId" | "neverDeleted" | "rows"
>;

/** Derives what follows from the operations and the rows. */
function deriveDefinition<Rows extends RowsByName, Kind extends DocumentedOperations>(
  given: Given<Rows> & { readonly operations: Kind },
): DerivedDefinition<Rows, Kind> {
  const { create, update } = given.operations;
  const inPath = [...create.placeholders, ...(update?.placeholders ?? [])];

  function deriveArgument(name: string, row: ArgumentRow): Argument {
    // Another id, and another value in a path, name another resource.
    const namesResource = row.role === "existingId" || inPath.includes(name);
    return {
      name,
      row,
      acceptsNull: row.nullable === "value",
      onChange: update === undefined || row.replaces || namesResource ? "replace" : "update",
      isInPath: inPath.includes(name),
      hasBodyField: row.sent !== false && !create.placeholders.includes(name),
    };
  }

  const rows = Object.entries<Row>(given.rows);
  const args = rows.flatMap(([name, row]) => (row.role === "output" ? [] : [deriveArgument(name, row)]));
  const outputs = rows.flatMap(([name, row]) => (row.role === "output" ? [{ name, row }] : []));
  return {
    ...given,
    arguments: args,
    outputs,
    idArgument: findIdArgument(given.names.class, create, args),
    reloadArgument: args.find(({ row }) => row.reloads)?.name,
  };
}

function findIdArgument(className: string, create: Operation, args: readonly Argument[]): IdArgument {
  const adopted = create.method === "PATCH" ? create.placeholders.at(-1) : undefined;
  if (adopted !== undefined) return { name: adopted, adoptedBy: "PATCH" };
  const existing = args.find(({ row }) => row.role === "existingId");
  if (existing === undefined)
    throw new Error(`${className} has no argument for the id of a resource that exists already`);
  return { name: existing.name, adoptedBy: "id" };
}

/** Returns the names of the arguments of which `test` is true, in the order of the rows. */
export function listArgumentNames(
  definition: DocumentedDefinition,
  test: (argument: Argument) => boolean = () => true,
): string[] {
  return definition.arguments.filter(test).map(({ name }) => name);
}

/** Returns the names of the outputs, which are no arguments, of which `test` is true, in the order of the rows. */
export function listOutputNames(
  definition: DocumentedDefinition,
  test: (row: OutputRow) => boolean = () => true,
): string[] {
  return definition.outputs.filter(({ row }) => test(row)).map(({ name }) => name);
}

/** Maps each argument that a body can hold to the name of its field. */
export function mapToFieldNames(
  definition: DocumentedDefinition,
  fieldNames: UndocumentedFieldNames,
): Readonly<Record<string, string>> {
  const entries = definition.arguments
    .filter(({ hasBodyField }) => hasBodyField)
    .map(({ name, row }) => [
      name,
      row.undocumentedName ? fieldNames[name as keyof UndocumentedFieldNames] : toSnakeCase(name),
    ]);
  return Object.fromEntries(entries);
}
