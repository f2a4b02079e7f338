import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { argumentNames } from "../../../provider/definitions/definition";
import { resources } from "../../tools/reference";
import { root, text } from "./files";

/** What varies in a message: an ellipsis, numbers, and what is in quotes. */
const varying = /…|\d[\d.]*|"[^"]*"/g;

/** What the code takes from a definition, and a document may write out: kinds of resources, and arguments. */
const names = resources.flatMap(([{ definition }]) => [
  definition.kind,
  definition.kind.toLowerCase(),
  ...argumentNames(definition),
]);
const varyingInDocuments = new RegExp(`${varying.source}|apphosting:\\w+|\\b(?:${names.join("|")})\\b`);

/** Where a message of this project can be; those of the engine and Node have a section of their own. */
const places = ["provider", "test/tools"];
const foreign = "## Messages of Pulumi and Node";

/** The texts of a file's literals; each part of a template that varies is an ellipsis. */
function literals(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const literal = ts.isExpression(node) ? literalText(node) : undefined;
    if (literal !== undefined) found.push(literal.replaceAll(varying, "…"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest));
  return found;
}

function literalText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join("…");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  return `${literalText(node.left) ?? "…"}${literalText(node.right) ?? "…"}`;
}

function sources(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".ts")).map((file) => join(folder, file));
}

/** The parts of a message that do not vary, but for those of one word or less. */
function fixedParts(message: string): string[] {
  return message
    .split(varyingInDocuments)
    .map((part) => part.replaceAll(/^\W+|\W+$/g, ""))
    .filter((part) => /\w.*\W+\w|\w{6}/.test(part));
}

/** The first cells of the tables of messages. */
function documented(page: string): string[] {
  const [own = ""] = text(page).split(foreign);
  const tables = own.split(/^\| Message .*\n.*\n/m).slice(1);
  const rows = tables.flatMap((table) => table.split("\n\n", 1)[0]?.match(/^\| `.*$/gm) ?? []);
  return rows.map((row) => row.split(" | ", 1)[0]?.slice(2) ?? "");
}

describe("A message", () => {
  const code = places.flatMap(sources).flatMap(literals);

  for (const [page, least] of [
    ["README.md", 6],
    ["docs/troubleshooting.md", 50],
  ] as const) {
    const cells = documented(page);

    it(`of ${page} is in a table that this test finds`, () => {
      expect(cells.length).to.be.at.least(least);
    });

    for (const cell of cells) {
      it(`of ${page} is in the code: ${cell}`, () => {
        const messages = [...cell.matchAll(/`([^`]+)`/g)].map(([, message = ""]) => message);
        const missing = messages.flatMap(fixedParts).filter((part) => !code.some((literal) => literal.includes(part)));
        expect(missing).to.deep.equal([]);
      });
    }
  }
});
