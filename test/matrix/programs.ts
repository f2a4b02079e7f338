/** The same small program in each language that Pulumi runs on Node. */

export interface Program {
  /** What package.json says beyond the dependencies. */
  readonly manifest: object;
  /** Besides those on the package and the SDK. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const resources = `const application = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: application.id, name: "staging", branch: "develop" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, {
  transformations: [({ props }) => ({ props, opts: {} })],
});
`;
const outputs = [
  ["applicationId", "application.id"],
  ["cacheStatus", "cache.status"],
  ["runsOn", "{ node: process.versions.node, sdk }"],
];
const commonJs = `const { version: sdk } = require("@pulumi/pulumi/version");
const { Application, Cache, Environment } = require("pulumi-apphosting");
${resources}${outputs.map(([name, value]) => `exports.${name} = ${value};\n`).join("")}`;
const esModule = `import { version as sdk } from "@pulumi/pulumi/version.js";
import { Application, Cache, Environment } from "pulumi-apphosting";
${resources}${outputs.map(([name, value]) => `export const ${name} = ${value};\n`).join("")}`;
const typescript = `declare const process: { versions: { node: string } };\n${esModule}`;

/** A compiler that knows today's settings; the one in Pulumi's SDK is of 2020. */
const compiler = { typescript: "~5.9.3", "ts-node": "^10.9.2" };

function writeTypeScript(module: string, moduleResolution: string) {
  const compilerOptions = { strict: true, target: "es2020", module, moduleResolution };
  return { "index.ts": typescript, "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }) };
}

export const programs = {
  CommonJS: { manifest: {}, dependencies: {}, files: { "index.js": commonJs } },
  "an ES module": { manifest: { type: "module" }, dependencies: {}, files: { "index.js": esModule } },
  // As in Pulumi's own templates, until 2026.
  TypeScript: { manifest: {}, dependencies: {}, files: writeTypeScript("commonjs", "node") },
  "TypeScript with its own compiler": {
    manifest: {},
    dependencies: compiler,
    files: writeTypeScript("node16", "node16"),
  },
  "an ES module in TypeScript": {
    manifest: { type: "module" },
    dependencies: compiler,
    files: writeTypeScript("node16", "node16"),
  },
  // The manifest and the modules of Pulumi's template `typescript`, of August 2026.
  "Pulumi's own template": {
    manifest: { main: "index.ts", devDependencies: { "@types/node": "^18", typescript: "^5.0.0" } },
    dependencies: {},
    files: writeTypeScript("nodenext", "nodenext"),
  },
} satisfies Record<string, Program>;
