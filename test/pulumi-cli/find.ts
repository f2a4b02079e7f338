import { copyFile, realpath, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { build, buildSeconds, leastGo } from "./build";
import { cacheFolder, keep, kept, type Made } from "./cache";
import { runGuarded, typescript } from "./guarded";
import { cli, folderOf, isAtLeast, languageHost, launcher, pathFolders, versionOf } from "./programs";
import { atMost, type Log, withProgress } from "./progress";

export type Pulumi = {
  /** One or more folders to put first on PATH, joined as PATH joins them. */
  bin: string;
  version: string;
  origin: "installed" | "downloaded" | "built";
};

/** `configure` of a dynamic provider came with this version, and the package needs it. */
const least = "3.139.0";
/** Enough for a hundred megabytes over a slow line. */
const downloadSeconds = 300;
const sdkFolder = dirname(require.resolve("@pulumi/pulumi/package.json"));

/**
 * Finds a Pulumi with its Node language host: an installed one, else one that was got before, else the official release,
 * else a build from Go modules. `log` hears about what takes time: how long so far, and how long at most. Throws with
 * instructions where no way is left.
 */
export async function findPulumi({ log = console.error }: { log?: Log } = {}): Promise<Pulumi> {
  const tried: string[] = [];
  async function attempt<T>(what: string, way: () => Promise<T>): Promise<T | undefined> {
    return way().catch((error: Error) => {
      tried.push(`${what}: ${error.message}`);
      return undefined;
    });
  }

  async function make(partial: string): Promise<Made | undefined> {
    log(`No usable Pulumi on PATH. Getting ${sdkVersion} into ${cacheFolder()}.`);
    const downloaded = await attempt("Official release", () => download(partial, log));
    if (downloaded) return downloaded;
    log(tried.at(-1) ?? "");
    return attempt("Build from Go modules", async () => {
      await rm(join(partial, "bin"), { recursive: true, force: true });
      await build(partial, log);
      return complete(partial, "built");
    });
  }

  const found =
    (await attempt("PATH", installed)) ??
    (await kept()) ??
    (await attempt(cacheFolder(), () => keep(make, downloadSeconds + buildSeconds, log)));
  if (!found) throw new Error(await instructions(tried));
  return found;
}

async function installed(): Promise<Pulumi> {
  const onPath = pathFolders();
  const folder = await folderOf(cli, onPath);
  if (!folder) throw new Error(`no ${cli}`);
  const version = await versionOf(join(folder, cli));
  if (!isAtLeast(version, least)) throw new Error(`${join(folder, cli)} is ${version}, below ${least}`);

  // A package manager may have put only a link to the CLI on PATH. The launcher comes with the SDK in any case.
  const beside = dirname(await realpath(join(folder, cli)));
  const folders = new Set([folder]);
  for (const program of [languageHost, launcher]) {
    const holder = await folderOf(program, [folder, beside, ...onPath, sdkFolder]);
    if (!holder) throw new Error(`${join(folder, cli)} has no ${program}`);
    folders.add(holder);
  }
  return { bin: [...folders].join(delimiter), version, origin: "installed" };
}

async function download(partial: string, log: Log): Promise<Made> {
  const installer = join(__dirname, "official-release.ts");
  const command: [string, ...string[]] = [process.execPath, ...typescript, installer, partial];
  log(`Downloading the official release: ${atMost(downloadSeconds)}.`);
  await withProgress(log, "downloading the official release", downloadSeconds, () =>
    runGuarded(partial, downloadSeconds, command),
  );
  return complete(partial, "downloaded");
}

/** Trusts no exit code: an installer that fails in silence, or a build for another machine, shows here. */
async function complete(partial: string, origin: Made["origin"]): Promise<Made> {
  const bin = join(partial, "bin");
  const version = await versionOf(join(bin, cli));
  if (!(await folderOf(languageHost, [bin]))) throw new Error(`no ${languageHost} came with ${cli}`);
  if (!(await folderOf(launcher, [bin]))) await copyFile(join(sdkFolder, launcher), join(bin, launcher));
  return { version, origin };
}

async function instructions(tried: string[]): Promise<string> {
  return [
    `Pulumi ${least} or later is needed, with its Node language host. What was tried:`,
    ...tried.map((line) => `  ${line}`),
    `Install Pulumi (https://www.pulumi.com/docs/install/), or Go ${await leastGo()} or later to have it built.`,
  ].join("\n");
}
