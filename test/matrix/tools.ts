/** The Node versions, package managers and versions of Pulumi's SDK that users have. */

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder, install as installPackages, quiet, succeed } from "../tools/command";

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

export type ManagerName = "npm" | "pnpm" | "Yarn 1" | "Yarn 4" | "Bun";

type Tools = Awaited<ReturnType<typeof install>>;
let tools: Promise<Tools> | undefined;

/** Installs them from the package registry, once a run. */
export function installTools(): Promise<Tools> {
  tools ??= install();
  return tools;
}

async function install() {
  const folder = createTemporaryFolder("tools");
  const packages = [
    ...nodeVersions.map((version) => `node${version}@npm:node-${process.platform}-${process.arch}@${version}`),
    "pnpm@12",
    "yarn1@npm:yarn@1",
    "yarn4@npm:@yarnpkg/cli-dist@4",
    // Under the name "bun" the registry has a script that downloads it.
    `bun@npm:@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}@1`,
  ];
  const what = `Node ${nodeVersions.join(", ")}, pnpm, Yarn and Bun; each test then installs a project`;
  await installPackages(folder, what, ...packages);
  const at = (...path: string[]) => join(folder, "node_modules", ...path);
  return {
    node: (version: NodeVersion) => at(`node${version}`, "bin", "node"),
    /** The newest version of the SDK. It may be too new for some Node. */
    newestSdk: (await succeed(folder, "npm", ["view", "@pulumi/pulumi", "version"])).trim(),
    /** A folder with the language host for `runtime: bun`. */
    bunHost: await createBunHost(folder),
    managers: describeManagers(at),
  };
}

function describeManagers(at: (...path: string[]) => string): Readonly<Record<ManagerName, Manager>> {
  return {
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
    "Yarn 4": {
      install: ["node", at("yarn4/bin/yarn.js"), "install", "--no-immutable"],
      settings: { "yarn.lock": "", ".yarnrc.yml": yarnSettings },
      linked: "workspace:*",
    },
  };
}

/**
 * Creates a replacement for Pulumi's language host for Bun, which no registry of Go modules has. Like the original, it makes
 * the language host for Node run Bun.
 */
async function createBunHost(tools: string): Promise<string> {
  const folder = join(tools, "bun-host");
  await mkdir(join(folder, "as-node"), { recursive: true });
  await symlink(join(tools, "node_modules/bun/bin/bun"), join(folder, "as-node", "node"));
  const script = `#!/bin/sh\nPATH="${join(folder, "as-node")}:$PATH" exec pulumi-language-nodejs -typescript=false "$@"\n`;
  await writeFile(join(folder, "pulumi-language-bun"), script, { mode: 0o755 });
  return folder;
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
nodeLinker: node-modules
`;
