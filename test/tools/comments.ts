/** What an editor shows of a class: the comments of its arguments and outputs, and of the members of their objects. */

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

const program = ts.createProgram([join(__dirname, "../../provider/index.ts")], {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
});
const checker = program.getTypeChecker();

function readComment(symbol: ts.Symbol | undefined): string {
  const parts = symbol?.getDocumentationComment(checker);
  return ts.displayPartsToString(parts).replaceAll(/\s*\n\s*/g, " ");
}

/** Returns the comment of the table, and its rows in their order, as the types of the class have them. */
export function readCommentedRows(table: Table): { comment: string; rows: CommentedRow[] } {
  const [args, outputs] = [`${table.className}Args`, table.className].map(findType);
  const rows = Object.entries(table.rows).map(([name, row]) => {
    const symbol = (row.role === "output" ? outputs : args)?.getProperty(name);
    // Of an output, its value.
    const value = symbol && checker.getTypeOfSymbol(symbol).aliasTypeArguments?.[0];
    return { ...readField(name, row.schema, symbol, value), row };
  });
  return { comment: readComment(findExport(table.exportName)), rows };
}

/** @param type its type in a program */
function readField(name: string, schema: Schema, symbol?: ts.Symbol, type?: ts.Type): CommentedField {
  const value = type && checker.getNonNullableType(type);
  const item = value && checker.isArrayType(value) ? checker.getTypeArguments(value as ts.TypeReference)[0] : value;
  const object = item?.getSymbol();
  const fields = Object.entries(schema.members ?? {}).map(([key, member]) => {
    const property = item?.getProperty(key);
    return readField(key, member, property, property && checker.getTypeOfSymbol(property));
  });
  const isNamed = fields.length > 0 && object?.flags === ts.SymbolFlags.Interface;
  return {
    ...{ name, schema, comment: readComment(symbol), fields },
    ...(isNamed ? { object: { name: object.name, comment: readComment(object) } } : {}),
  };
}

const findType = (name: string) => checker.getDeclaredTypeOfSymbol(findExport(name));

/** @throws Error where no file of provider/ exports it */
function findExport(name: string): ts.Symbol {
  const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes("node_modules"));
  const modules = own.flatMap((file) => checker.getSymbolAtLocation(file) ?? []);
  const symbol = modules.map(({ exports }) => exports?.get(ts.escapeLeadingUnderscores(name))).find(Boolean);
  if (symbol === undefined) throw new Error(`no file of provider exports "${name}"`);
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
