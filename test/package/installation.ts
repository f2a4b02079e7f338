import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { temporaryFolder } from "./command";
import { packed } from "./pack";
import { type Scratch, type ScratchStack, scratchOrSkip } from "./scratch";

/** The engine runs the host side from the program's folder, whatever the program itself requires. */
describeEngine("a program that takes the package from a folder beside its own", () => {
  let infra: Scratch;
  let shared: Scratch;
  let sandbox: Sandbox;
  let stack: ScratchStack;

  before(async function () {
    const project = await scratchOrSkip(this);
    const repository = temporaryFolder("repository");
    await mkdir(join(repository, "node_modules"));
    await symlink(join(project.folder, "node_modules/@pulumi"), join(repository, "node_modules/@pulumi"));
    shared = project.at(join(repository, "shared"));
    await shared.write({
      "package.json": "{}",
      "index.js": `module.exports = require("pulumi-apphosting");`,
    });
    await install(shared);
    infra = project.at(join(repository, "infra"));
    await infra.write({
      "package.json": "{}",
      "index.js": `const { Cache } = require("../shared");
new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
`,
    });
    sandbox = await startSandbox();
    stack = await infra.stack(sandbox);
  });

  after(() => sandbox?.close());

  async function install(project: Scratch): Promise<void> {
    await cp((await packed()).folder, join(project.folder, "node_modules/pulumi-apphosting"), {
      recursive: true,
    });
  }

  it("is told what to install where, when the program's folder finds no copy", async () => {
    const { code, text } = await stack.attempt("preview");
    expect(code).not.to.equal(0);
    expect(text).to.include(
      "pulumi-apphosting is not installed where the engine looks for it: " +
        `make it a dependency of the project in ${infra.folder}, `,
    );
    expect(text).not.to.include("    at ");
  });

  it("is told of both copies, when the program's folder finds another one", async () => {
    await install(infra);
    const { code, text } = await stack.attempt("preview");
    const host = "node_modules/pulumi-apphosting/dist/host/index.js";
    expect(code).not.to.equal(0);
    expect(text).to.include(
      "Two copies of pulumi-apphosting are installed: " +
        `the program uses ${join(shared.folder, host)}, the engine will use ${join(infra.folder, host)}. ` +
        `Install it once, in ${infra.folder}; `,
    );
    expect(text).not.to.include("    at ");
  });
});
