import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { upCommand } from "../engine/stack";
import { packOnce } from "../package/pack";
import { succeed } from "../tools/command";
import { type Program, programs } from "./programs";
import { type Setup, withStack } from "./project";
import { installTools, type ManagerName } from "./tools";

describeEngine("limits of the installed package", () => {
  before(installTools);

  function setup(manager: ManagerName, program: Program = programs.CommonJS): Setup {
    return { node: 22, sdk: "newest", manager, program, layout: "at the top" };
  }

  it("Yarn Plug'n'Play is not seen by pulumi, which misses its SDK; `yarn exec pulumi` works with CommonJS", async () => {
    const yarn = setup("Yarn 4 Plug'n'Play");
    await withStack(yarn, async ({ project, stack }) => {
      expect(await stack.failUp()).to.include("It looks like the Pulumi SDK has not been installed.");

      const [node, program] = (await installTools()).managers[yarn.manager].install;
      const up = [`${program}`, "exec", "pulumi", "--non-interactive", ...upCommand];
      await succeed(project, node, up, stack.environment);
    });
  });

  /** A program that uses `components`, which has the package in one of two ways. A peer is for the project to name. */
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

  it("Dependency of another package alone: up fails, and says to install pulumi-apphosting in the project (pnpm)", async () => {
    await withStack(setup("pnpm", await indirect("dependencies")), async ({ project, stack }) => {
      expect(await stack.failUp()).to.include(
        "pulumi-apphosting is not installed where the engine looks for it: " +
          `make it a dependency of the project in ${project}, `,
      );
    });
  });

  it("Peer dependency of another package: up works where the project has pulumi-apphosting, too (pnpm)", async () => {
    await withStack(setup("pnpm", await indirect("peerDependencies")), async ({ stack }) => {
      await stack.up();
      const { applicationId } = JSON.parse(await stack.succeed("stack", "output", "--json"));
      expect(applicationId).to.equal("app-1");
    });
  });
});
