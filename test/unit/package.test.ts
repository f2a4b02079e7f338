/** What the package promises, what its files import, what its entries load, and what its examples install. */

import { execFileSync } from "node:child_process";
import { dirname, join, normalize, posix } from "node:path";
import { expect } from "chai";
import { satisfies } from "semver";
import * as ts from "typescript";
import { exports as paths, peerDependencies, version } from "../../package.json";
import { tables } from "../../provider/rows";
import { settingNames } from "../../provider/rows/settings";
import { operationNames } from "../../provider/rows/table";
import { findNames, listFiles, options, readText, root } from "./docs/files";

// As built by `npm run build`. axios takes 80 ms, and zod 20. The SDK also loads https-proxy-agent.
const own = ["axios", "fastest-levenshtein", "proxy-from-env", "zod"];
const pulumi = "@pulumi";

/** Runs a program in a new process, and lists the package's folders and the packages that it loads. */
function listLoaded(entry: keyof typeof paths, program: string): string[] {
  const text = `const loaded = require("${(paths[entry] as { default: string }).default}");
    Promise.resolve().then(async () => {${program}}).then(() => console.log(Object.keys(require.cache).join("\\n")));`;
  const output = execFileSync(process.execPath, ["--eval", text], { cwd: root, encoding: "utf8", stdio: "pipe" });
  const names = findNames(output, /[\\/](?:node_modules|dist)[\\/]([^\\/\n]+)[\\/]/g);
  const folders = ["api", "host", "resources", "rows", "sandbox"];
  return [...folders, ...own, pulumi].filter((name) => names.includes(name));
}

const callHosts = (call: string) => `
  const { readers, ...hosts } = loaded;
  for (const host of Object.values(hosts)) await ${call};`;
const mocks = `
  const pulumi = require("@pulumi/pulumi");
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
  new loaded.Application("web", { name: "Web shop", sourceControlProvider: "hostA" });`;

for (const [what, entry, program, expected] of [
  ["A program without an explicit Provider", ".", mocks, ["resources", "rows", "fastest-levenshtein", pulumi]],
  [
    "A program with an explicit Provider",
    ".",
    `${mocks} new loaded.Provider("press", { token: "t", maxRetries: 2 });`,
    ["resources", "rows", "fastest-levenshtein", "zod", pulumi],
  ],
  [
    "The host in a preview",
    "./host",
    callHosts("host.check({}, {}).then(() => host.diff('id', {}, {}))"),
    ["api", "host", "rows", "fastest-levenshtein", "zod"],
  ],
  ["The sandbox", "./sandbox", "(await loaded.startSandbox()).close()", ["rows", "sandbox", "fastest-levenshtein"]],
] as const) {
  it(`${what}: loads only ${expected.join(", ")}`, () => {
    expect(listLoaded(entry, program)).to.have.members(expected);
  });
}

const manifests = listFiles("examples").filter((file) => /^(?!.*node_modules\/).*\bpackage\.json$/.test(file));

for (const file of manifests) {
  it(`examples/${file}: depends on this version's tarball and a supported SDK`, () => {
    const { dependencies } = JSON.parse(readText(`examples/${file}`));
    const [, tarball = ""] = /^file:(.*)$/.exec(dependencies["pulumi-apphosting"]) ?? [];
    const [example] = file.split("/");
    expect(posix.join(dirname(file), tarball)).to.equal(`${example}/pulumi-apphosting-${version}.tgz`);
    const [oldest = ""] = peerDependencies["@pulumi/pulumi"].split(" ");
    expect(dependencies["@pulumi/pulumi"])
      .to.match(/^\^3\./)
      .and.satisfy((range: string) => satisfies(range.slice(1), oldest));
  });
}

/** What each folder imports: other folders, and packages. Types count as well. */
const layers: Readonly<Record<string, readonly string[]>> = {
  "": ["resources", "rows"],
  resources: ["rows", "@pulumi/pulumi"],
  // The types of a provider, and a client of the engine's log.
  host: ["api", "rows", "@pulumi/pulumi"],
  api: ["rows", "axios", "https-proxy-agent", "proxy-from-env"],
  sandbox: ["rows"],
  rows: ["fastest-levenshtein", "zod"],
};

const files = listFiles("provider").filter((file) => file.endsWith(".ts"));
const folderOf = (file: string) => (dirname(file) === "." ? "" : dirname(file));

