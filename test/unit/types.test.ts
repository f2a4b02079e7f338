import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { options, root } from "./docs/files";

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

function compile(statements: readonly string[]): string[] {
  // Each statement has its own block, on one line.
  const lines = prelude.split("\n").length - 1;
  const text = prelude + statements.map((statement) => `{ ${statement} }`).join("\n");
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...others) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022) : getSourceFile.call(host, path, ...others);
  const messages = statements.map(() => "");
  for (const { file: source, start = 0, messageText } of ts.getPreEmitDiagnostics(
    ts.createProgram([file], options, host),
  )) {
    const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) - lines;
    messages[line] += typeof messageText === "string" ? messageText : messageText.messageText;
  }
  return messages;
}

describe("Types", () => {
  let messages: readonly string[];
  // One program, because each takes seconds.
  before(() => {
    messages = compile([...accepted, ...refused.map(([statement]) => statement)]);
  });

  it("Types: accept documented values, outputs, casts and results of get", () => {
    expect(accepted.filter((_, index) => messages[index] !== "")).to.deep.equal([]);
  });

  for (const [index, [statement, says]] of refused.entries()) {
    it(`Types: reject \`${statement}\``, () => {
      expect(messages[accepted.length + index]).to.include(says);
    });
  }
});
