import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { tables } from "../../provider/rows";
import { settingNames } from "../../provider/rows/settings";
import { readCommentedRows, readSettingComments } from "../tools/comments";
import { options, root } from "./docs/files";

const file = join(root, "program.ts");

/** By class, the comment of the row or the setting behind each of its arguments. */
const commentsOfArguments = new Map<string, ReadonlyMap<string, string>>([
  ...tables.map((table): [string, Map<string, string>] => {
    const args = readCommentedRows(table).rows.filter(({ row }) => row.role !== "output");
    return [table.className, new Map(args.map(({ name, comment }) => [name, comment]))];
  }),
  ["Provider", new Map(settingNames.map((name) => [name, readSettingComments().get(name) ?? ""]))],
]);

const lines = {
  arguments: [...commentsOfArguments].flatMap(([name, comments]) => [
    `new /*class ${name}*/${name}("r", { /*${name}{*/ });`,
    ...[...comments.keys()].map((argument) => `new ${name}("r", { /*${name}.${argument}*/${argument}: given });`),
  ]),
  outputs: tables.flatMap(({ className, rows }) =>
    Object.keys(rows).map((output) => `(given as never as ${className})./*output ${className}.${output}*/${output};`),
  ),
};

const program = `
import { ${[...commentsOfArguments.keys()].join(", ")} } from "pulumi-apphosting";
const web = new Application("web", { name: "Web shop", /*provider*/sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "main" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", /*size*/size: "1gb" });
new Provider("press", { token: "t", /*setting*/operations: ["read"], /*include*/include: {} });
cache./*output*/size;
Cache./*get*/get("shared", "cache-1");
declare const given: string;
${Object.values(lines).flat().join("\n")}
`;

/** The compiler lists the members of a union in the order it met them. */
const sorted = (text: string) =>
  text.replaceAll(/<([^<>]+)>/g, (_, union: string) => `<${union.split(" | ").sort().join(" | ")}>`);

const service = ts.createLanguageService({
  readFile: ts.sys.readFile,
  fileExists: ts.sys.fileExists,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(path === file ? program : (ts.sys.readFile(path) ?? "")),
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

function position(place: string): number {
  const mark = `/*${place}*/`;
  return program.indexOf(mark) + mark.length;
}

function asText(documentation: ts.SymbolDisplayPart[] | undefined): string {
  return ts.displayPartsToString(documentation).replaceAll("\n", " ");
}

function hover(place: string): { declaration: string; text: string; examples: number } {
  const info = service.getQuickInfoAtPosition(file, position(place));
  const text = asText(info?.documentation);
  const examples = info?.tags?.filter(({ name }) => name === "example").length ?? 0;
  return { declaration: sorted(ts.displayPartsToString(info?.displayParts)), text, examples };
}

for (const name of commentsOfArguments.keys()) {
  it(`Hover over \`new ${name}(\`: shows the description and examples of the class`, () => {
    const { declaration, text, examples } = hover(`class ${name}`);
    const line = new RegExp(`new ${name}\\(name: string, args: ${name}Args, options\\?: \\w+\\): ${name}\\n`);
    expect(declaration).to.match(line);
    expect(text).to.not.equal("");
    expect(examples).to.be.above(0);
  });
}

for (const [place, declaration] of [
  ["size", "size?: Input<CacheSize | null | undefined>"],
  ["provider", "sourceControlProvider: Input<SourceControlProvider>"],
  ["setting", "operations?: Input<readonly OperationName[] | null | undefined>"],
  ["include", "include?: Input<Include | null | undefined>"],
  ["output", "size: Output<CacheSize | null>"],
] as const) {
  it(`Hover over \`${declaration}\`: shows a description`, () => {
    const shown = hover(place);
    expect(shown.declaration).to.equal(sorted(`(property) ${declaration}`));
    expect(shown.text).to.not.equal("");
  });
}

it("Hover over get: shows its description and that it returns the class", () => {
  const { declaration, text } = hover("get");
  expect(declaration).to.equal(
    "(method) Cache.get(name: string, id: Input<ID>, state?: NoState | null, options?: CustomResourceOptions): Cache",
  );
  expect(text).to.include("never changed or deleted").and.include("is null");
});

for (const [name, comments] of commentsOfArguments) {
  it(`Hover and completion of each argument of ${name}: show its comment`, () => {
    const at = position(`${name}{`);
    const shown = [...comments.keys()].map((argument) => {
      const completion = service.getCompletionEntryDetails(file, at, argument, {}, undefined, {}, undefined);
      return [argument, hover(`${name}.${argument}`).text, asText(completion?.documentation)];
    });
    expect(shown).to.deep.equal([...comments].map(([argument, comment]) => [argument, comment, comment]));
  });
}

for (const table of tables) {
  it(`Hover over each output of ${table.className}: shows its row's comment`, () => {
    const { rows } = readCommentedRows(table);
    const shown = rows.map(({ name }) => [name, hover(`output ${table.className}.${name}`).text]);
    expect(shown).to.deep.equal(rows.map(({ name, comment }) => [name, comment]));
  });
}
