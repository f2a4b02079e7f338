/**
 * Runs `COMMAND…`, which fills FOLDER, for at most SECONDS, and outlives whoever started it for just as long as it takes to
 * clean up. Standard input is the lifeline: it closes however the starting process ends, SIGKILL included, where no signal
 * handler could help. Then the command ends with all its children (`go` has many), and FOLDER goes.
 *
 * Usage: guard.ts FOLDER SECONDS COMMAND [ARGUMENT…]
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { endTree } from "./process-tree";

const [folder = "", seconds = "", command = "", ...args] = process.argv.slice(2);

// A process group of its own, so that one signal reaches the children of the command too.
const job = spawn(command, args, {
  detached: true,
  windowsHide: true,
  stdio: ["ignore", "inherit", "inherit"],
});

job.on("error", (error) => quit(1, error.message));
job.on("exit", (code) => quit(code ?? 1));

setTimeout(() => {
  endTree(job);
  quit(1, `not finished after ${seconds} seconds`);
}, Number(seconds) * 1000);

process.stdin.resume().on("close", () => {
  endTree(job);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  quit(1);
});

function quit(code: number, reason = ""): never {
  if (reason) console.error(reason);
  process.exit(code);
}
