import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { expect } from "chai";
import ts from "typescript";
import { tables } from "../../provider/rows";
import { engineTimeout } from "../engine/describe";
import { createTemporaryFolder, install, succeed } from "../tools/command";
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

describe("package: installed from the tarball", function () {
  this.timeout(engineTimeout);
  let project: string;

  before(async () => {
    const { tarball } = await packOnce();
    project = createTemporaryFolder("import");
    await writeFile(join(project, "package.json"), '{ "private": true }');
    const sdk = `@pulumi/pulumi@${sdkVersion}`;
    // Under its own name, npm refuses to install TypeScript 7 with the SDK.
    await install(project, `the package, ${sdk} and TypeScript 7`, tarball, sdk, "typescript7@npm:typescript@7");
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

  async function addPrograms(): Promise<string> {
    const folder = join(project, "types");
    await cp(join(__dirname, "types"), folder, { recursive: true });
    await cp(join(root, "examples/quickstart/index.ts"), join(folder, "quickstart.ts"));
    await writeFile(join(folder, "default-environment.ts"), readDefaultEnvironment());
    return folder;
  }

  for (const [moduleResolution, module, type] of [
    // Pulumi's own templates set this until 2026, as "node".
    ["node10", "commonjs", "commonjs"],
    ["node16", "node16", "commonjs"],
    ["node16", "node16", "module"],
    ["nodenext", "nodenext", "commonjs"],
    ["bundler", "esnext", "module"],
  ] as const) {
    it(`Installed package: strict programs type-check under module resolution ${moduleResolution} (${type})`, async () => {
      const folder = await addPrograms();
      await writeFile(join(folder, "package.json"), JSON.stringify({ type }));
      const compilerOptions = { strict: true, target: "es2022", module, moduleResolution, noEmit: true };
      expect(problems(folder, compilerOptions)).to.equal("");
    });
  }

  // TypeScript 7 has a command, but no API.
  it("Installed package: a strict program and all declarations type-check with TypeScript 7", async () => {
    const folder = await addPrograms();
    const compilerOptions = { strict: true, target: "es2022", module: "nodenext", noEmit: true };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await succeed(folder, process.execPath, ["../node_modules/typescript7/bin/tsc", "--project", "."]);
  });
});

/**
 * The compiler's messages on a program and this package's declarations. Checking those of other packages, too,
 * would take five times as long.
 */
function problems(folder: string, compilerOptions: object): string {
  const { options, fileNames } = ts.parseJsonConfigFileContent({ compilerOptions }, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  const checked = program
    .getSourceFiles()
    .filter((file) => !file.hasNoDefaultLib && !/node_modules\/(?!pulumi-apphosting\/)/.test(file.fileName));
  expect(checked.map(({ fileName }) => fileName).filter((name) => name.endsWith(".d.ts"))).not.to.deep.equal([]);
  const found = checked.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  return [...new Set(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")))].join("\n");
}
