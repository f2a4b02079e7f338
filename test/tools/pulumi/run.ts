/** Runs Pulumi with the arguments given, as if it were installed. */
import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { findPulumi } from "./find";

async function run(): Promise<void> {
  const { bin } = await findPulumi();
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  const pulumi = spawn("pulumi", process.argv.slice(2), { stdio: "inherit", env });

  // A terminal sends Ctrl-C to Pulumi itself. A second one would make it stop at once, without finishing its step.
  process.on("SIGINT", () => process.stdin.isTTY || pulumi.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => pulumi.kill(signal));

  process.exitCode = await new Promise<number>((resolve, reject) => {
    pulumi.on("error", reject).on("exit", (code) => resolve(code ?? 1));
  });
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
