import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import * as exported from "../../../provider";
import { codeBlocks, documents, root, text } from "./files";

/** What an example may use that it does not declare, unless it imports what it needs. */
const imports = `
import * as pulumi from "@pulumi/pulumi";
import { ${Object.keys(exported).join(", ")} } from "pulumi-apphosting";
`;
const surroundings = `
declare const config: import("@pulumi/pulumi").Config;
declare const application: import("pulumi-apphosting").Application;
declare const cache: import("pulumi-apphosting").Cache;
`;

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ["node"],
};

/** The examples of the documents, and those that an editor shows with a class. */
function examples(): [name: string, code: string][] {
  const inDocuments = documents.map((path): [string, string[]] => [path, codeBlocks(text(path), "ts")]);
  const classes = readdirSync(join(root, "provider/resources")).map((file) => join("provider/resources", file));
  const inComments = classes.map((path): [string, string[]] => [
    path,
    codeBlocks(text(path).replaceAll(/^ +\* ?/gm, ""), "ts"),
  ]);
  return [...inDocuments, ...inComments].flatMap(([path, blocks]) =>
    blocks.map((code, index): [string, string] => [
      `${path}.${index + 1}.ts`,
      /^\s*import /.test(code) ? code : imports + code,
    ]),
  );
}

/** What the compiler says of each, as one program. */
function problems(files: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (path, ...others) => {
    const code = files.get(path);
    return code === undefined
      ? getSourceFile.call(host, path, ...others)
      : ts.createSourceFile(path, code, ts.ScriptTarget.ES2022);
  };
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.readFile = (path) => files.get(path) ?? readFile.call(host, path);
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(root.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

describe("The examples of documents and doc comments", () => {
  it("compile", () => {
    const found = examples();
    expect(found).to.have.length.above(10);
    const files = new Map(found.map(([name, code]) => [join(root, name), code]));
    expect(problems(files.set(join(root, "surroundings.d.ts"), surroundings))).to.deep.equal([]);
  });

  for (const { name } of Object.values(exported).filter((value) => typeof value === "function")) {
    it(`are there for the class ${name}`, () => {
      expect(text(`provider/resources/${name.toLowerCase()}.ts`)).to.match(/\* @example\n/);
    });
  }
});
