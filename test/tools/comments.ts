/** The doc comments of a definition's rows, and of the fields inside them: what an editor shows. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import type { Definition } from "../../provider/definitions/definition";
import type { Field, Row } from "../../provider/definitions/field";

/** A row, or a field of an object inside of one. */
export interface CommentedField {
  readonly name: string;
  readonly holds: Field;
  /** As written, in Markdown and with `{@link …}`; empty where there is none. */
  readonly comment: string;
  /** The fields of the object that it holds, or of each object of the list. */
  readonly fields: readonly CommentedField[];
  /** The type of that object, where it has a name of its own. */
  readonly type?: { readonly name: string; readonly comment: string };
}

const folder = join(__dirname, "../../provider/definitions");
let compiled: ts.Program | undefined;

function program(): ts.Program {
  const files = readdirSync(folder).map((file) => join(folder, file));
  compiled ??= ts.createProgram(files, { strict: true, target: ts.ScriptTarget.ES2022, types: [] });
  return compiled;
}

function commentOf(symbol: ts.Symbol | undefined): string {
  const parts = symbol?.getDocumentationComment(program().getTypeChecker());
  return ts.displayPartsToString(parts).replaceAll(/\s*\n\s*/g, " ");
}

export type CommentedRow = CommentedField & { readonly row: Row };

export const isArgument = ({ row }: CommentedRow) => row.role !== "output";

/** The definition's own comment, and its rows in their order. */
export function documentedRows({ names, rows }: Definition): { comment: string; rows: CommentedRow[] } {
  const checker = program().getTypeChecker();

  function typeOf(type: ts.Type | undefined, property: string): ts.Type | undefined {
    const symbol = type?.getProperty(property);
    return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  }

  /** `value` is the type of what it holds. */
  function documented(field: string, holds: Field, symbol: ts.Symbol | undefined, value?: ts.Type): CommentedField {
    const item = value && checker.isArrayType(value) ? checker.getTypeArguments(value as ts.TypeReference)[0] : value;
    const object = item?.getSymbol();
    const inside = "fields" in holds.shape ? holds.shape.fields : {};
    const isNamed = "fields" in holds.shape && object?.flags === ts.SymbolFlags.Interface;
    return {
      name: field,
      holds,
      comment: commentOf(symbol),
      fields: Object.entries(inside).map(([name, held]) =>
        documented(name, held, item?.getProperty(name), typeOf(item, name)),
      ),
      ...(isNamed ? { type: { name: object.name, comment: commentOf(object) } } : {}),
    };
  }

  const definition = findExport(names.code);
  const typeOfRows = typeOf(checker.getTypeOfSymbol(definition), "rows");
  const found = Object.entries(rows).map(([name, row]) => {
    const value = typeOf(typeOf(typeOfRows, name), "holds");
    return { ...documented(name, row.holds, typeOfRows?.getProperty(name), typeOf(value, "value")), row };
  });
  return { comment: commentOf(definition), rows: found };
}

/** The comment of each setting, by its name. */
export function commentsOfSettings(): ReadonlyMap<string, string> {
  const checker = program().getTypeChecker();
  const properties = checker.getPropertiesOfType(checker.getTypeOfSymbol(findExport("settings")));
  return new Map(properties.map((property) => [property.name, commentOf(property)]));
}

/** @throws Error where no file of definitions/ exports it */
function findExport(name: string): ts.Symbol {
  const checker = program().getTypeChecker();
  const symbol = program()
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder))
    .map((file) => checker.getSymbolAtLocation(file)?.exports?.get(ts.escapeLeadingUnderscores(name)))
    .find((found) => found !== undefined);
  if (symbol === undefined) throw new Error(`no file of definitions/ exports "${name}"`);
  return symbol;
}
