/** The definition of a resource: what the API documents, and what follows from its operations, rows and settings. */

import type { UndocumentedFieldNames } from "./field-names.js";
import { nameResource, type ResourceNames, toSnakeCase, type WrittenName } from "./names.js";
import { type Operation, type OperationName, parseOperation } from "./operation.js";
import type { ArgumentRow, ChangeEffect, OutputRow, Row } from "./row.js";

export type RowsByName = Readonly<Record<string, Row>>;

/** A definition as its file writes it. */
export interface DefinitionSource<Rows extends RowsByName, ApiType extends string> {
  /** The `type` of the resource in responses, such as `caches`. */
  readonly apiType: ApiType;
  /** The path of the collection, such as `/caches`. */
  readonly path: string;
  /** A POST creates a resource; a PATCH adopts the one that its path names last. */
  readonly create: string;
  /** Without one, a change replaces the resource, unless the user names `update`. */
  readonly update?: string;
  /** The API may refuse a second resource with the same values of these. */
  readonly uniqueBy?: readonly (keyof Rows & string)[];
  /**
   * The arguments that, joined by `/`, are the id of a new resource where the response to the create has none. Without
   * them, such a create fails. For a class whose create documents no id, and whose resources a user finds by these
   * arguments.
   */
  // Not a template literal type: TypeScript 3.8, the compiler in Pulumi's SDK, can't parse one.
  readonly fallbackId?: readonly (keyof Rows & string)[];
  /** Arguments that an update sends whenever it sends another one. */
  readonly sentWith?: Readonly<Partial<Record<keyof Rows & string, keyof Rows & string>>>;
  /** The output, such as `status`, that messages about a value that isn't applied yet show. */
  readonly status?: keyof Rows & string;
  readonly deletion: Deletion;
  readonly rows: Rows;
}

/** Whether the package deletes a resource: never, for a reason that messages give, or where the program consents. */
export type Deletion = { readonly never: string } | "with consent";

export interface Definition<
  Rows extends RowsByName = RowsByName,
  ClassName extends string = string,
  ApiType extends string = string,
> extends Omit<
    DefinitionSource<Rows, ApiType>,
    "create" | "update" | "uniqueBy" | "fallbackId" | "sentWith" | "status"
  > {
  readonly names: ResourceNames<ClassName>;
  readonly create: Operation;
  readonly update: Operation | undefined;
  readonly uniqueBy?: readonly string[];
  readonly fallbackId?: readonly string[];
  readonly sentWith?: Readonly<Record<string, string | undefined>>;
  readonly status?: string;
  readonly arguments: readonly Argument[];
  readonly outputs: readonly Output[];
  /** The argument whose value is the id of an existing resource, which `pulumi up` adopts. */
  readonly idArgument: string;
}

export interface Argument extends WrittenName {
  readonly row: ArgumentRow;
  /** Whether null is sent, and not the same as leaving the argument out. */
  readonly isNullAValue: boolean;
  readonly isInPath: boolean;
  /** Whether requests have a field for it. */
  readonly isInBody: boolean;
}

export interface Output extends WrittenName {
  readonly row: OutputRow;
}

/** @throws Error for a malformed operation, or where no argument names an existing resource */
export function defineResource<Rows extends RowsByName, ClassName extends string, ApiType extends string>(
  className: ClassName,
  source: DefinitionSource<Rows, ApiType>,
): Definition<Rows, ClassName, ApiType> {
  const create = parseOperation(source.create);
  const update = source.update === undefined ? undefined : parseOperation(source.update);
  const inPath = [...create.placeholders, ...(update?.placeholders ?? [])];
  const entries = Object.entries<Row>(source.rows);
  const args = entries.flatMap(([name, row]): Argument[] => {
    if (row.role === "output") return [];
    const isInPath = inPath.includes(name);
    const isOfPackage = row.role === "existingId" || row.onChange === "reload";
    const isInBody = !isOfPackage && !create.placeholders.includes(name);
    const isNullAValue = row.nullable === "value";
    return [{ name, wireName: toSnakeCase(name), row, isNullAValue, isInPath, isInBody }];
  });
  const outputs = entries.flatMap(([name, row]): Output[] =>
    row.role === "output" ? [{ name, wireName: toSnakeCase(name), row }] : [],
  );
  const existingId = "existingId" in source.rows ? "existingId" : undefined;
  const idArgument = create.method === "PATCH" ? create.placeholders.at(-1) : existingId;
  if (idArgument === undefined) throw new Error(`${className} has no existingId: add that row`);
  return {
    ...source,
    names: nameResource(className),
    create,
    update,
    arguments: args,
    outputs,
    idArgument,
  };
}

