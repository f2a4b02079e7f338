import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Runs a command that fills `folder`, under the eyes of guard.ts. Its temporary files go there too, so that they share the
 * folder's fate. Nothing of its output is shown; where it fails, the end of the output is the error.
 */
export async function runGuarded(
  folder: string,
  seconds: number,
  [command, ...args]: [string, ...string[]],
  { cwd = __dirname, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const temporary = join(folder, "tmp");
  await mkdir(temporary, { recursive: true });
  const guard = spawn(
    process.execPath,
    [...typescript, join(__dirname, "guard.ts"), folder, String(seconds), command, ...args],
    {
      cwd,
      env: { ...process.env, ...env, TMPDIR: temporary },
      // Out of the terminal's process group: Ctrl-C must not end the guard before it has cleaned up.
      detached: true,
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [guard.stdout, guard.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2000);
    });
  }
  const code = await new Promise((resolve, reject) => guard.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(said.trim().split("\n").slice(-5).join("\n") || `${command} failed`);
}

/** What makes Node run a TypeScript file. */
export const typescript = ["--require", require.resolve("tsx/cjs")];
