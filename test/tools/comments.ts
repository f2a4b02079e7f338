/** The doc comments of a definition's rows, and of the fields inside them: what an editor shows. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import type { Definition } from "../../provider/definitions/definition";
import type { Row } from "../../provider/definitions/row";
import type { ValueType } from "../../provider/definitions/value-type";

/** A row, or a field of an object inside of one. */
export interface CommentedField {
  readonly name: string;
  readonly type: ValueType;
  /** As written, in Markdown; empty where there is none. */
  readonly comment: string;
  /** The fields of the object, or of each object of the list. */
  readonly fields: readonly CommentedField[];
  /** The type of that object, where it has a name of its own. */
  readonly object?: { readonly name: string; readonly comment: string };
}

const folder = join(__dirname, "../../provider/definitions");
let compiled: ts.Program | undefined;

function createProgram(): ts.Program {
  const files = readdirSync(folder).map((file) => join(folder, file));
  compiled ??= ts.createProgram(files, { strict: true, target: ts.ScriptTarget.ES2022, types: [] });
  return compiled;
}

function readComment(symbol: ts.Symbol | undefined): string {
  const parts = symbol?.getDocumentationComment(createProgram().getTypeChecker());
  return ts.displayPartsToString(parts).replaceAll(/\s*\n\s*/g, " ");
}

export type CommentedRow = CommentedField & { readonly row: Row };

export const isArgument = ({ row }: CommentedRow) => row.role !== "output";

/** The definition's own comment, and its rows in their order. */
export function readCommentedRows({ names, rows }: Definition): { comment: string; rows: CommentedRow[] } {
  const checker = createProgram().getTypeChecker();

  function findType(type: ts.Type | undefined, property: string): ts.Type | undefined {
    const symbol = type?.getProperty(property);
    return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  }

  /** `value` is its type in a program. */
  function readField(field: string, type: ValueType, symbol: ts.Symbol | undefined, value?: ts.Type): CommentedField {
    const item = value && checker.isArrayType(value) ? checker.getTypeArguments(value as ts.TypeReference)[0] : value;
    const object = item?.getSymbol();
    const inside = "fields" in type.shape ? type.shape.fields : [];
    const isNamed = "fields" in type.shape && object?.flags === ts.SymbolFlags.Interface;
    return {
      name: field,
      type,
      comment: readComment(symbol),
      fields: inside.map(({ name, type }) => readField(name, type, item?.getProperty(name), findType(item, name))),
      ...(isNamed ? { object: { name: object.name, comment: readComment(object) } } : {}),
    };
  }

  const definition = findExport(names.exportName);
  const typeOfRows = findType(checker.getTypeOfSymbol(definition), "rows");
  const found = Object.entries(rows).map(([name, row]) => {
    const value = findType(findType(typeOfRows, name), "type");
    return { ...readField(name, row.type, typeOfRows?.getProperty(name), findType(value, "value")), row };
  });
  return { comment: readComment(definition), rows: found };
}

/** The comment of each setting, by its name. */
export function readSettingComments(): ReadonlyMap<string, string> {
  const checker = createProgram().getTypeChecker();
  const properties = checker.getPropertiesOfType(checker.getTypeOfSymbol(findExport("settings")));
  return new Map(properties.map((property) => [property.name, readComment(property)]));
}

/** @throws Error where no file of definitions/ exports it */
function findExport(name: string): ts.Symbol {
  const checker = createProgram().getTypeChecker();
  const symbol = createProgram()
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder))
    .map((file) => checker.getSymbolAtLocation(file)?.exports?.get(ts.escapeLeadingUnderscores(name)))
    .find((found) => found !== undefined);
  if (symbol === undefined) throw new Error(`no file of definitions/ exports "${name}"`);
  return symbol;
}
