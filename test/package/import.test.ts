import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { expect } from "chai";
import ts from "typescript";
import { tables } from "../../provider/rows";
import { engineTimeout } from "../engine/describe";
import { attempt, createTemporaryFolder, install, succeed } from "../tools/command";
import { readDefaultEnvironment } from "../unit/docs/files";
import { packOnce, root } from "./pack";

const classes = [...tables.map(({ className }) => className), "Provider"];
const enums = ["Region", "SourceControlProvider", "CacheSize", "EvictionPolicy"];
const inner = ["dist/index.js", "dist/host/index.js", "dist/api/client.js", "api/client", "resources"];

/** Prints what the package exports. Its module system defines `load`. */
const program = `
const names = (module) => Object.keys(module).filter((name) => !/^(default|module\\.exports|__esModule)$/.test(name)).sort();
const refusal = (path) => load("pulumi-apphosting/" + path).then(() => "none", ({ code }) => code);
async function given() {
  const { default: manifest, ...same } = await load("pulumi-apphosting/package.json", { with: { type: "json" } });
  const sandbox = await (await load("pulumi-apphosting/sandbox")).startSandbox();
  const { status } = await fetch(sandbox.url + "/nothing");
  await sandbox.close();
  return {
    program: names(await load("pulumi-apphosting")),
    type: (await load("pulumi-apphosting")).Cache.__pulumiType,
    host: names(await load("pulumi-apphosting/host")),
    version: (manifest ?? same).version,
    sandbox: [status, sandbox.requests().length],
    refusals: await Promise.all(${JSON.stringify(inner)}.map(refusal)),
  };
}
given().then((all) => console.log(JSON.stringify(all)));\n`;

/** Each line is a mistake, except the first. */
const mistakes = `import { Application, Cache, Environment, Provider } from "pulumi-apphosting";
new Cache("c", { cacheId: "cache-1", name: "sessions", domain: "example.com" });
new Cache("c", { name: "sessions" });
new Cache("c", { cacheId: "cache-1", name: "sessions", usesHibernation: "yes" });
new Application("a", { name: "Web shop", sourceControlProvider: "hostA", region: 1 });
new Application("a", { name: "Web shop", sourceControlProvider: 1 });
new Environment("e", { applicationId: "app-1", name: "staging", branch: "main", buildComand: "make" });
new Provider("p", { token: "t", operations: ["raed"] });
import("pulumi-apphosting/sandbox").then(({ startSandbox }) => startSandbox({ port: "0" }));
`;
const linesWithMistakes = [2, 3, 4, 5, 6, 7, 8, 9].map((line) => `mistakes.ts:${line}`);

/** The compiler of Pulumi's SDK, which compiles a project without one. */
const oldTypeScript: typeof ts = require("@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js");

describe("package: installed from the tarball", function () {
  this.timeout(engineTimeout);
  let project: string;
  let folder: string;

  before(async () => {
    const { tarball } = await packOnce();
    project = createTemporaryFolder("import");
    await writeFile(join(project, "package.json"), '{ "private": true }');
    const sdk = `@pulumi/pulumi@${sdkVersion}`;
    // Under its own name, npm refuses to install TypeScript 7 with the SDK.
    await install(project, `the package, ${sdk} and TypeScript 7`, tarball, sdk, "typescript7@npm:typescript@7");
    folder = join(project, "types");
    await cp(join(__dirname, "program.ts"), join(folder, "program.ts"));
    await cp(join(root, "examples/quickstart/index.ts"), join(folder, "quickstart.ts"));
    await writeFile(join(folder, "default-environment.ts"), readDefaultEnvironment());
    await writeFile(join(folder, "mistakes.ts"), mistakes);
  });

  for (const [kind, file, load] of [
    ["a CommonJS program", "try.cjs", "const load = async (path) => require(path);"],
    ["an ES module", "try.mjs", "const load = (path, options) => import(path, options);"],
  ] as const) {
    it(`Installed package: exports only its public paths to ${kind}`, async () => {
      await writeFile(join(project, file), load + program);
      expect(JSON.parse(await succeed(project, process.execPath, [file]))).to.deep.equal({
        program: [...classes, ...enums].sort(),
        type: "pulumi-nodejs:dynamic/apphosting:Cache",
        host: [...tables.map(({ exportName }) => exportName), "readers"].sort(),
        version: JSON.parse(await readFile(join(root, "package.json"), "utf8")).version,
        sandbox: [403, 1],
        refusals: inner.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED"),
      });
    });
  }

  it("Installed package: `apphosting-sandbox --help` prints its usage", async () => {
    const command = join("node_modules", ".bin", "apphosting-sandbox");
    expect(await succeed(project, command, ["--help"])).to.include("Usage: apphosting-sandbox");
  });

  for (const [compiler, moduleResolution, module, type] of [
    [oldTypeScript, "node", "commonjs", "commonjs"],
    // Pulumi's own templates set this until 2026, as "node".
    [ts, "node10", "commonjs", "commonjs"],
    [ts, "node16", "node16", "commonjs"],
    [ts, "node16", "node16", "module"],
    [ts, "nodenext", "nodenext", "commonjs"],
    [ts, "bundler", "esnext", "module"],
  ] as const) {
    const { version } = compiler;
    it(`Types, TypeScript ${version}, module resolution ${moduleResolution} (${type}): only mistakes fail`, async () => {
      await writeFile(join(folder, "package.json"), JSON.stringify({ type }));
      // The old one doesn't know some declarations, and takes them for `any`.
      const skipLibCheck = compiler === oldTypeScript;
      const options = { strict: true, target: "es2020", module, moduleResolution, types: [], skipLibCheck };
      expect(listLinesWithErrors(compiler, folder, options)).to.deep.equal(linesWithMistakes);
    });
  }

  // TypeScript 7 has a command, but no API.
  it("Types, TypeScript 7: only mistakes fail, and all declarations are accepted", async () => {
    await writeFile(join(folder, "package.json"), "{}");
    const compilerOptions = { strict: true, target: "es2022", module: "nodenext", noEmit: true };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { text } = await attempt(folder, process.execPath, ["../node_modules/typescript7/bin/tsc", "--project", "."]);
    const found = [...text.matchAll(/^(\S+)\((\d+),\d+\): error /gm)].map(([, file, line]) => `${file}:${line}`);
    expect(found, text).to.deep.equal(linesWithMistakes);
  });
});

/**
 * Lists the lines with errors in a program, this package's declarations, and zod's, which they must not load. Checking
 * those of other packages, too, would take five times as long.
 */
function listLinesWithErrors(compiler: typeof ts, folder: string, compilerOptions: object): string[] {
  const { options, fileNames } = compiler.parseJsonConfigFileContent({ compilerOptions }, compiler.sys, folder);
  const program = compiler.createProgram(fileNames, options);
  const own = options.skipLibCheck ? /^(?!.*node_modules\/)/ : /^(?!.*node_modules\/(?!(pulumi-apphosting|zod)\/))/;
  const checked = program.getSourceFiles().filter(({ fileName }) => own.test(fileName));
  const found = checked.flatMap((source) => [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]);
  return found.map(({ file, start = 0 }) => {
    const { line = 0 } = file?.getLineAndCharacterOfPosition(start) ?? {};
    return `${file?.fileName.split("/types/").at(-1)}:${line + 1}`;
  });
}
