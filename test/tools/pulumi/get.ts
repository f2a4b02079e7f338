/** Two ways to get Pulumi's programs into `folder`/bin. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { SemVer } from "semver";
import { formatLimit, withProgress } from "./progress";

const run = promisify(execFile);

/** Whatever takes longer is stuck. */
const [downloadSeconds, buildSeconds] = [300, 3600];

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
  console.error(`Downloading the official release: ${formatLimit(downloadSeconds)}.`);
  const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
  const install = () => PulumiCommand.install({ root: folder, version: new SemVer(engineVersion) });
  await withProgress("downloading the official release", downloadSeconds, install);
}

/** Builds the programs, verified by the checksums in go.sum; needs Go and its module proxy. */
export async function build(folder: string): Promise<void> {
  const { stdout: go } = await run("go", ["version"]);
  const cores = availableParallelism();
  const about = `about ${Math.ceil(8 / Math.min(cores, 8))} min with ${cores} cores`;
  console.error(`Building with ${go.trim()}: ${about}, ${formatLimit(buildSeconds)}, this once.`);
  // A Go workspace around the checkout and a missing C compiler must not matter, and no other Go is downloaded.
  const env = { ...process.env, GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0", GOTMPDIR: folder };
  for (const [cwd, program] of programs) {
    const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${readVersion(cwd)}`;
    const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", stamp];
    await withProgress(`building ${program}`, buildSeconds, (signal) =>
      run("go", ["build", ...flags, "-o", join(folder, "bin/"), program], { cwd, env, signal }),
    );
  }
}

/** Reads which version of Pulumi a Go module builds. */
function readVersion(module: string): string {
  const goMod = readFileSync(join(module, "go.mod"), "utf8");
  const [, version] = /github\.com\/pulumi\/pulumi\/(?:pkg|sdk)\/v3 v(\S+)/.exec(goMod) ?? [];
  if (version === undefined) throw new Error(`${module}/go.mod requires no version of Pulumi`);
  return version;
}
