import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/models";
import { describeEngine } from "../engine/describe";
import { upCommand } from "../engine/stack";
import { succeed } from "../tools/command";
import { type Program, programs } from "./programs";
import { type LayoutName, type Setup, withStack } from "./project";
import { installTools, type ManagerName, type NodeVersion } from "./tools";

type Row = [NodeVersion, sdk: string, ManagerName, keyof typeof programs, LayoutName];

/** Versions of the SDK: the oldest that the package promises, the last for Node 20, and the newest in the registry. */
const [oldest, lastOnNode20, newest] = ["3.216.0", "3.248.0", "newest"] as const;

/** Pairs values that could clash, not all of them. */
const matrix: readonly Row[] = [
  [20, oldest, "npm", "CommonJS", "at the top"],
  [20, oldest, "Yarn 1", "TypeScript", "in a subfolder (main: infra)"],
  [20, lastOnNode20, "npm", "TypeScript with its own compiler", "at the top"],
  [20, lastOnNode20, "pnpm", "an ES module", "in a workspace with the package"],
  [22, oldest, "pnpm", "TypeScript", "at the top"],
  [22, newest, "npm", "an ES module in TypeScript", "at the top"],
  [24, newest, "Yarn 4", "CommonJS", "in a subfolder (main: infra)"],
  [26, oldest, "npm", "an ES module", "in a workspace with the package"],
  [26, newest, "npm", "TypeScript", "in a subfolder (main: infra/index.ts)"],
  [26, newest, "npm", "Pulumi's own template", "at the top"],
  [26, newest, "pnpm", "TypeScript with its own compiler", "in a workspace with the package"],
  [26, newest, "Yarn 1", "an ES module", "at the top"],
  [26, newest, "Bun", "TypeScript", "in a workspace with the package"],
];

describeEngine("the package, installed by each package manager", () => {
  before(installTools);

  for (const [node, sdk, manager, program, layout] of matrix) {
    it(`Node ${node}, SDK ${sdk}, ${manager}: up of ${program} ${layout}`, async () => {
      const setup = { node, sdk, manager, program: programs[program], layout };
      await withStack(setup, async ({ stack, sandbox, sdk: version }) => {
        expect(await stack.up("--json")).to.include(
          '"prefix":"warning: ","message":"Cache sessions (cache-1) will be adopted: ',
        );
        await stack.refresh("--expect-no-changes");
        await stack.preview("--expect-no-changes");
        // The program's transformation has dropped all options of the cache.
        expect(await stack.readBackend()).not.to.include(cachePassword);
        const { runsOn, ...outputs } = JSON.parse(await stack.succeed("stack", "output", "--json"));
        expect(outputs).to.deep.equal({ applicationId: "app-1", cacheStatus: "creating" });
        expect(runsOn.sdk).to.equal(version);
        expect(runsOn.node).to.match(new RegExp(`^${node}\\.`));
        await stack.destroy();
        expect(sandbox.requests()).to.have.length(3);
      });
    });
  }

  const usePnpm = (program: Program): Setup => {
    return { node: 22, sdk: newest, manager: "pnpm", program, layout: "at the top" };
  };

  it("Installed package: stays out of a serialized callback's archive (pnpm)", async () => {
    await withStack(usePnpm(programs.CommonJS), async ({ project, stack }) => {
      const list = 'require("@pulumi/pulumi").runtime.computeCodePaths().then((paths) => console.log(paths.size))';
      expect(await succeed(project, "node", ["--eval", list], stack.environment)).to.equal("0\n");
    });
  });

  it("Peer dependency of a package: up works if the project also has pulumi-apphosting (pnpm)", async () => {
    const components = { name: "components", version: "1.0.0", peerDependencies: { "pulumi-apphosting": "*" } };
    const program = {
      manifest: {},
      dependencies: { components: "file:./components" },
      files: {
        "index.js": programs.CommonJS.files["index.js"].replace('"pulumi-apphosting"', '"components"'),
        "components/index.js": 'module.exports = require("pulumi-apphosting");',
        "components/package.json": JSON.stringify(components),
      },
    };
    await withStack(usePnpm(program), async ({ stack }) => {
      await stack.up();
      expect(await stack.readIds()).to.include({ web: "app-1" });
    });
  });

  it("Installed package with `runtime: bun`: up runs the program in Bun, and then changes nothing", async () => {
    const { "index.ts": text, ...rest } = programs.TypeScript.files;
    const files = { ...rest, "index.ts": `${text}\ndeclare const Bun: unknown;\nexport const bun = typeof Bun;\n` };
    const program = { ...programs.TypeScript, files };
    const setup = { node: 26, sdk: newest, manager: "Bun", program, layout: "at the top", runtime: "bun" } as const;
    await withStack(setup, async ({ stack, sandbox }) => {
      await stack.up();
      await stack.preview("--expect-no-changes");
      expect(JSON.parse(await stack.succeed("stack", "output", "--json"))).to.include({ bun: "object" });
      expect(sandbox.requests()).to.have.length(3);
    });
  });

  it("Yarn Plug'n'Play: pulumi can't find its SDK, but `yarn exec pulumi` works with CommonJS", async () => {
    const manager = "Yarn 4 Plug'n'Play";
    const yarn = { node: 22, sdk: newest, manager, program: programs.CommonJS, layout: "at the top" } as const;
    await withStack(yarn, async ({ project, stack }) => {
      expect(await stack.failUp()).to.include("It looks like the Pulumi SDK has not been installed.");

      const [node, program] = (await installTools()).managers[manager].install;
      const up = [`${program}`, "exec", "pulumi", "--non-interactive", ...upCommand];
      await succeed(project, node, up, stack.environment);
    });
  });
});
