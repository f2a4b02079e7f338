/** What the compiler accepts, in tests and in the examples of documents, and what an editor shows. */

import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import * as exported from "../../provider";
import { settingNames } from "../../provider/rows/settings";
import { documents, findNames, listFiles, options, readText, root } from "./docs/files";

const file = join(root, "program.ts");
const prelude = `import * as pulumi from "@pulumi/pulumi";
import { Application, Cache, CacheSize, Environment, Provider, Region, SourceControlProvider } from "pulumi-apphosting";
declare const config: pulumi.Config;
declare const other: Application;
declare const shared: Cache;
declare const given: never;
const names = { name: "Web shop", sourceControlProvider: SourceControlProvider.HostA };
const cache = { cacheId: "cache-1", name: "sessions" };
function readSlug(application: Application): pulumi.Output<string | null> { return application.slug; }
`;

const accepted = [
  ...["Region.EuCentral1", '"eu-central-1"', "pulumi.output(Region.EuCentral1)", "other.region", "null", "undefined"],
  ...['config.require<Region>("region")', 'config.get<Region>("region")', '"eu-north-1" as Region'],
].map((region) => `new Application("web", { ...names, region: ${region} });`);
accepted.push(
  'new Application("web", { name: "Web shop", sourceControlProvider: config.require<SourceControlProvider>("host") });',
  ...["CacheSize.Size1Gb", '"1gb"', "shared.size"].map((size) => `new Cache("sessions", { ...cache, size: ${size} });`),
  "const region: pulumi.Output<Region | null> = other.region;",
  'new Application("web", { ...names, region: shared.region });',
  "const host: pulumi.Output<SourceControlProvider> = other.sourceControlProvider;",
  "const details = shared.environments.apply((all) => all?.map((one): string | undefined => one.networkSettings?.cache?.strategy));",
  'readSlug(Application.get("web", "app-1"));',
  'readSlug(Application.get("web", shared.id, {}, { dependsOn: [shared] }));',
  'const application: Application = Application.get("web", "app-1");',
  'const environment: Environment = Environment.get("live", "env-1", { applicationId: other.id });',
  'new Environment("main", { applicationId: other.id, existingId: other.defaultEnvironmentId, name: "main", branch: "main" });',
  'new Application("web", { ...names, existingId: null });',
  'new Provider("press", { token: "t", operations: ["read", "delete"], include: { Environment: ["branch"] } });',
  'new Provider("press", { token: "t", operations: pulumi.output(["update" as const]), include: null });',
  'new Cache("sessions", { ...cache, triggers: ["a", 1, pulumi.output(true), shared.name] });',
  'const { connectionUri } = Cache.get("sessions", pulumi.output("cache-1"), null, { parent: other });',
);

const refused = [
  ['new Application("web", { ...names, region: "eu-centrl-1" });', `Did you mean '"eu-central-1"'?`],
  ['new Application("web", { ...names, region: config.require("region") });', "'string' is not assignable"],
  ['new Application("web", { ...names, region: other.slug });', "to type 'Input<Region | null | undefined>'."],
  ['new Application("web", { name: "Web shop", sourceControlProvider: "hostD" });', "'Input<SourceControlProvider>'."],
  ['new Cache("sessions", { ...cache, triggers: [new Date()] });', "'Date' is not assignable to type"],
  ['new Cache("sessions", { ...cache, triggers: [{ a: 1 }] });', "Object literal may only specify known properties"],
  ['new Provider("press", { token: "t", include: { Cash: ["branch"] } });', "'Cash' does not exist in type 'Include |"],
  ['new Provider("press", { token: "t", operations: ["raed"] });', "not assignable to type 'OperationName'."],
  ['Application.get("web", "app-1", { protect: true });', "Type 'true' is not assignable to type 'never'."],
  ['Environment.get("live", "env-1", { branch: "main" });', "'branch' does not exist in type 'EnvironmentState'."],
  ['readSlug(Cache.get("sessions", "cache-1"));', "'Cache' is not assignable to parameter of type 'Application'."],
] as const;