/** Lists the files of provider/ and the packages that a file imports or requires, even if only for types. */
function listImports(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readText(join("provider", file)), true, true);
  const names = importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith("node:"));
  return names.flatMap((name) => {
    if (!name.startsWith(".")) return name.split("/", name.startsWith("@") ? 2 : 1).join("/");
    const path = normalize(join(dirname(file), name)).replaceAll("\\", "/");
    return files.filter((other) => other === path.replace(/\.js$/, ".ts"));
  });
}

it("provider: each folder imports only the folders and packages listed for it", () => {
  const imports = files.flatMap((file) => {
    const places = listImports(file).map((one) => (files.includes(one) ? folderOf(one) : one));
    return places.filter((place) => place !== folderOf(file)).map((place) => ({ file, place }));
  });
  expect(imports.filter(({ file, place }) => !layers[folderOf(file)]?.includes(place))).to.deep.equal([]);
  expect([...new Set(files.map(folderOf))]).to.have.members(Object.keys(layers));
});

it("provider: no files import each other, not even for types", () => {
  // Takes away the files that import none of the others, until only circles are left.
  const takeAway = (left: readonly string[]): readonly string[] => {
    const importing = left.filter((file) => listImports(file).some((one) => left.includes(one)));
    return importing.length === left.length ? left : takeAway(importing);
  };
  expect(takeAway(files)).to.deep.equal([]);
});

/** The names that CHANGELOG.md promises. A deprecated one works for one more release, with a warning. */
const exported: Readonly<Record<Exclude<keyof typeof paths, "./package.json">, string>> = {
  ".": `Application ApplicationArgs Cache CacheArgs CacheConnection CacheCredentials CacheEnvironment CacheSize Environment EnvironmentArgs
    EnvironmentState EnvironmentVariable EvictionPolicy FieldNames Include Mailer NetworkSettings NoState OperationName Provider ProviderArgs
    ProviderSettings Region RepositoryDetails SourceControlProvider`,
  "./host": "application cache environment readers",
  "./sandbox": "RecordedRequest Reference Relationship Resource Sandbox SandboxOptions SandboxState startSandbox",
};

/** Names that this version lacks, such as `Cache.size`, for as long as a recorded state has them. */
const removed: readonly string[] = [];

const settings = `allowUnlistedValues baseUrl fieldNames include maxRetries operations timeoutSeconds token tokenVariable`;

describe("Promises of CHANGELOG.md", () => {
  const file = (path: string) => join(root, paths[path as keyof typeof exported].types);
  let program: ts.Program;
  // One program, because each takes seconds.
  before(() => {
    program = ts.createProgram(Object.keys(exported).map(file), options);
  });

  function listExports(path: string): string[] {
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(program.getSourceFile(file(path)) as ts.SourceFile) as ts.Symbol;
    const names = checker.getExportsOfModule(module).map(({ name }) => name);
    return names.sort();
  }

  for (const [path, names] of Object.entries(exported)) {
    it(`Exports of pulumi-apphosting${path.slice(1)}: have the promised names`, () => {
      const message = "CHANGELOG.md promises these names: describe a change there, and then correct this list";
      expect(listExports(path), message).to.have.members(names.split(/\s+/));
    });
  }

  const folder = "test/engine/released";
  for (const file of listFiles(folder).filter((name) => name.endsWith(".json"))) {
    it(`Arguments and outputs: include all that the state in ${file} has`, () => {
      const { deployment } = JSON.parse(readText(`${folder}/${file}`));
      const resources: { type: string; outputs: object }[] = deployment.resources;
      const lost = tables.flatMap(({ className, token, rows }) => {
        const outputs = resources.filter(({ type }) => type === token).map((one) => one.outputs);
        const names = Object.keys(Object.assign({}, ...outputs)).filter((name) => !name.startsWith("__"));
        return names.filter((name) => !(name in rows)).map((name) => `${className}.${name}`);
      });
      const message = `deprecate these for a release first (CHANGELOG.md), and then add them to "removed"`;
      expect(removed, message).to.include.members(lost);
    });
  }

  it("Settings and names of operations: match the promised lists", () => {
    expect(settingNames).to.have.members(settings.split(" "));
    expect(operationNames).to.have.members(["read", "update", "delete"]);
  });
});
