// Loaded first by host processes and by programs of light stacks. Half of what the SDK loads as it starts is for programs in TypeScript
// and for providers given as closures: here that waits until something asks for it.
const Module = require("node:module");
const { dirname } = require("node:path");

// As `typescript: false` in Pulumi.yaml does, to which the language host of a CLI that was built here does not listen.
process.env.PULUMI_NODEJS_TYPESCRIPT = "false";

const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
for (const name of ["typescript", "@npmcli/arborist"]) {
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
