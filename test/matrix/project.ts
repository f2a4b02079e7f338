/** A project with the packed package, laid out and installed as a user would have it. */

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { TestStack } from "../engine/stack";
import { packOnce } from "../package/pack";
import { createTemporaryFolder, succeed } from "../tools/command";
import type { Program } from "./programs";
import { installTools, type Manager, type ManagerName, type NodeVersion } from "./tools";

interface Layout {
  /** Where the program lies. */
  readonly program: "." | "infra";
  /** Where Pulumi.yaml lies, and what it says of the program. */
  readonly pulumi: "." | "infra";
  readonly main?: string;
  /** Whether the package is one of the project's own workspace. */
  readonly linked?: true;
}

const layouts = {
  "at the top": { program: ".", pulumi: "." },
  "in a subfolder (main: infra)": { program: "infra", pulumi: ".", main: "infra" },
  "in a subfolder (main: infra/index.ts)": { program: "infra", pulumi: ".", main: "infra/index.ts" },
  "in a workspace with the package": { program: "infra", pulumi: "infra", linked: true },
} satisfies Record<string, Layout>;

export type LayoutName = keyof typeof layouts;

interface Setup {
  readonly node: NodeVersion;
  /** A version, or "newest" for the newest in the registry, which may be too new for some Node. */
  readonly sdk: string;
  readonly manager: ManagerName;
  readonly program: Program;
  readonly layout: LayoutName;
  /** The runtime of the program. Default: Node. */
  readonly runtime?: "bun";
}

interface Running {
  /** The folder of the whole project. */
  readonly project: string;
  /** Its programs run on the Node of the setup. */
  readonly stack: TestStack;
  readonly sandbox: Sandbox;
  readonly sdk: string;
}

/** Installs a project, has a test use a new stack of its program, and removes it. */
export async function withStack(setup: Setup, use: (running: Running) => Promise<void>): Promise<void> {
  const { node, bunHost, managers, newestSdk } = await installTools();
  const layout: Layout = layouts[setup.layout];
  const sdk = setup.sdk === "newest" ? newestSdk : setup.sdk;
  const project = createTemporaryFolder("matrix");
  const sandbox = await startSandbox();
  try {
    const manager = managers[setup.manager];
    await writeProject(project, sdk, setup.program, manager, layout);
    const stack = await TestStack.createIn(join(project, layout.pulumi), sandbox, "infra");
    const main = layout.main === undefined ? "" : `main: ${layout.main}\n`;
    await stack.write("Pulumi.yaml", `name: infra\nruntime: ${setup.runtime ?? "nodejs"}\n${main}`);
    stack.environment.PATH = [dirname(node(setup.node)), bunHost, stack.environment.PATH].join(delimiter);
    const [command, ...args] = manager.install;
    await succeed(project, command, args, stack.environment);
    await use({ project, stack, sandbox, sdk });
  } finally {
    await sandbox.close();
    await rm(project, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function writeProject(project: string, sdk: string, program: Program, manager: Manager, layout: Layout) {
  const apphosting = layout.linked ? manager.linked : `file:${(await packOnce()).tarball}`;
  const dependencies = { "pulumi-apphosting": apphosting, "@pulumi/pulumi": sdk, ...program.dependencies };
  const manifest = { name: "infra", version: "1.0.0", private: true, ...program.manifest, dependencies };
  const workspace = { name: "top", private: true, workspaces: ["infra", "packages/*"] };
  const files = {
    ...manager.settings,
    ...(layout.linked ? { "package.json": JSON.stringify(workspace) } : {}),
    [join(layout.pulumi, "package.json")]: JSON.stringify(manifest),
    ...Object.fromEntries(Object.entries(program.files).map(([name, text]) => [join(layout.program, name), text])),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
  if (layout.linked) await addPackage(join(project, "packages", "pulumi-apphosting"));
}

/** The package as the tarball has it, without what its manifest keeps for a checkout of this repository. */
async function addPackage(folder: string): Promise<void> {
  await cp((await packOnce()).folder, folder, { recursive: true });
  const file = join(folder, "package.json");
  const { scripts, devDependencies, ...manifest } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify(manifest));
}
