/** What a program waits for before its first resource, and the engine before its first answer: in fresh processes. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startHost } from "../host/host";

const checkout = resolve(__dirname, "../..");

/** Milliseconds of each run. */
export interface StartTimes {
  /** `require("@pulumi/pulumi")`, which every program does, and `require("pulumi-apphosting")` after it. */
  readonly require: { readonly sdk: number[]; readonly ours: number[] };
  /** From the start of the host process to its first answered `check`, of ours and of a provider that does nothing. */
  readonly firstCheck: { readonly bare: number[]; readonly ours: number[] };
}

export async function startTimes(runs: number): Promise<StartTimes> {
  const times: StartTimes = { require: { sdk: [], ours: [] }, firstCheck: { bare: [], ours: [] } };
  const bare = await mkdtemp(join(tmpdir(), "apphosting-bench-"));
  try {
    // What the loader of our resources finds in this folder.
    await mkdir(join(bare, "node_modules/pulumi-apphosting"), { recursive: true });
    const provider = "exports.application = { check: async (_, inputs) => ({ inputs }) };\n";
    await writeFile(join(bare, "node_modules/pulumi-apphosting/host.js"), provider);
    for (let run = 0; run < runs; run += 1) {
      const [sdk, ours] = await requireTimes();
      times.require.sdk.push(sdk);
      times.require.ours.push(ours);
      times.firstCheck.bare.push(await firstCheck(bare));
      times.firstCheck.ours.push(await firstCheck(checkout));
    }
    return times;
  } finally {
    await rm(bare, { recursive: true });
  }
}

const requires = `
const start = performance.now();
require("@pulumi/pulumi");
const between = performance.now();
require("pulumi-apphosting");
console.log(JSON.stringify([between - start, performance.now() - between]));
`;

async function requireTimes(): Promise<[sdk: number, ours: number]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", requires], { cwd: checkout });
  return JSON.parse(stdout);
}

async function firstCheck(cwd: string): Promise<number> {
  const env = { APPHOSTING_BASE_URL: "http://127.0.0.1:1", APPHOSTING_TOKEN: "none" };
  const start = performance.now();
  const host = await startHost({ cwd, env });
  const { failures } = await host.check("application", { name: "Web", sourceControlProvider: "hostA" });
  const milliseconds = performance.now() - start;
  await host.stop();
  if (failures.length > 0) throw new Error(`check failed: ${JSON.stringify(failures)}`);
  return milliseconds;
}
