// Loaded first by host processes and by programs of light stacks. Most of what the SDK loads as it starts is for tracing, for the Automation
// API, for programs in TypeScript and for providers given as closures: here that waits until something asks for it.
const { existsSync } = require("node:fs");
const Module = require("node:module");
const { dirname } = require("node:path");

// As `typescript: false` in Pulumi.yaml does, to which the language host of a CLI that was built here does not listen.
if (!existsSync("tsconfig.json")) process.env.PULUMI_NODEJS_TYPESCRIPT = "false";

const telemetry = [
  "resources",
  "sdk-trace-base",
  "sdk-trace-node",
  "exporter-zipkin",
  "instrumentation",
  "instrumentation-grpc",
];
const later = [
  "typescript",
  "@npmcli/arborist",
  "normalize-package-data",
  "fdir",
  "@pulumi/pulumi/automation/index.js",
  ...telemetry.map((name) => `@opentelemetry/${name}`),
];
const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
for (const name of later) {
  const file = require.resolve(name, { paths: [sdk] });
  let real;
  const load = () => {
    delete require.cache[file];
    real = require(file);
    return real;
  };
  const get = (_, property) => (property === "__esModule" ? true : (real ?? load())[property]);
  require.cache[file] = Object.assign(new Module(file), { loaded: true, exports: new Proxy({}, { get }) });
}
