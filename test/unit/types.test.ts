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

const settings = 'new Provider("press", { });';

// One program, because each takes seconds; a statement a line.
const statements = [...accepted, ...refused.map(([one]) => one), settings];
const lines = statements.map((statement) => `{ ${statement} }`);
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

function findStart(statement: string): number {
  const before = lines.slice(0, statements.indexOf(statement)).map((line) => `${line}\n`);
  return (prelude + before.join("")).length + "{ ".length;
}

function listErrors(statement: string): string {
  const start = findStart(statement);
  const found = service.getSemanticDiagnostics(file).filter((one) => one.start !== undefined && one.start >= start);
  const own = found.filter((one) => (one.start ?? 0) < start + statement.length);
  return own.map(({ messageText }) => (typeof messageText === "string" ? messageText : messageText.messageText)).join();
}

it("Types: accept documented values, outputs, casts and results of get", () => {
  expect(accepted.filter((statement) => listErrors(statement) !== "")).to.deep.equal([]);
});

for (const [statement, says] of refused) {
  it(`Types: reject \`${statement}\``, () => expect(listErrors(statement)).to.include(says));
}

it("Completion of the settings of a Provider: describes each", () => {
  const at = findStart(settings) + settings.indexOf("}");
  const find = (name: string) =>
    service.getCompletionEntryDetails(file, at, name, undefined, undefined, undefined, undefined);
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
