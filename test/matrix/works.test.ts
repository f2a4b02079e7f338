import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache";
import { describeEngine } from "../engine/describe";
import { succeed } from "../tools/command";
import { outputs, type ProgramKind, programs } from "./programs";
import { type LayoutName, withStack } from "./project";
import { installTools, type ManagerName, type NodeVersion } from "./tools";

type Row = [NodeVersion, sdk: string, ManagerName, ProgramKind, LayoutName];

/** Versions of the SDK: the oldest that the package promises, the last for Node 20, and the newest in the registry. */
const [oldest, lastOnNode20, newest] = ["3.216.0", "3.248.0", "newest"];

/** Each value meets the ones that it could clash with; not each meets all. */
const matrix: readonly Row[] = [
  [20, oldest, "npm", "CommonJS", "at the top"],
  [20, oldest, "Yarn 1", "TypeScript", "in a subfolder (main: infra)"],
  [20, lastOnNode20, "pnpm", "an ES module", "in a workspace that links the package"],
  [20, lastOnNode20, "Yarn 4", "TypeScript with its own compiler", "at the top"],
  [22, oldest, "pnpm", "TypeScript", "at the top"],
  [22, newest, "npm", "an ES module in TypeScript", "at the top"],
  [24, newest, "Yarn 4", "CommonJS", "in a subfolder (main: infra)"],
  [26, oldest, "npm", "an ES module", "in a workspace that links the package"],
  [26, newest, "npm", "TypeScript", "in a subfolder (main: infra/index.ts)"],
  [26, newest, "pnpm", "TypeScript with its own compiler", "in a workspace that links the package"],
  [26, newest, "Yarn 1", "an ES module", "at the top"],
  [26, newest, "Bun", "TypeScript", "in a workspace that links the package"],
];

describeEngine("the installed package works", () => {
  before(installTools);

  for (const [node, sdk, manager, program, layout] of matrix) {
    it(`Installed package: works on Node ${node} with @pulumi/pulumi ${sdk} and ${manager}, for ${program} ${layout}`, async () => {
      const setup = { node, sdk, manager, program: programs[program], layout };
      await withStack(setup, async ({ project, stack, sandbox, sdk: version }) => {
        expect(await stack.up("--json")).to.include(
          '"prefix":"warning: ","message":"Cache sessions (cache-1) will be adopted: ',
        );
        await stack.succeed("preview", "--expect-no-changes");
        // The program's transformation has dropped all options of the cache.
        expect(await stack.readBackend()).not.to.include(cachePassword);
        const print = ["--print", "process.versions.node"];
        const runsOn = (await succeed(project, "node", print, stack.environment)).trim();
        expect(runsOn).to.match(new RegExp(`^${node}\\.`));
        const said = JSON.parse(await stack.succeed("stack", "output", "--json"));
        expect(said).to.deep.equal(outputs(runsOn, version));
        expect(sandbox.requests()).to.have.length(3);
      });
    });
  }

  it("Installed package: preview, up, refresh and destroy on Node 26 with the newest SDK, for Pulumi's template", async () => {
    const program = programs["Pulumi's own template"];
    const setup = { node: 26, sdk: newest, manager: "npm", program, layout: "at the top" } as const;
    await withStack(setup, async ({ stack, sandbox }) => {
      await stack.succeed("preview");
      await stack.up();
      await stack.succeed("preview", "--expect-no-changes");
      await stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      await stack.succeed("destroy", "--yes", "--skip-preview");
      expect((await stack.readState()).resources).to.deep.equal([]);
      expect(sandbox.requests()).to.have.length(3);
    });
  });

  it("Installed package: not in the archive of a serialized callback, such as a Lambda function's (pnpm)", async () => {
    const setup = { node: 22, sdk: newest, manager: "pnpm", program: programs.CommonJS, layout: "at the top" } as const;
    await withStack(setup, async ({ project, stack }) => {
      const list = 'require("@pulumi/pulumi").runtime.computeCodePaths().then((paths) => console.log(paths.size))';
      expect(await succeed(project, "node", ["--eval", list], stack.environment)).to.equal("0\n");
    });
  });

  it("Installed package with `runtime: bun`: up and an empty preview, the program in Bun, the host process in Node", async () => {
    const { "index.ts": text, ...rest } = programs.TypeScript.files;
    const files = { ...rest, "index.ts": `${text}\ndeclare const Bun: unknown;\nexport const runtime = typeof Bun;\n` };
    const program = { ...programs.TypeScript, files };
    const setup = { node: 26, sdk: newest, manager: "Bun", program, layout: "at the top", runtime: "bun" } as const;
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
