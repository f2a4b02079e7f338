// Programs and host processes of light stacks load this file first. Most of what the SDK loads as it starts is for tracing, for providers
// given as closures and for the Automation API: nothing of what these need is loaded.
const { existsSync } = require("node:fs");
const { dirname, join, sep } = require("node:path");

// As `typescript: false` in Pulumi.yaml does, to which the language host of a CLI that was built here does not listen.
if (!existsSync("tsconfig.json")) process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
// `npm run check` has found the mistakes in the types of the examples.
process.env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
const leaveOut = (file, exports = {}) => {
  require.cache[file] = { loaded: true, exports };
};

const tracing = [
  "resources",
  "sdk-trace-base",
  "sdk-trace-node",
  "exporter-zipkin",
  "instrumentation",
  "instrumentation-grpc",
];
for (const name of tracing) leaveOut(require.resolve(`@opentelemetry/${name}`, { paths: [sdk] }));
for (const file of ["codePaths.js", "serializeClosure.js"]) leaveOut(join(sdk, "runtime/closure", file));

// These are processes that Pulumi starts. A program that uses the Automation API has one of its own.
if (process.argv[1]?.startsWith(join(sdk, "cmd") + sep)) {
  for (const file of ["automation/index.js", "provider/index.js"]) leaveOut(join(sdk, file));
  // This starts a debugger, which serializing a closure needs.
  leaveOut(join(sdk, "runtime/closure/v8Hooks.js"), { isInitializedAsync: async () => {} });
  // The frames of programs in JavaScript are right without source maps, and those of the package and the SDK are not shown.
  leaveOut(require.resolve("source-map-support/register", { paths: [sdk] }));
}
