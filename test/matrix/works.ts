import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/models";
import { startEngine } from "../host/engine";
import { startHost } from "../host/host";
import { outputs, type ProgramKind, programs } from "./programs";
import { type LayoutName, withStack } from "./project";
import { installTools, type ManagerName, type NodeVersion } from "./tools";

type Row = [NodeVersion, sdk: string, ManagerName, ProgramKind, LayoutName];

/** Versions of the SDK: the oldest that the package promises, the last for Node 20, and the newest in the registry. */
const [oldest, lastOnNode20, newest] = ["3.216.0", "3.248.0", "newest"];

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
  [26, newest, "pnpm", "TypeScript with its own compiler", "in a workspace with the package"],
  [26, newest, "Yarn 1", "an ES module", "at the top"],
  [26, newest, "Bun", "TypeScript", "in a workspace with the package"],
];

/** Pulumi's own connection to the engine would use the proxy, so this is the host process alone. */
async function expectWarningBehindProxy(project: string, node: string): Promise<void> {
  const proxies = ["http_proxy", "https_proxy", "grpc_proxy"].map((name) => [name, "http://127.0.0.1:9"]);
  const engine = await startEngine();
  const host = await startHost({ project, node, engine, env: Object.fromEntries(proxies) });
  await host.delete("cache", "cache-1", {});
  await host.stop();
  engine.close();
  expect(engine.warnings.map((warning) => warning.slice(0, 13))).to.deep.equal(["Cache cache-1"]);
}

/** Tests the rows of these managers, each in one file only: Yarn 1 fails if two processes share its cache. */
export function testManagers(...managers: readonly ManagerName[]): void {
  for (const [node, sdk, manager, program, layout] of matrix) {
    if (!managers.includes(manager)) continue;
    it(`Node ${node}, SDK ${sdk}, ${manager}: up of ${program} ${layout}`, async () => {
      const setup = { node, sdk, manager, program: programs[program], layout };
      await withStack(setup, async ({ stack, sandbox, sdk: version }) => {
        expect(await stack.up("--json")).to.include(
          '"prefix":"warning: ","message":"Cache sessions (cache-1) will be adopted: ',
        );
        await stack.succeed("preview", "--expect-no-changes");
        // The program's transformation has dropped all options of the cache.
        expect(await stack.readBackend()).not.to.include(cachePassword);
        const said = JSON.parse(await stack.succeed("stack", "output", "--json"));
        expect(said.runsOn.node).to.match(new RegExp(`^${node}\\.`));
        expect(said).to.deep.equal(outputs(said.runsOn.node, version));
        expect(sandbox.requests()).to.have.length(3);
        await expectWarningBehindProxy(stack.folder, (await installTools()).node(node));
      });
    });
  }
}
