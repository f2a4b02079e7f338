// Programs and host processes of light stacks load this file first. Most of what the SDK loads as it starts is for tracing and for providers
// given as closures: nothing of what these need is loaded. test/README.md says which tests go without this file.
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

// As `typescript: false` in Pulumi.yaml does, to which the language host of a CLI that was built here does not listen.
if (!existsSync("tsconfig.json")) process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
// `npm run check` has found the mistakes in the types of the examples.
process.env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const closures = ["runtime/closure/codePaths.js", "typescript-shim.js"];
const tracing = [
  "resources",
  "sdk-trace-base",
  "sdk-trace-node",
  "exporter-zipkin",
  "instrumentation",
  "instrumentation-grpc",
];
const unused = [
  ...closures.map((file) => join(sdk, file)),
  ...tracing.map((name) => require.resolve(`@opentelemetry/${name}`, { paths: [sdk] })),
];
for (const file of unused) require.cache[file] = { loaded: true, exports: {} };
