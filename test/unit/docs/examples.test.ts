import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import * as exported from "../../../provider";
import { documents, findNames, listFiles, options, readText, root } from "./files";

/** What an example may use that it does not declare, unless it imports what it needs. */
const imports = `
import * as pulumi from "@pulumi/pulumi";
import { ${Object.keys(exported).join(", ")} } from "pulumi-apphosting";
`;
const surroundings = `
declare const config: import("@pulumi/pulumi").Config;
declare const application: import("pulumi-apphosting").Application;
declare const staging: import("pulumi-apphosting").Environment;
declare const cache: import("pulumi-apphosting").Cache;
declare const program: import("@pulumi/pulumi/automation").PulumiFn;
`;

/** The examples of the documents, and those that an editor shows with a class, by names that the compiler can show. */
function examples(): [name: string, code: string][] {
  const classes = listFiles("provider/resources").filter((file) => file.endsWith(".ts"));
  return [...documents, ...classes.map((file) => join("provider/resources", file))].flatMap((path) => {
    // Those of a comment have its stars before each line.
    const words = path.endsWith(".ts") ? readText(path).replaceAll(/^ +\* ?/gm, "") : readText(path);
    return findNames(words, /^ *```ts\n([\s\S]*?)^ *```$/gm).map((code, index): [string, string] => [
      join(root, `${path}.${index + 1}.ts`),
      /^ *import /.test(code) ? code : imports + code,
    ]);
  });
}

function problems(files: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.readFile = (path) => files.get(path) ?? readFile.call(host, path);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host));
  return found.map(
    ({ file, messageText }) =>
      `${file?.fileName.slice(root.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

/** The names of the arguments of each application that a program creates, where it writes them out. */
function listCreatedApplications(code: string): string[][] {
  const found: string[][] = [];
  function visit(node: ts.Node): void {
    const [, args] =
      ts.isNewExpression(node) && node.expression.getText() === "Application" ? (node.arguments ?? []) : [];
    if (args !== undefined && ts.isObjectLiteralExpression(args)) {
      const names = args.properties.map((property) => property.name?.getText() ?? property.getText());
      if (!names.includes("existingId")) found.push(names);
    }
    node.forEachChild(visit);
  }
  visit(ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2022, true));
  return found;
}

it("Each example that creates an application sets region and repository: the API's description doesn't say whether it requires them", () => {
  const programs = listFiles("examples").filter((file) => /^(?!.*node_modules\/).*\.[jt]s$/.test(file));
  const codes = [...examples(), ...programs.map((file): [string, string] => [file, readText(join("examples", file))])];
  const created = codes.flatMap(([name, code]) => listCreatedApplications(code).map((names) => ({ name, names })));
  expect(created).to.have.length.above(5);
  for (const { name, names } of created) expect(names, name).to.include.members(["region", "repository"]);
});

it("The examples of documents and doc comments compile", () => {
  const found = examples();
  expect(found).to.have.length.above(10);
  const files = new Map(found).set(join(root, "surroundings.d.ts"), surroundings);
  expect(problems(files)).to.deep.equal([]);
});