/** The documented operations, and those that the user names. */
export interface Operations {
  readonly create: Operation;
  readonly update: Operation | undefined;
  readonly read: Operation | undefined;
  readonly delete: Operation | undefined;
}

/** A definition under the settings of one session. */
export interface ResolvedDefinition extends Definition {
  readonly operations: Operations;
  readonly arguments: readonly ResolvedArgument[];
}

export interface ResolvedArgument extends Argument {
  /** What a change does, unless the plan has a reason for something else. */
  readonly changeEffect: ChangeEffect;
  readonly isUpdatable: boolean;
  /** The name of its field in requests, if `isInBody`. */
  readonly fieldName: string;
}

export interface DefinitionSettings {
  readonly operations: readonly OperationName[];
  /** The relationships to request with each read. */
  readonly include?: readonly string[];
  readonly fieldNames: UndocumentedFieldNames;
}

/** Adds the operations that the user names, and what follows from all of them. */
export function resolveDefinition(definition: Definition, settings: DefinitionSettings): ResolvedDefinition {
  const { operations: named, include = [], fieldNames } = settings;
  const address = `${definition.path}/{id}`;
  const query = include.length > 0 ? `?include=${include.join(",")}` : "";
  const canDelete = definition.deletion === "with consent" && named.includes("delete");
  const { update = named.includes("update") ? parseOperation(`PATCH ${address}`, false) : undefined } = definition;
  const operations = {
    create: definition.create,
    update,
    read: named.includes("read") ? parseOperation(`GET ${address}${query}`, false) : undefined,
    delete: canDelete ? parseOperation(`DELETE ${address}`, false) : undefined,
  };
  const args = definition.arguments.map((argument) => {
    const { undocumentedName } = argument.row;
    const changeEffect = findChangeEffect(argument, update !== undefined);
    return {
      ...argument,
      changeEffect,
      isUpdatable: changeEffect === "update" || changeEffect === "reload",
      fieldName: undocumentedName === undefined ? argument.wireName : fieldNames[undocumentedName],
    };
  });
  return { ...definition, operations, arguments: args };
}

function findChangeEffect({ row, isInPath }: Argument, hasUpdate: boolean): ChangeEffect {
  // Another id, and another value in a path, name another resource.
  if (row.role === "existingId" || isInPath || !hasUpdate) return "replace";
  return row.onChange ?? "update";
}

/** Lists the names of arguments, in the order of the rows. */
export function listArgumentNames<A extends Argument>(
  { arguments: args }: { readonly arguments: readonly A[] },
  test: (argument: A) => boolean = () => true,
): string[] {
  return args.filter(test).map(({ name }) => name);
}

/** Lists those of these names that have a field in requests. */
export function listBodyArguments(definition: Definition, names: readonly string[]): string[] {
  return listArgumentNames(definition, ({ name, isInBody }) => isInBody && names.includes(name));
}

/**
 * Writes the id that the package makes where the response to a create has none, such as `<applicationId>/<name>`. White
 * space at the ends of a value doesn't count: a program can change it without a request. Returns undefined for a class
 * without such an id.
 */
export function formatFallbackId(
  { fallbackId }: Definition,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  return fallbackId?.map((name) => String(values[name]).trim()).join("/");
}
