/** The same small program in each language that Pulumi runs on Node. */

export interface Program {
  /** What package.json says beyond the dependencies. */
  readonly manifest: object;
  /** Beside those on the package and the SDK. `undefined` is for one that the project does not name. */
  readonly dependencies: Readonly<Record<string, string | undefined>>;
  readonly files: Readonly<Record<string, string>>;
}

const resources = `const application = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: application.id, name: "staging", branch: "develop" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, {
  transformations: [({ props }) => ({ props, opts: {} })],
});
`;

const commonJs = `const { version: sdk } = require("@pulumi/pulumi/version");
const { Application, Cache, Environment } = require("pulumi-apphosting");
${resources}
exports.applicationId = application.id;
exports.cacheStatus = cache.status;
exports.runsOn = { node: process.versions.node, sdk };
`;

const esModule = `import { version as sdk } from "@pulumi/pulumi/version.js";
import { Application, Cache, Environment } from "pulumi-apphosting";
${resources}
export const applicationId = application.id;
export const cacheStatus = cache.status;
export const runsOn = { node: process.versions.node, sdk };
`;

const typescript = `declare const process: { versions: { node: string } };\n${esModule}`;

/** What the program's outputs are on a fresh sandbox. */
export function outputs(node: string, sdk: string): object {
  return { applicationId: "app-1", cacheStatus: "creating", runsOn: { node, sdk } };
}

/** A compiler that knows today's settings; the one in Pulumi's SDK is of 2020. */
const compiler = { typescript: "~5.9.3", "ts-node": "^10.9.2" };

const tsconfig = (module: string, moduleResolution: string): string =>
  JSON.stringify({ compilerOptions: { strict: true, target: "es2020", module, moduleResolution } });

const templateSettings = JSON.stringify({
  compilerOptions: {
    strict: true,
    outDir: "bin",
    target: "es2020",
    module: "nodenext",
    moduleResolution: "nodenext",
    sourceMap: true,
    experimentalDecorators: true,
    pretty: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  },
  files: ["index.ts"],
});

export const programs = {
  CommonJS: { manifest: {}, dependencies: {}, files: { "index.js": commonJs } },
  "an ES module": { manifest: { type: "module" }, dependencies: {}, files: { "index.js": esModule } },
  // As in Pulumi's own templates, until 2026.
  TypeScript: {
    manifest: {},
    dependencies: {},
    files: { "index.ts": typescript, "tsconfig.json": tsconfig("commonjs", "node") },
  },
  "TypeScript with its own compiler": {
    manifest: {},
    dependencies: compiler,
    files: { "index.ts": typescript, "tsconfig.json": tsconfig("node16", "node16") },
  },
  "an ES module in TypeScript": {
    manifest: { type: "module" },
    dependencies: compiler,
    files: { "index.ts": typescript, "tsconfig.json": tsconfig("node16", "node16") },
  },
  // The manifest and the settings of Pulumi's template `typescript`, of August 2026.
  "Pulumi's own template": {
    manifest: { main: "index.ts", devDependencies: { "@types/node": "^18", typescript: "^5.0.0" } },
    dependencies: {},
    files: { "index.ts": typescript, "tsconfig.json": templateSettings },
  },
} satisfies Record<string, Program>;

export type ProgramKind = keyof typeof programs;
