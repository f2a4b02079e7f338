import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { definitions } from "../../provider/definitions";
import * as enums from "../../provider/definitions/enums";
import { settingNames } from "../../provider/definitions/settings";
import { readCommentedRows, readSettingComments } from "../tools/comments";
import { options, root } from "./docs/files";

const file = join(root, "program.ts");

/** By class, the comment of the row or the setting behind each of its arguments. */
const commentsOfArguments = new Map<string, ReadonlyMap<string, string>>([
  ...definitions.map((definition): [string, Map<string, string>] => {
    const { rows } = readCommentedRows(definition);
    const args = rows.filter(({ row }) => row.role !== "output");
    return [definition.names.class, new Map(args.map(({ name, comment }) => [name, comment]))];
  }),
  ["Provider", new Map(settingNames.map((name) => [name, readSettingComments().get(name) ?? ""]))],
]);

const lines = {
  arguments: [...commentsOfArguments].flatMap(([name, comments]) => [
    `new /*class ${name}*/${name}(/*${name}(*/"r", { /*${name}{*/ });`,
    ...[...comments.keys()].map((argument) => `new ${name}("r", { /*${name}.${argument}*/${argument}: given });`),
  ]),
  outputs: definitions.flatMap(({ names, rows }) =>
    Object.keys(rows).map(
      (output) => `(given as never as ${names.class})./*output ${names.class}.${output}*/${output};`,
    ),
  ),
  members: Object.entries(enums).flatMap(([name, values]) =>
    Object.keys(values).map((member) => `${name}./*${name}.${member}*/${member};`),
  ),
};

const program = `
import { ${[...commentsOfArguments.keys(), ...Object.keys(enums)].join(", ")} } from "pulumi-apphosting";
const web = new Application("web", { name: "Web shop", /*provider*/sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "main" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", /*size*/size: "1gb" });
new Provider("press", { token: "t", /*setting*/operations: ["/*word*/"], /*include*/include: {} });
cache./*output*/size;
Cache./*get*/get(/*get(*/"shared", "cache-1");
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

for (const [place, parameters] of [
  ...[...commentsOfArguments.keys()].map((name) => [`${name}(`, ["name", "args", "options"]] as const),
  ["get(", ["name", "id", "state", "options"]],
] as const) {
  it(`Signature help of \`${place}\`: describes each parameter`, () => {
    const [signature] = service.getSignatureHelpItems(file, position(place), {})?.items ?? [];
    const shown = (signature?.parameters ?? []).map(({ name, documentation }) => [name, asText(documentation)]);
    expect(shown.map(([name]) => name)).to.deep.equal(parameters);
    for (const [name, text] of shown) expect(text, name).to.match(/^[A-Z].*\.$/);
  });
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

for (const [what, at, values] of [
  ["an enum's argument", position("size") + 'size: "'.length, Object.values(enums.CacheSize)],
  ["operations", position("word"), ["read", "update", "delete"]],
] as const) {
  it(`Completion in the quotes of ${what}: lists its documented values`, () => {
    const { entries = [] } = service.getCompletionsAtPosition(file, at, {}) ?? {};
    expect(entries.map(({ name }) => name)).to.have.members(values);
  });
}

it("Hover over get: shows its description and that it returns the class", () => {
  const { declaration, text } = hover("get");
  expect(declaration).to.equal(
    "(method) Cache.get(name: string, id: Input<ID>, state?: NoState | null, options?: CustomResourceOptions): Cache",
  );
  expect(text).to.include("it's never changed or deleted").and.include("is null");
});

for (const [name, comments] of commentsOfArguments) {
  it(`Hover and completion of each argument of ${name}: show its comment`, () => {
    expect(comments.size).to.be.above(0);
    for (const [argument, comment] of comments) {
      expect(comment, argument).to.not.equal("");
      expect(hover(`${name}.${argument}`).text, argument).to.equal(comment);
      const at = position(`${name}{`);
      const found = service.getCompletionEntryDetails(file, at, argument, {}, undefined, {}, undefined);
      expect(asText(found?.documentation), `completion of ${argument}`).to.equal(comment);
    }
  });
}

for (const definition of definitions) {
  const name = definition.names.class;
  it(`Hover over each output of ${name}: shows its row's comment`, () => {
    for (const { name: output, comment } of readCommentedRows(definition).rows) {
      expect(hover(`output ${name}.${output}`).text, output).to.equal(comment);
    }
  });
}

for (const [name, values] of Object.entries(enums)) {
  it(`Hover over each member of ${name}: shows its value and, except for sizes, a description`, () => {
    const members = Object.entries(values);
    const texts = members.map(([member, value]) => {
      const { declaration, text } = hover(`${name}.${member}`);
      expect(declaration).to.equal(`(property) ${member}: "${value}"`);
      return text;
    });
    if (name === "CacheSize") return;
    expect(new Set(texts)).to.have.property("size", members.length);
    for (const text of texts) expect(text).to.match(/^[A-Z`].*\.$/);
  });
}
