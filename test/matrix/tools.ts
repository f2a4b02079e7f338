/** The Node versions, package managers and versions of Pulumi's SDK that users have. */

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder, install, quiet, succeed } from "../tools/command";

const nodeVersions = [20, 22, 24, 26] as const;
export type NodeVersion = (typeof nodeVersions)[number];

export interface Manager {
  /** The command that installs what the package.json files of a project name. */
  readonly install: readonly [string, ...string[]];
  /** Settings of a project, by file. */
  readonly settings: Readonly<Record<string, string>>;
  /** The version under which a project names a package of its own workspace. */
  readonly linked: string;
}

export type ManagerName = "npm" | "pnpm" | "Yarn 1" | "Yarn 4" | "Yarn 4 Plug'n'Play" | "Bun";

/** What the main process of mocha gets for all workers. */
interface Got {
  /** The newest version of the SDK. It may be too new for some Node. */
  readonly newestSdk: string;
  /** Where the tools are installed. */
  readonly folder: string;
}

interface Tools extends Omit<Got, "folder"> {
  node(version: NodeVersion): string;
  /** A folder with the language host for `runtime: bun`. */
  readonly bunHost: string;
  readonly managers: Readonly<Record<ManagerName, Manager>>;
}

/** What the registry has as a version of Node. */
const findNodePackage = (version: NodeVersion) => `npm:node-${process.platform}-${process.arch}@${version}`;

const result = "MATRIX_TOOLS";

/** For mocha: the workers have the result from the environment of its main process. */
export const mochaGlobalSetup = installTools;

/** Gets them from the package registry, once a run. */
export async function installTools(): Promise<Tools> {
  process.env[result] ??= JSON.stringify(await get());
  return describeTools(JSON.parse(process.env[result]));
}

async function get(): Promise<Got> {
  const folder = createTemporaryFolder("tools");
  const packages = [
    ...nodeVersions.map((version) => `node${version}@${findNodePackage(version)}`),
    "pnpm@12",
    "yarn1@npm:yarn@1",
    "yarn4@npm:@yarnpkg/cli-dist@4",
    // Under the name "bun" the registry has a script that downloads it.
    `bun@npm:@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}@1`,
  ];
  await install(
    folder,
    `Node ${nodeVersions.join(", ")}, pnpm, Yarn and Bun; each test then installs a project`,
    ...packages,
  );
  await createBunHost(folder);
  const newestSdk = (await succeed(folder, "npm", ["view", "@pulumi/pulumi", "version"])).trim();
  return { newestSdk, folder };
}

function describeTools({ folder, ...got }: Got): Tools {
  const at = (...path: string[]) => join(folder, "node_modules", ...path);
  const yarn4 = (linker: string): Manager => ({
    install: ["node", at("yarn4/bin/yarn.js"), "install", "--no-immutable"],
    settings: { "yarn.lock": "", ".yarnrc.yml": `${yarnSettings}${linker}\n` },
    linked: "workspace:*",
  });
  return {
    ...got,
    node: (version) => at(`node${version}`, "bin", "node"),
    bunHost: join(folder, "bun-host"),
    managers: {
      npm: { install: ["npm", "install", ...quiet], settings: {}, linked: "*" },
      pnpm: {
        install: ["node", at("pnpm/bin/pnpm.mjs"), "install", "--prefer-offline", "--no-frozen-lockfile"],
        settings: { "pnpm-workspace.yaml": pnpmSettings },
        linked: "workspace:*",
      },
      Bun: { install: [at("bun/bin/bun"), "install"], settings: {}, linked: "workspace:*" },
      "Yarn 1": {
        install: ["node", at("yarn1/bin/yarn.js"), "install", "--prefer-offline", "--non-interactive"],
        settings: {},
        linked: "*",
      },
      "Yarn 4": yarn4("nodeLinker: node-modules"),
      // With its loader for ES modules, Pulumi's own TypeScript compiler does not start on Node 22.
      "Yarn 4 Plug'n'Play": yarn4("nodeLinker: pnp\npnpEnableEsmLoader: false"),
    },
  };
}

/**
 * Creates a replacement for Pulumi's language host for Bun, which no registry of Go modules has. Like the original, it makes
 * the language host for Node run Bun.
 */
async function createBunHost(tools: string): Promise<void> {
  const folder = join(tools, "bun-host");
  await mkdir(join(folder, "as-node"), { recursive: true });
  await symlink(join(tools, "node_modules/bun/bin/bun"), join(folder, "as-node", "node"));
  const script = `#!/bin/sh\nPATH="${join(folder, "as-node")}:$PATH" exec pulumi-language-nodejs -typescript=false "$@"\n`;
  await writeFile(join(folder, "pulumi-language-bun"), script, { mode: 0o755 });
}

/**
 * pnpm fails where nobody has decided on the install script of a package that the SDK brings. Both managers refuse
 * what was published today, which the newest SDK may have been.
 */
const pnpmSettings = `packages: ["infra", "packages/*"]
allowBuilds: { protobufjs: false }
minimumReleaseAge: 0
`;

const yarnSettings = `enableTelemetry: false
npmMinimalAgeGate: 0
`;