/** What a hover at the mark ^ shows, before a description. */
const hovered = [
  ['new Cache("sessions", { ...cache, ^size: "1gb" });', "(property) size?: Input<CacheSize | null | undefined>"],
  ['new Provider("p", { token: "t", ^include: {} });', "(property) include?: Input<Include | null | undefined>"],
  ["shared.^name;", "(property) name: Output<string>"],
  ["shared.^size;", "(property) size: Output<CacheSize | null>"],
  [
    'Cache.^get("shared", "cache-1");',
    "(method) Cache.get(name: string, id: Input<ID>, state?: NoState | null, options?: CustomResourceOptions): Cache",
  ],
] as const;
const classes = ["Application", "Environment", "Cache", "Provider"];
const construct = (name: string) => `new ^${name}("r", given);`;
const settings = 'new Provider("press", { ^ });';

// One program, because each takes seconds; a statement a line.
const statements = [
  ...[...accepted, ...[...refused, ...hovered].map(([one]) => one)],
  ...[...classes.map(construct), settings],
];
const lines = statements.map((statement) => `{ ${statement.replace("^", "")} }`);
const program = `${prelude}${lines.join("\n")}`;
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
function readExamples(): [name: string, code: string][] {
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

const examples = new Map(readExamples());
const files = new Map([...examples, [file, program], [join(root, "surroundings.d.ts"), surroundings]]);
const service = ts.createLanguageService({
  readFile: ts.sys.readFile,
  fileExists: ts.sys.fileExists,
  getScriptFileNames: () => [...files.keys()],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(files.get(path) ?? ts.sys.readFile(path) ?? ""),
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

function findMark(statement: string): number {
  const before = lines.slice(0, statements.indexOf(statement)).map((line) => `${line}\n`);
  return (prelude + before.join("")).length + "{ ".length + Math.max(0, statement.indexOf("^"));
}

function listErrors(statement: string): string {
  const start = findMark(statement);
  const found = service.getSemanticDiagnostics(file).filter((one) => one.start !== undefined && one.start >= start);
  const own = found.filter((one) => (one.start ?? 0) < start + statement.length);
  return own.map(({ messageText }) => (typeof messageText === "string" ? messageText : messageText.messageText)).join();
}

function hover(statement: string) {
  const { displayParts, documentation, tags = [] } = service.getQuickInfoAtPosition(file, findMark(statement)) ?? {};
  // The compiler lists the members of a union in the order it met them.
  const sort = (_: string, union: string) => `<${union.split(" | ").sort().join(" | ")}>`;
  const declaration = ts
    .displayPartsToString(displayParts)
    .replaceAll("pulumi.", "")
    .replaceAll(/<([^<>]+)>/g, sort);
  const examples = tags.filter(({ name }) => name === "example");
  return { declaration, text: ts.displayPartsToString(documentation), examples };
}

it("Types: accept documented values, outputs, casts and results of get", () => {
  expect(accepted.filter((statement) => listErrors(statement) !== "")).to.deep.equal([]);
});

for (const [statement, says] of refused) {
  it(`Types: reject \`${statement}\``, () => expect(listErrors(statement)).to.include(says));
}

for (const name of classes) {
  it(`Hover over \`new ${name}(\`: shows the description and examples of the class`, () => {
    const { declaration, text, examples } = hover(construct(name));
    expect(declaration).to.match(
      new RegExp(`new ${name}\\(name: string, args: ${name}Args, options\\?: \\w+\\): ${name}\\n`),
    );
    expect([text, examples.length]).to.not.include("").and.not.include(0);
  });
}

for (const [statement, declaration] of hovered) {
  it(`Hover over \`${declaration.slice(0, 60)}\`: shows a description`, () => {
    const shown = hover(statement);
    expect(shown.declaration).to.equal(declaration);
    expect(shown.text).to.not.equal("");
  });
}

it("Completion of the settings of a Provider: describes each", () => {
  const find = (name: string) =>
    service.getCompletionEntryDetails(file, findMark(settings), name, {}, undefined, {}, undefined);
  expect(settingNames.filter((name) => !find(name)?.documentation?.length)).to.deep.equal([]);
});

it("Examples in documents and doc comments: enough are found", () => expect(examples.size).to.be.above(10));

for (const example of examples.keys()) {
  it(`Example ${example.slice(root.length + 1)}: compiles`, () => {
    const found = [...service.getSyntacticDiagnostics(example), ...service.getSemanticDiagnostics(example)];
    const messages = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(messages).to.deep.equal([]);
  });
}
