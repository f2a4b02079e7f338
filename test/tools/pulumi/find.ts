/** Finds the Pulumi that tests and tools run. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, realpath, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gte } from "semver";
import { build, download, engineVersion } from "./get";

export interface Pulumi {
  /** One or more folders to put first on PATH, joined as PATH joins them. */
  readonly bin: string;
  readonly version: string;
}

/** The package needs the inputs that a read returns, which the SDK ignores before this version. */
const least = "3.216.0";
const isWindows = process.platform === "win32";
/** The files of Pulumi's programs, which have an extension on Windows. */
const cli = isWindows ? "pulumi.exe" : "pulumi";
const languageHost = isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
/** Starts the process of dynamic providers. The SDK's npm package has this script, too. */
const launcher = isWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";
const sdkFolder = dirname(require.resolve("@pulumi/pulumi/package.json"));

const caches = join(homedir(), ...(process.platform === "darwin" ? ["Library", "Caches"] : [".cache"]));
/** Has the programs of the engine's version, for all checkouts of the user. */
const cache = join(process.env.XDG_CACHE_HOME || caches, "pulumi-apphosting", `pulumi-${engineVersion}`);

/** Holds what was found, or why nothing was: neither this process nor those that it starts look again. */
const result = "FOUND_PULUMI";

/**
 * Finds a Pulumi with its Node language host: an installed one, else one in the cache, else the official release, else a
 * build from Go modules.
 *
 * @throws Error with instructions where no way is left
 */
export async function findPulumi(): Promise<Pulumi> {
  const failed = ({ message }: Error) => ({ failure: message });
  process.env[result] ??= JSON.stringify(await search().catch(failed));
  const found = JSON.parse(process.env[result]) as Pulumi | ReturnType<typeof failed>;
  if ("failure" in found) throw new Error(found.failure);
  return found;
}

/** For mocha: its main process finds Pulumi, and the workers have the result from its environment. */
export async function mochaGlobalSetup(): Promise<void> {
  // Tests of units and of the host need no Pulumi, and must not wait for one to be built.
  const others = process.argv.filter((word) => /^(\.[\\/])?test[\\/](?!(unit|host)([\\/]|$))/.test(word));
  // Without a Pulumi, the suites that need one say so.
  if (others.length > 0) await findPulumi().catch(() => {});
}

async function search(): Promise<Pulumi> {
  const tried: string[] = [];
  const get = (fill: typeof download) => () => {
    console.error(`No usable Pulumi:\n${tried.join("\n")}`);
    return fillCache(fill);
  };
  const ways = {
    PATH: findInstalled,
    Cache: () => findWhole(cache),
    "Official release": get(download),
    "Build from Go modules": get(build),
  };
  for (const [name, way] of Object.entries(ways)) {
    try {
      return await way();
    } catch (error) {
      tried.push(`  ${name}: ${(error as Error).message.trim().slice(-500)}`);
    }
  }
  throw new Error(`Pulumi ${least} or later is needed, with its Node language host. What was tried:
${tried.join("\n")}
Install Pulumi (https://www.pulumi.com/docs/install/), or Go to have it built.`);
}

async function findInstalled(): Promise<Pulumi> {
  const onPath = (process.env.PATH ?? "").split(delimiter);
  const folder = findFolder(cli, onPath);
  const program = join(folder, cli);
  const version = await readVersion(program);
  if (!gte(version, least)) throw new Error(`${program} is ${version}, below ${least}`);
  // A package manager may have put only a link to the CLI on PATH. The launcher comes with the SDK in any case.
  const folders = [folder, dirname(await realpath(program)), ...onPath];
  const bin = new Set([folder, findFolder(languageHost, folders), findFolder(launcher, [...folders, sdkFolder])]);
  return { bin: [...bin].join(delimiter), version };
}

/** Finds the programs in a folder. Removes an incomplete folder, to make room for another. */
async function findWhole(folder: string): Promise<Pulumi> {
  const bin = join(folder, "bin");
  const missing = [cli, languageHost, launcher].filter((program) => !existsSync(join(bin, program)));
  if (missing.length > 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`no ${missing.join(", no ")}`);
  }
  return { bin, version: engineVersion };
}

/** Fills a folder next to the cache and renames it, so that an interrupted run never leaves half a cache. */
async function fillCache(fill: (folder: string) => Promise<void>): Promise<Pulumi> {
  await mkdir(dirname(cache), { recursive: true });
  const partial = await mkdtemp(`${cache}.partial-`);
  try {
    await fill(partial);
    // An installer that fails in silence, or a build for another machine, shows here.
    await readVersion(join(partial, "bin", cli));
    await copyFile(join(sdkFolder, launcher), join(partial, "bin", launcher));
    await findWhole(partial);
    // Another process may have been first.
    await rename(partial, cache).catch(() => {});
    return await findWhole(cache);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function findFolder(program: string, folders: readonly string[]): string {
  const found = folders.find((folder) => existsSync(join(folder, program)));
  if (found === undefined) throw new Error(`no ${program}`);
  return found;
}

async function readVersion(program: string): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { stdout } = await promisify(execFile)(program, ["version"], { env, timeout: 60_000 });
  return stdout.trim().replace(/^v/, "");
}
