/** Runs the commands of a workflow as GitHub does. */

import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import type { Run } from "../engine/stack";

/** A step in a process group of its own, which holds what the step leaves running. */
export function asGitHubDoes(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Run & { readonly group: number | undefined }> {
  const step = spawn("bash", ["-e", "-c", script], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [step.stdout, step.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  return new Promise((settle, fail) => {
    step.on("error", fail).on("close", (code) => settle({ code: code ?? 1, text, group: step.pid }));
  });
}

/** Ends what a step left running. */
export function end(group: number): void {
  try {
    process.kill(-group);
  } catch {
    // It has not come up, or has ended: the step's own failure says more.
  }
}

export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((settle) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => settle(port));
    });
  });
}
