/** The definition of a resource: what the API documents of it, and what follows from its operations, its rows and the settings. */

import type { UndocumentedFieldNames } from "./field-names.js";
import { nameResource, type ResourceNames, toSnakeCase, type WrittenName } from "./names.js";
import { type Operation, type OperationName, parseOperation } from "./operation.js";
import type { ArgumentRow, ChangeEffect, OutputRow, Row } from "./row.js";

export type RowsByName = Readonly<Record<string, Row>>;

/** What the API documents of a resource, as its file writes it. */
export interface DefinitionSource<Rows extends RowsByName, ApiType extends string> {
  /** The type that the API gives the resource in its responses, such as `caches`. */
  readonly apiType: ApiType;
  /** The path of all resources of the class, such as `/caches`: one of them is at this path and its id. */
  readonly path: string;
  /** The operation that makes the resource: a POST creates a new one, a PATCH adopts the one that its path names last. */
  readonly create: string;
  /** The documented operation that changes the resource. Without one, a change replaces it, unless the user names `update`. */
  readonly update?: string;
  /** The arguments of which the API may refuse a second resource with the same values. */
  readonly uniqueBy?: readonly (keyof Rows & string)[];
  /**
   * The arguments that, joined by `/`, are the id of a new resource where the response to the create has none. Without them, such a create
   * fails. A class has them where the API does not document that the response has an id, and where a user finds the resource by them. No
   * operation that a user names applies to a resource with such an id: the API would not find it.
   */
  // A list of names, for a type of templates would be one that TypeScript 3.8, the compiler in Pulumi's SDK, cannot parse.
  readonly fallbackId?: readonly (keyof Rows & string)[];
  /** The output that says how far the API is with what was requested, such as `creating`. Messages about what is not applied yet have it. */
  readonly status?: keyof Rows & string;
  readonly deletion: Deletion;
  readonly rows: Rows;
}

/** Whether the package may delete a resource: never, for a reason that messages give, or where the program has consented. */
export type Deletion = { readonly never: string } | "with consent";

/** A resource as the API documents it, with what follows from that. */
export interface Definition<
  Rows extends RowsByName = RowsByName,
  ClassName extends string = string,
  ApiType extends string = string,
> extends Omit<DefinitionSource<Rows, ApiType>, "create" | "update" | "uniqueBy" | "fallbackId" | "status"> {
  readonly names: ResourceNames<ClassName>;
  readonly create: Operation;
  readonly update: Operation | undefined;
  readonly uniqueBy?: readonly string[];
  readonly fallbackId?: readonly string[];
  readonly status?: string;
  /** In the order of the rows. */
  readonly arguments: readonly Argument[];
  /** The rows that are no arguments, in their order. */
  readonly outputs: readonly Output[];
  /** The argument whose value is the id of a resource that exists already. `pulumi up` adopts it, with the create if that is a PATCH. */
  readonly idArgument: string;
}

export interface Argument extends WrittenName {
  readonly row: ArgumentRow;
  /** Whether null is a value of its own, which is sent. */
  readonly isNullAValue: boolean;
  /** Whether the path of a documented operation holds its value. */
  readonly isInPath: boolean;
  /** Whether the body of the create has a field of it. An update uses the same field, and a response may have its value. */
  readonly isInBody: boolean;
}

export interface Output extends WrittenName {
  readonly row: OutputRow;
}

/** @throws Error where an operation is malformed, or where no argument names a resource that exists already */
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
    const isOfPackage = row.role === "existingId" || row.onChange === "reload" || row.onChange === "record";
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

/** The operations of a resource in one session: those that the API documents, and those that the user names. */
export interface Operations {
  readonly create: Operation;
  readonly update: Operation | undefined;
  readonly read: Operation | undefined;
  readonly delete: Operation | undefined;
}

/** A resource under the settings of one session. */
export interface ResolvedDefinition extends Definition {
  readonly operations: Operations;
  readonly arguments: readonly ResolvedArgument[];
}

export interface ResolvedArgument extends Argument {
  /** What a change of it does, unless a plan has a reason for something else. */
  readonly changeEffect: ChangeEffect;
  /** Whether a request can carry out a change of it. */
  readonly isUpdatable: boolean;
  /** The name of its field in the bodies of requests. It has no meaning unless `isInBody`. */
  readonly fieldName: string;
}

/** The settings that a definition depends on. */
export interface DefinitionSettings {
  readonly operations: readonly OperationName[];
  /** The relationships that the API returns only on request. */
  readonly include?: readonly string[];
  readonly fieldNames: UndocumentedFieldNames;
}

/** Adds the operations that the user names, at the address of one resource, and what follows from all of them. */
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

/** Finds what a change of an argument does: messages, documents and rules have it from here. */
function findChangeEffect({ row, isInPath, isInBody }: Argument, hasUpdate: boolean): ChangeEffect {
  // Another id, and another value in a path, name another resource.
  if (row.role === "existingId" || isInPath) return "replace";
  if (hasUpdate) return row.onChange ?? "update";
  return isInBody ? "replace" : "record";
}

/** Returns the names of the arguments of which `test` is true, in the order of the rows. */
export function listArgumentNames<A extends Argument>(
  { arguments: args }: { readonly arguments: readonly A[] },
  test: (argument: A) => boolean = () => true,
): string[] {
  return args.filter(test).map(({ name }) => name);
}

/** Returns the names of those of these arguments that the body of a request holds. */
export function listBodyArguments(definition: Definition, names: readonly string[]): string[] {
  return listArgumentNames(definition, ({ name, isInBody }) => isInBody && names.includes(name));
}

/**
 * Writes the id that a new resource gets where the response to the create has none: `<applicationId>/<name>`, for instance. Undefined where
 * its class has no such id.
 */
export function formatFallbackId({ fallbackId }: Definition, values: Values): string | undefined {
  return joinValues(fallbackId, values);
}

/** Writes what tells a resource from others of its class. Undefined where the API may not refuse a second one. */
export function formatUniqueKey({ uniqueBy }: Definition, values: Values): string | undefined {
  return joinValues(uniqueBy, values);
}

type Values = Readonly<Record<string, unknown>>;

/** White space at the ends of a value does not count: a program can change it without another request. */
function joinValues(names: readonly string[] | undefined, values: Values): string | undefined {
  return names?.map((name) => String(values[name]).trim()).join("/");
}
