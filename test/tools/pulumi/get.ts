/** Two ways to get Pulumi's programs into `folder`/bin. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { SemVer } from "semver";

const run = promisify(execFile);

/** Whatever takes longer is stuck. */
const [downloadMinutes, buildMinutes] = [5, 60];

const engine = join(__dirname, "engine");

/**
 * Two Go modules, because none of Pulumi's has both programs: the language host left the SDK's after 3.68.0. It speaks the
 * same protocol to today's engine.
 */
const programs = [
  [engine, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"],
  [join(__dirname, "language-host"), "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"],
] as const;

/** The engine's version, which golden texts show. The SDK's version is another one: the last for Node 20. */
export const engineVersion = readVersion(engine);

/** Has the SDK install the official release of the engine. */
export async function download(folder: string): Promise<void> {
  // The installer itself waits two minutes for an answer, where a machine without a way outside may never get one.
  const probe = { method: "HEAD", signal: AbortSignal.timeout(10_000) };
  await fetch("https://get.pulumi.com/install.sh", probe).catch(() => {
    throw new Error("get.pulumi.com can't be reached");
  });
  const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
  console.error(`Downloading the official release, at most ${downloadMinutes} min`);
  const late = setTimeout(downloadMinutes * 60_000, undefined, { ref: false }).then(() => {
    throw new Error(`not finished after ${downloadMinutes} min`);
  });
  await Promise.race([late, PulumiCommand.install({ root: folder, version: new SemVer(engineVersion) })]);
}

/** Builds the programs, verified by the checksums in go.sum; needs Go and its module proxy. */
export async function build(folder: string): Promise<void> {
  const { stdout: go } = await run("go", ["version"]);
  console.error(`Building with ${go.trim()}, this once: about 8 min of processor time.`);
  // A Go workspace around the checkout and a missing C compiler must not matter, and no other Go is downloaded.
  const env = { ...process.env, GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0", GOTMPDIR: folder };
  for (const [cwd, program] of programs) {
    const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${readVersion(cwd)}`;
    const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", stamp];
    console.error(`Building ${program}, at most ${buildMinutes} min`);
    const timeout = buildMinutes * 60_000;
    await run("go", ["build", ...flags, "-o", join(folder, "bin/"), program], { cwd, env, timeout });
  }
}

/** Reads which version of Pulumi a Go module builds. */
function readVersion(module: string): string {
  const goMod = readFileSync(join(module, "go.mod"), "utf8");
  const [, version] = /github\.com\/pulumi\/pulumi\/(?:pkg|sdk)\/v3 v(\S+)/.exec(goMod) ?? [];
  if (version === undefined) throw new Error(`${module}/go.mod requires no version of Pulumi`);
  return version;
}
