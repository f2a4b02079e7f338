import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/models";
import { describeEngine } from "../engine/describe";
import { succeed } from "../tools/command";
import { programs } from "./programs";
import { type LayoutName, withStack } from "./project";
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

  it("Installed package: stays out of a serialized callback's archive (pnpm)", async () => {
    const pnpm = { node: 22, sdk: newest, manager: "pnpm", program: programs.CommonJS, layout: "at the top" } as const;
    await withStack(pnpm, async ({ project, stack }) => {
      const list = 'require("@pulumi/pulumi").runtime.computeCodePaths().then((paths) => console.log(paths.size))';
      expect(await succeed(project, "node", ["--eval", list], stack.environment)).to.equal("0\n");
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
});
