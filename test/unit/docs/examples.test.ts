import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import * as exported from "../../../provider";
import { documents, findNames, listFiles, options, readText, root } from "./files";

/** What an example may use without declaring it, unless it has imports. */
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

/** The examples of documents and of classes' doc comments, by file names for the compiler's messages. */
function examples(): [name: string, code: string][] {
  const classes = listFiles("provider/resources").filter((file) => file.endsWith(".ts"));
  return [...documents, ...classes.map((file) => join("provider/resources", file))].flatMap((path) => {
    // Lines of a comment begin with a star.
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

it("Examples in documents and doc comments: compile", () => {
  const found = examples();
  expect(found).to.have.length.above(10);
  const files = new Map(found).set(join(root, "surroundings.d.ts"), surroundings);
  expect(problems(files)).to.deep.equal([]);
});
