/** Runs commands in temporary folders, as on a user's machine. */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Result {
  readonly code: number;
  readonly stdout: string;
  /** Standard output, then standard error. */
  readonly text: string;
}

/** A command that takes longer is stuck. The benchmark has some of minutes. */
export const commandSeconds = 1800;

const limit = `${commandSeconds / 60} min`;

/** Runs a command to its end, whatever the end. */
export function attempt(
  folder: string,
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Result> {
  return new Promise((settle) => {
    execFile(
      ...resolveProgram(command, args),
      {
        cwd: folder,
        env: { ...userEnvironment(), ...environment },
        maxBuffer: 1 << 28,
        timeout: commandSeconds * 1000,
      },
      (error, stdout, stderr) => {
        const late = error?.killed ? `\nnot finished after ${limit}` : "";
        settle({ code: error === null ? 0 : Number(error.code) || 1, stdout, text: stdout + stderr + late });
      },
    );
  });
}

/** On Windows, npm's command is a script, which only a shell runs. Node's folder has the program behind it. */
function resolveProgram(command: string, args: readonly string[]): [file: string, args: readonly string[]] {
  if (process.platform !== "win32" || command !== "npm") return [command, args];
  return [process.execPath, [join(dirname(process.execPath), "node_modules/npm/bin/npm-cli.js"), ...args]];
}

/** Runs a command that must succeed, and returns its standard output. */
export async function succeed(...command: Parameters<typeof attempt>): Promise<string> {
  const { code, stdout, text } = await attempt(...command);
  if (code === 0) return stdout;
  throw new Error(`${command[1]} ${command[2].join(" ")} ended with ${code} in ${command[0]}:\n${text}`);
}

/** Reads the blocks of shell commands in a document, with these values for its placeholders. */
export function readCommands(document: string, values: Readonly<Record<string, string>>): string[] {
  return [...readFileSync(document, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) =>
    Object.entries(values).reduce((commands, [placeholder, value]) => commands.replaceAll(placeholder, value), block),
  );
}

/** Installs packages into a folder, without running their scripts. Takes long, and is silent meanwhile. */
export async function install(folder: string, what: string, ...packages: readonly string[]): Promise<void> {
  console.error(`Installing ${what} (at most ${limit})`);
  await succeed(folder, "npm", ["install", ...quiet, "--ignore-scripts", ...packages]);
}

export const quiet = ["--prefer-offline", "--no-audit", "--no-fund"] as const;

/** The environment without what `npm test` adds, and without the user's own settings for Pulumi and this package. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const added = /^(npm_(lifecycle|package|command|execpath|node|config_local_prefix)|PULUMI_|APPHOSTING_)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)));
}

const folders: string[] = [];
process.on("exit", removeTemporaryFolders);

/** Creates a folder that is removed when the process ends, or by `removeTemporaryFolders`. */
export function createTemporaryFolder(name: string): string {
  // Real, as programs see it: on macOS the path of the temporary folder is a link.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `apphosting-${name}-`)));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
