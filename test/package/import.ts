import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import ts from "typescript";
import { root } from "./pack";
import { type Scratch, scratchOrSkip } from "./scratch";

const names = [
  "Application",
  "Environment",
  "Cache",
  "Provider",
  "Region",
  "SourceControlProvider",
  "CacheSize",
  "EvictionPolicy",
];

describe("package: installed from the tarball", () => {
  let project: Scratch;

  before(async function () {
    project = await scratchOrSkip(this);
  });

  async function commonjs(source: string): Promise<unknown> {
    await project.write({ "try.cjs": source });
    return JSON.parse(await project.succeed("node", "try.cjs"));
  }

  async function esModule(source: string): Promise<unknown> {
    await project.write({ "try.mjs": source });
    return JSON.parse(await project.succeed("node", "try.mjs"));
  }

  it("gives a CommonJS program its classes and enums", async () => {
    const given = await commonjs(`console.log(JSON.stringify(Object.keys(require("pulumi-apphosting"))));`);
    expect(given).to.have.members(names);
  });

  it("gives an ES module its classes and enums by name", async () => {
    const given = await esModule(`import { ${names.join(", ")} } from "pulumi-apphosting";
console.log(JSON.stringify([${names.map((name) => `typeof ${name}`).join(", ")}, Region.EuCentral1]));`);
    const [classes, enums] = [Array(4).fill("function"), Array(4).fill("object")];
    expect(given).to.deep.equal([...classes, ...enums, "eu-central-1"]);
  });

  it("loads neither axios nor zod in a program", async () => {
    const loaded = await commonjs(`require("pulumi-apphosting");
const all = Object.keys(require.cache);
console.log(JSON.stringify([all.some((path) => path.includes("pulumi-apphosting")), all.filter((path) => /[/\\\\](axios|zod)[/\\\\]/.test(path))]));`);
    expect(loaded).to.deep.equal([true, []]);
  });

  it("gives the sandbox to both kinds of module", async () => {
    const use = `startSandbox().then(async (sandbox) => {
  const answer = await fetch(sandbox.url + "/nothing");
  await sandbox.close();
  console.log(JSON.stringify([answer.status, sandbox.requests().length]));
});`;
    const program = await commonjs(`const { startSandbox } = require("pulumi-apphosting/sandbox");\n${use}`);
    const esm = await esModule(`import { startSandbox } from "pulumi-apphosting/sandbox";\n${use}`);
    expect(esm).to.deep.equal(program);
    expect(esm).to.have.property("1", 1);
  });

  it("gives the host side and its own version to both kinds of module", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const hosts = ["application", "environment", "cache"];
    expect(
      await commonjs(`console.log(JSON.stringify([Object.keys(require("pulumi-apphosting/host")),
  require("pulumi-apphosting/package.json").version]));`),
    ).to.deep.equal([hosts, version]);
    expect(
      await esModule(`import { ${hosts.join(", ")} } from "pulumi-apphosting/host";
import manifest from "pulumi-apphosting/package.json" with { type: "json" };
console.log(JSON.stringify([Object.keys({ ${hosts.join(", ")} }), manifest.version]));`),
    ).to.deep.equal([hosts, version]);
  });

  it("keeps everything else to itself", async () => {
    const inner = ["dist/index.js", "dist/host/index.js", "dist/api/client.js", "api/client", "resources"];
    const paths = JSON.stringify(inner.map((path) => `pulumi-apphosting/${path}`));
    const refused = inner.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED");
    expect(
      await commonjs(`const refusal = (path) => { try { return require(path); } catch (error) { return error.code; } };
console.log(JSON.stringify(${paths}.map(refusal)));`),
    ).to.deep.equal(refused);
    expect(
      await esModule(`const refusals = ${paths}.map((path) => import(path).catch((error) => error.code));
console.log(JSON.stringify(await Promise.all(refusals)));`),
    ).to.deep.equal(refused);
  });

  it("has the sandbox as a command", async () => {
    expect(await project.succeed("npx", "--no-install", "apphosting-sandbox", "--help")).to.include(
      "Usage: apphosting-sandbox",
    );
  });

  // node10 is what the tsconfig.json of Pulumi's own templates says, as "node".
  for (const [moduleResolution, module] of [
    ["node16", "node16"],
    ["bundler", "esnext"],
    ["node10", "commonjs"],
  ] as const) {
    it(`type-checks a strict program under module resolution ${moduleResolution}`, async () => {
      await project.write({
        "types/quickstart.ts": await readFile(join(root, "examples/quickstart/index.ts"), "utf8"),
        "types/paths.ts": `import { cache } from "pulumi-apphosting/host";
import { startSandbox } from "pulumi-apphosting/sandbox";
export const update = cache.update;
export const url: Promise<string> = startSandbox({ port: 0 }).then((sandbox) => sandbox.url);
// @ts-expect-error: a port is a number
startSandbox({ port: "0" });
`,
        "types/nulls.ts": `import type { Output } from "@pulumi/pulumi";
import { Application, Cache, Environment } from "pulumi-apphosting";
import type { ApplicationArgs, CacheArgs, EnvironmentArgs, ProviderArgs } from "pulumi-apphosting";
type Nulls<Args> = { [K in keyof Args as undefined extends Args[K] ? K : never]-?: null };
export const accepted = () => {
  const application: Partial<ApplicationArgs> = {} as Nulls<ApplicationArgs>;
  const environment: Partial<EnvironmentArgs> = {} as Nulls<EnvironmentArgs>;
  const cache: Partial<CacheArgs> = {} as Nulls<CacheArgs>;
  const provider: Partial<ProviderArgs> = {} as Nulls<ProviderArgs>;
  return [application, environment, cache, provider];
};
type Undefined<T> = { [K in keyof T]-?: T[K] extends Output<infer U> ? (undefined extends U ? K : never) : never }[keyof T];
export const none: [Undefined<Application>, Undefined<Environment>, Undefined<Cache>] extends [never, never, never] ? true : false = true;
export const level = ({ networkSettings }: Environment) =>
  networkSettings.apply((settings): string | undefined => settings?.firewall?.rateLimit?.level);
export function build(web: Application): Output<string | null> {
  new Application("api", { name: "Shop API", sourceControlProvider: "hostA", clusterId: web.organizationId, region: web.region });
  const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "main",
    edgeNetworkId: web.defaultEnvironmentId, buildCommand: web.buildCommand });
  return new Cache("c", { cacheId: "c", name: "cc", isPublic: staging.usesHibernation, size: staging.slug }).connectionUri;
}
`,
        "types/mistakes.ts": `import { Cache } from "pulumi-apphosting";
// @ts-expect-error: cacheId is missing
export const one = new Cache("one", { name: "sessions" });
// @ts-expect-error: isPublic is a boolean
export const two = new Cache("two", { cacheId: "cache-1", name: "sessions", isPublic: "yes" });
`,
      });
      const compilerOptions = { strict: true, target: "es2022", module, moduleResolution, noEmit: true };
      expect(problems(join(project.folder, "types"), compilerOptions)).to.equal("");
    });
  }
});

/**
 * What the compiler says of a program and of this package's declarations. Those of other packages are only read:
 * to check them, too, would take five times as long.
 */
function problems(folder: string, compilerOptions: object): string {
  const { options, fileNames } = ts.parseJsonConfigFileContent({ compilerOptions }, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  const checked = program
    .getSourceFiles()
    .filter((file) => !file.hasNoDefaultLib && !/node_modules\/(?!pulumi-apphosting\/)/.test(file.fileName));
  expect(checked.map(({ fileName }) => fileName).filter((name) => name.endsWith(".d.ts"))).not.to.deep.equal([]);
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => "\n",
  };
  return ts.formatDiagnostics(found, host);
}
