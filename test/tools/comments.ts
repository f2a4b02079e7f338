/** The doc comments of a definition's rows, and of the fields inside them: what an editor shows. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import type { Definition } from "../../provider/definitions/definition";
import type { Kind } from "../../provider/definitions/field";

/** A row, or a field of an object inside of one. */
export interface Documented {
  readonly name: string;
  readonly holds: Kind<unknown>;
  /** As written, in Markdown and with `{@link …}`; empty where there is none. */
  readonly comment: string;
  /** The fields of the object that it holds, or of each object of the list. */
  readonly fields: readonly Documented[];
  /** The type of that object, where it has a name of its own. */
  readonly type?: { readonly name: string; readonly comment: string };
}

const folder = join(__dirname, "../../provider/definitions");
let compiled: ts.Program | undefined;

/** The definition's own comment, and its rows in their order. */
export function documentedRows({ kind, rows }: Definition): { comment: string; rows: Documented[] } {
  const name = kind.toLowerCase();
  const files = readdirSync(folder).map((file) => join(folder, file));
  compiled ??= ts.createProgram(files, { strict: true, target: ts.ScriptTarget.ES2022, types: [] });
  const source = compiled.getSourceFile(join(folder, `${name}.ts`));
  const checker = compiled.getTypeChecker();

  function comment(symbol: ts.Symbol | undefined): string {
    return ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replaceAll(/\s*\n\s*/g, " ");
  }

  function typeOf(type: ts.Type | undefined, property: string): ts.Type | undefined {
    const symbol = type?.getProperty(property);
    return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  }

  /** `value` is the type of what it holds. */
  function documented(field: string, holds: Kind<unknown>, symbol: ts.Symbol | undefined, value?: ts.Type): Documented {
    const item = value && checker.isArrayType(value) ? checker.getTypeArguments(value as ts.TypeReference)[0] : value;
    const object = item?.getSymbol();
    const isNamed = holds.fields !== undefined && object?.flags === ts.SymbolFlags.Interface;
    return {
      name: field,
      holds,
      comment: comment(symbol),
      fields: Object.entries(holds.fields ?? {}).map(([inside, kind]) =>
        documented(inside, kind, item?.getProperty(inside), typeOf(item, inside)),
      ),
      ...(isNamed ? { type: { name: object.name, comment: comment(object) } } : {}),
    };
  }

  const exports = source && checker.getSymbolAtLocation(source)?.exports;
  const definition = exports?.get(ts.escapeLeadingUnderscores(name));
  if (definition === undefined) throw new Error(`definitions/${name}.ts exports no definition "${name}"`);
  const typeOfRows = typeOf(checker.getTypeOfSymbol(definition), "rows");
  const found = Object.entries(rows).map(([row, { holds }]) => {
    const value = typeOf(typeOf(typeOfRows, row), "holds");
    return documented(row, holds, typeOfRows?.getProperty(row), typeOf(value, "value"));
  });
  return { comment: comment(definition), rows: found };
}
