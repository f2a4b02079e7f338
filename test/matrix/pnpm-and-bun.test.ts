import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { packOnce } from "../package/pack";
import { succeed } from "../tools/command";
import { type Program, programs } from "./programs";
import { type Setup, withStack } from "./project";
import { installTools } from "./tools";
import { testManagers } from "./works";

describeEngine("the package installed by pnpm and Bun", () => {
  before(installTools);
  testManagers("pnpm", "Bun");

  const setup = (program: Program): Setup => {
    return { node: 22, sdk: "newest", manager: "pnpm", program, layout: "at the top" };
  };

  it("Installed package: stays out of a serialized callback's archive (pnpm)", async () => {
    await withStack(setup(programs.CommonJS), async ({ project, stack }) => {
      const list = 'require("@pulumi/pulumi").runtime.computeCodePaths().then((paths) => console.log(paths.size))';
      expect(await succeed(project, "node", ["--eval", list], stack.environment)).to.equal("0\n");
    });
  });

  /** A program that uses `components`, which depends on the package. The project names a peer itself. */
  async function indirect(by: "dependencies" | "peerDependencies"): Promise<Program> {
    const apphosting = `file:${(await packOnce()).tarball}`;
    const components = {
      name: "components",
      version: "1.0.0",
      [by]: { "pulumi-apphosting": by === "dependencies" ? apphosting : "*" },
    };
    return {
      manifest: {},
      dependencies: {
        components: "file:./components",
        "pulumi-apphosting": by === "dependencies" ? undefined : apphosting,
      },
      files: {
        "index.js": programs.CommonJS.files["index.js"].replace('"pulumi-apphosting"', '"components"'),
        "components/index.js": 'module.exports = require("pulumi-apphosting");',
        "components/package.json": JSON.stringify(components),
      },
    };
  }

  it("Transitive dependency: up fails and names the module that the project lacks (pnpm)", async () => {
    await withStack(setup(await indirect("dependencies")), async ({ stack }) => {
      expect(await stack.failUp()).to.include("Cannot find module 'pulumi-apphosting/host'");
    });
  });

  it("Peer dependency: up works if the project also has pulumi-apphosting (pnpm)", async () => {
    await withStack(setup(await indirect("peerDependencies")), async ({ stack }) => {
      await stack.up();
      const { applicationId } = JSON.parse(await stack.succeed("stack", "output", "--json"));
      expect(applicationId).to.equal("app-1");
    });
  });

  it("Installed package with `runtime: bun`: up runs the program in Bun, and then changes nothing", async () => {
    const { "index.ts": text, ...rest } = programs.TypeScript.files;
    const files = { ...rest, "index.ts": `${text}\ndeclare const Bun: unknown;\nexport const runtime = typeof Bun;\n` };
    const program = { ...programs.TypeScript, files };
    const setup = { node: 26, sdk: "newest", manager: "Bun", program, layout: "at the top", runtime: "bun" } as const;
    await withStack(setup, async ({ stack, sandbox }) => {
      await stack.up();
      await stack.succeed("preview", "--expect-no-changes");
      expect(JSON.parse(await stack.succeed("stack", "output", "--json"))).to.include({
        applicationId: "app-1",
        runtime: "object",
      });
      expect(sandbox.requests()).to.have.length(3);
    });
  });
});
