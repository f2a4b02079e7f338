import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { root } from "./pack";
import { type Scratch, scratchOrSkip } from "./scratch";

describeEngine("the installed package", () => {
  let project: Scratch;
  let sandbox: Sandbox;

  before(async function () {
    project = await scratchOrSkip(this);
    sandbox = await startSandbox();
  });

  after(() => sandbox?.close());

  beforeEach(() => sandbox.reset());

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

  it("works with a CommonJS program", async () => {
    await project.moduleType("commonjs");
    await expectUp(project, {
      "index.js": `const { ${names} } = require("pulumi-apphosting");\n${program}exports.status = cache.status;\n`,
    });
  });

  it("works with a program of ES modules", async () => {
    await project.moduleType("module");
    await expectUp(project, {
      "index.js": `import { ${names} } from "pulumi-apphosting";\n${program}export const status = cache.status;\n`,
    });
  });

  it("works with a TypeScript program and the compiler that comes with Pulumi's SDK", async () => {
    const typescript = project.at(join(project.folder, "typescript"));
    expect((await typescript.attempt("node", "-e", "require('typescript')")).code).not.to.equal(0);
    await expectUp(typescript, {
      "package.json": JSON.stringify({ name: "typescript-program", main: "index.ts" }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: true, target: "es2020", module: "commonjs", moduleResolution: "node" },
      }),
      "index.ts": `${await readFile(join(root, "examples/quickstart/index.ts"), "utf8")}
export const status = cache.status;
`,
    });
  });

  async function expectUp(at: Scratch, files: Record<string, string>): Promise<void> {
    await at.write(files);
    const stack = await at.stack(sandbox);
    const said = await stack.succeed("up", "--yes", "--skip-preview", "--suppress-progress");
    expect(said)
      .to.include("+ 4 created")
      .and.match(/status *: "creating"/);
    const { applications, environments } = sandbox.state();
    expect(applications.map(({ attributes }) => attributes.name)).to.deep.equal(["Web shop"]);
    expect(environments.map(({ attributes }) => attributes.name)).to.include("staging");
    expect(sandbox.requests()).to.have.length(3);
    await stack.succeed("preview", "--expect-no-changes");
  }
});
