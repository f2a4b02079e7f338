import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const windows = process.platform === "win32";

export const cli = windows ? "pulumi.exe" : "pulumi";
export const languageHost = windows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
/** Starts the process in which dynamic providers live. The npm package of the SDK holds it, so a build copies it. */
export const launcher = windows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";

const run = promisify(execFile);

export async function output(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(program, args, { env: { ...process.env, ...env }, timeout: 60_000 });
  return stdout.trim();
}

/** What a CLI answers to `version`; throws where it does not run or answers something else. */
export async function versionOf(program: string): Promise<string> {
  const answer = await output(program, ["version"], { PULUMI_SKIP_UPDATE_CHECK: "1" }).catch(() => {
    throw new Error(`${program} does not run`);
  });
  if (numbers(answer).length === 0) throw new Error(`${program} does not answer with a version`);
  return answer.replace(/^v/, "");
}

/** Compares by major, minor and patch: enough here, where only released versions are asked for. */
export function isAtLeast(version: string, least: string): boolean {
  const [has, needs] = [numbers(version), numbers(least)];
  const differing = [0, 1, 2].find((at) => has[at] !== needs[at]);
  return differing === undefined || (has[differing] ?? 0) > (needs[differing] ?? 0);
}

export async function isExecutable(path: string): Promise<boolean> {
  // A folder passes for executable, too.
  return access(path, constants.X_OK)
    .then(() => stat(path))
    .then(
      (found) => found.isFile(),
      () => false,
    );
}

/** The first of the folders that holds the program. */
export async function folderOf(program: string, folders: string[]): Promise<string | undefined> {
  for (const folder of folders) if (await isExecutable(join(folder, program))) return folder;
  return undefined;
}

export function pathFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

function numbers(version: string): number[] {
  const [, ...parts] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return parts.map((part) => Number(part ?? 0));
}
