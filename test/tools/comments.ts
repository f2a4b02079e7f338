/** The doc comments of a table's rows, and of the members of their objects: what an editor shows. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import type { Schema } from "../../provider/rows/schema";
import type { Row, Table } from "../../provider/rows/table";

/** A row, or a member of an object inside it. */
export interface CommentedField {
  readonly name: string;
  readonly schema: Schema;
  /** As written, in Markdown; empty where there is none. */
  readonly comment: string;
  /** The members of the object, or of each object of the list. */
  readonly fields: readonly CommentedField[];
  /** The type of that object, where it has a name of its own. */
  readonly object?: { readonly name: string; readonly comment: string };
}

export type CommentedRow = CommentedField & { readonly row: Row };

const folder = join(__dirname, "../../provider/rows");
let program: ts.Program | undefined;

function getProgram(): ts.Program {
  const files = readdirSync(folder).map((file) => join(folder, file));
  program ??= ts.createProgram(files, { strict: true, target: ts.ScriptTarget.ES2022, types: [] });
  return program;
}

function readComment(symbol: ts.Symbol | undefined): string {
  const parts = symbol?.getDocumentationComment(getProgram().getTypeChecker());
  return ts.displayPartsToString(parts).replaceAll(/\s*\n\s*/g, " ");
}

/** Returns the table's own comment, and its rows in their order. */
export function readCommentedRows({ exportName, rows }: Table): { comment: string; rows: CommentedRow[] } {
  const checker = getProgram().getTypeChecker();

  function findType(type: ts.Type | undefined, property: string): ts.Type | undefined {
    const symbol = type?.getProperty(property);
    return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  }

  /** @param value its type in a program */
  function readField(name: string, schema: Schema, symbol?: ts.Symbol, value?: ts.Type): CommentedField {
    const item = value && checker.isArrayType(value) ? checker.getTypeArguments(value as ts.TypeReference)[0] : value;
    const object = item?.getSymbol();
    const members = Object.entries(schema.members ?? {});
    const isNamed = members.length > 0 && object?.flags === ts.SymbolFlags.Interface;
    return {
      name,
      schema,
      comment: readComment(symbol),
      fields: members.map(([key, member]) => readField(key, member, item?.getProperty(key), findType(item, key))),
      ...(isNamed ? { object: { name: object.name, comment: readComment(object) } } : {}),
    };
  }

  const table = findExport(exportName);
  const typeOfRows = findType(checker.getTypeOfSymbol(table), "rows");
  const found = Object.entries(rows).map(([name, row]) => {
    const value = findType(findType(findType(typeOfRows, name), "schema"), "value");
    return { ...readField(name, row.schema, typeOfRows?.getProperty(name), value), row };
  });
  return { comment: readComment(table), rows: found };
}

/** Returns the comment of each setting, by its name. */
export function readSettingComments(): ReadonlyMap<string, string> {
  const checker = getProgram().getTypeChecker();
  const properties = checker.getPropertiesOfType(checker.getTypeOfSymbol(findExport("settings")));
  return new Map(properties.map((property) => [property.name, readComment(property)]));
}

/** @throws Error where no file of rows/ exports it */
function findExport(name: string): ts.Symbol {
  const checker = getProgram().getTypeChecker();
  const symbol = getProgram()
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder))
    .map((file) => checker.getSymbolAtLocation(file)?.exports?.get(ts.escapeLeadingUnderscores(name)))
    .find((found) => found !== undefined);
  if (symbol === undefined) throw new Error(`no file of provider/rows exports "${name}"`);
  return symbol;
}
