/** The definition of a resource, and what follows from its operations, its rows and the settings. */

import type { UndocumentedFieldNames } from "./field-names.js";
import { nameResource, type ResourceNames, toSnakeCase, type WrittenName } from "./names.js";
import { type Operation, type OperationName, parseOperation } from "./operation.js";
import type { ArgumentRow, ChangeEffect, OutputRow, Row } from "./row.js";

export type RowsByName = Readonly<Record<string, Row>>;

export interface DefinitionSource<Rows extends RowsByName, ApiType extends string> {
  /** The `type` of the resource in responses, such as `caches`. */
  readonly apiType: ApiType;
  readonly path: string;
  /** A POST creates a resource; a PATCH adopts the resource that its path names last. */
  readonly create: string;
  readonly update?: string;
  /** The API may refuse a second resource with the same values of these. */
  readonly uniqueBy?: readonly (keyof Rows & string)[];
  /** The arguments that, joined by `/`, are the id where the response to a create has none. By default, it fails. */
  // Not a template literal type: TypeScript 3.8, the compiler in Pulumi's SDK, can't parse one.
  readonly fallbackId?: readonly (keyof Rows & string)[];
  /** Arguments that an update sends whenever it sends another one. */
  readonly sentWith?: Readonly<Partial<Record<keyof Rows & string, keyof Rows & string>>>;
  /** The output that messages about a value that isn't applied yet show. */
  readonly status?: keyof Rows & string;
  readonly deletion: Deletion;
  readonly rows: Rows;
}

/** Messages give the reason. */
export type Deletion = { readonly never: string } | "with consent";

export interface Definition<
  Rows extends RowsByName = RowsByName,
  ClassName extends string = string,
  ApiType extends string = string,
> extends Omit<DefinitionSource<Rows, ApiType>, "create" | "update" | "uniqueBy"> {
  readonly names: ResourceNames<ClassName>;
  readonly create: Operation;
  readonly update: Operation | undefined;
  readonly uniqueBy: readonly string[];
  readonly arguments: readonly Argument[];
  readonly outputs: readonly Output[];
  /** The argument that is the id of an existing resource to adopt. */
  readonly idArgument: string;
}

export interface Argument extends WrittenName {
  readonly row: ArgumentRow;
  /** Whether null is sent. Otherwise, it's the same as leaving the argument out. */
  readonly isNullAValue: boolean;
  readonly isInPath: boolean;
  readonly isInBody: boolean;
  /** Whether a documented response has it as an attribute. */
  readonly isReturned: boolean;
}

export interface Output extends WrittenName {
  readonly row: OutputRow;
}

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
    const isReturned = isInBody && !row.neverReturned;
    const isNullAValue = row.nullable === "value";
    return [{ name, wireName: toSnakeCase(name), row, isNullAValue, isInPath, isInBody, isReturned }];
  });
  const outputs = entries.flatMap(([name, row]): Output[] =>
    row.role === "output" ? [{ name, wireName: toSnakeCase(name), row }] : [],
  );
  const idArgument = create.method === "PATCH" ? create.placeholders.at(-1) : "existingId";
  if (idArgument === undefined || !(idArgument in source.rows)) {
    throw new Error(`${className} has no existingId: add that row`);
  }
  return {
    ...source,
    names: nameResource(className),
    create,
    update,
    uniqueBy: source.uniqueBy ?? [],
    arguments: args,
    outputs,
    idArgument,
  };
}

export interface Operations extends Readonly<Record<OperationName, Operation | undefined>> {
  readonly create: Operation;
}

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
  readonly include?: readonly string[];
  readonly fieldNames: UndocumentedFieldNames;
}

export function resolveDefinition(definition: Definition, settings: DefinitionSettings): ResolvedDefinition {
  const { operations: enabled, include = [], fieldNames } = settings;
  const itemPath = `${definition.path}/{id}`;
  const query = include.length > 0 ? `?include=${include.join(",")}` : "";
  const parseEnabled = (name: OperationName, text: string) =>
    enabled.includes(name) ? parseOperation(text, false) : undefined;
  const operations = {
    create: definition.create,
    update: definition.update ?? parseEnabled("update", `PATCH ${itemPath}`),
    read: parseEnabled("read", `GET ${itemPath}${query}`),
    delete: definition.deletion === "with consent" ? parseEnabled("delete", `DELETE ${itemPath}`) : undefined,
  };
  const args = definition.arguments.map((argument) => {
    const { undocumentedName } = argument.row;
    const changeEffect = findDefaultEffect(argument, operations.update !== undefined);
    return {
      ...argument,
      changeEffect,
      isUpdatable: changeEffect === "update" || changeEffect === "reload",
      fieldName: undocumentedName === undefined ? argument.wireName : fieldNames[undocumentedName],
    };
  });
  return { ...definition, operations, arguments: args };
}

function findDefaultEffect({ row, isInPath }: Argument, hasUpdate: boolean): ChangeEffect {
  // Another id, and another value in a path, name another resource.
  if (row.role === "existingId" || isInPath || !hasUpdate) return "replace";
  return row.onChange ?? "update";
}

export function listArgumentNames<A extends Argument>(
  { arguments: args }: { readonly arguments: readonly A[] },
  test: (argument: A) => boolean = () => true,
): string[] {
  return args.filter(test).map(({ name }) => name);
}

/** A program can change white space at the ends of a value without a request. */
export function formatFallbackId(
  { fallbackId }: Definition,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  return fallbackId?.map((name) => String(values[name]).trim()).join("/");
}
