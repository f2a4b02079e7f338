import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { type Scratch, type ScratchStack, scratchOrSkip } from "./scratch";

/** One stack, which three kinds of program declare. */
describeEngine("the installed package", () => {
  let project: Scratch;
  let sandbox: Sandbox;
  let stack: ScratchStack;

  before(async function () {
    project = await scratchOrSkip(this);
    sandbox = await startSandbox();
    stack = await project.stack(sandbox);
  });

  after(() => sandbox?.close());

  const program = `const application = new Application("web", {
  name: "Web shop",
  region: Region.EuCentral1,
  repository: "acme/web-shop",
  sourceControlProvider: SourceControlProvider.HostA,
});
new Environment("staging", { applicationId: application.id, name: "staging", branch: "develop" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", isPublic: false });
`;
  const names = "Application, Cache, Environment, Region, SourceControlProvider";
  const esModule = `import { ${names} } from "pulumi-apphosting";\n${program}export const status = cache.status;\n`;

  it("brings up a CommonJS program", async () => {
    await project.moduleType("commonjs");
    await project.write({
      "index.js": `const { ${names} } = require("pulumi-apphosting");\n${program}exports.status = cache.status;\n`,
    });
    const said = await stack.succeed("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(said)
      .to.include("+ 4 created")
      .and.match(/status *: "creating"/);
    const { applications, environments } = sandbox.state();
    expect(applications.map(({ attributes }) => attributes.name)).to.deep.equal(["Web shop"]);
    expect(environments.map(({ attributes }) => attributes.name)).to.include("staging");
    expect(sandbox.requests()).to.have.length(3);
  });

  it("has the same for ES modules", async () => {
    await project.moduleType("module");
    await project.write({ "index.js": esModule });
    await stack.succeed("preview", "--expect-no-changes");
  });

  it("has the same for TypeScript, by the compiler that comes with Pulumi's SDK", async () => {
    expect((await project.attempt("node", "-e", "require('typescript')")).code).not.to.equal(0);
    const compilerOptions = { strict: true, target: "es2020", module: "commonjs", moduleResolution: "node" };
    await project.write({
      "Pulumi.yaml": "name: scratch\nruntime: nodejs\nmain: typescript\n",
      "typescript/package.json": JSON.stringify({ name: "typescript-program", main: "index.ts" }),
      "typescript/tsconfig.json": JSON.stringify({ compilerOptions }),
      "typescript/index.ts": esModule,
    });
    // `pulumi new`, in another file, checks types.
    stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
    await stack.succeed("preview", "--expect-no-changes");
  });
});
