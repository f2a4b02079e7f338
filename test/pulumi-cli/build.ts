import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { runGuarded } from "./guarded";
import { isAtLeast, output } from "./programs";
import { atMost, type Log, since, withProgress } from "./progress";

const engine = join(__dirname, "engine");

/**
 * Two Go modules, since no version of Pulumi's modules holds both programs: the language host left the SDK's module after
 * 3.68.0. It speaks the same protocol to today's engine.
 */
const modules = [
  { folder: engine, program: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi" },
  {
    folder: join(__dirname, "language-host"),
    program: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  },
];

/** A build that takes longer is stuck. */
export const buildSeconds = 3600;

/** A Go workspace around the checkout and a missing C compiler must not matter, and no other Go is downloaded. */
const goEnvironment = { GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" };

/** Builds the programs into `folder`/bin, verified by the checksums in go.sum; needs Go and its module proxy. */
export async function build(folder: string, log: Log): Promise<void> {
  const go = await requireGo();
  const cores = availableParallelism();
  const minutes = Math.ceil(8 / Math.min(cores, 8));
  log(
    `Building it from Go modules with Go ${go}: about ${minutes} min with ${cores} cores, ${atMost(buildSeconds)}, this once.`,
  );
  const start = Date.now();
  for (const { folder: module, program } of modules) {
    const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${await pulumiVersion(module)}`;
    const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", stamp];
    const command: [string, ...string[]] = ["go", "build", ...flags, "-o", join(folder, "bin/"), program];
    const left = buildSeconds - Math.floor((Date.now() - start) / 1000);
    const compile = () => runGuarded(folder, left, command, { cwd: module, env: goEnvironment });
    await withProgress(log, `building ${program}`, buildSeconds, compile, start);
  }
  log(`Built in ${since(start)}.`);
}

async function requireGo(): Promise<string> {
  const answer = await output("go", ["env", "GOVERSION"], goEnvironment).catch(() => {
    throw new Error("there is no Go");
  });
  const has = answer.replace(/^go/, "");
  const least = await leastGo();
  if (!isAtLeast(has, least)) throw new Error(`Go is ${has}, below ${least}`);
  return has;
}

/** The engine is the newer of the two, and asks for the newer Go. */
export async function leastGo(): Promise<string> {
  return goMod(engine, /^go (\S+)$/m);
}

async function pulumiVersion(module: string): Promise<string> {
  return goMod(module, /github\.com\/pulumi\/pulumi\/(?:pkg|sdk)\/v3 v(\S+)/);
}

async function goMod(module: string, pattern: RegExp): Promise<string> {
  const [, found] = pattern.exec(await readFile(join(module, "go.mod"), "utf8")) ?? [];
  if (found === undefined) throw new Error(`${module}/go.mod does not match ${pattern}`);
  return found;
}
