/**
 * Installs the official release of Pulumi into FOLDER with the SDK's own installer. A program of its own, so that a limit
 * in time can end the installer's shell script too, and so that nothing of its output is shown.
 *
 * Usage: official-release.ts FOLDER
 */
import { PulumiCommand } from "@pulumi/pulumi/automation";

const [root = ""] = process.argv.slice(2);

async function install(): Promise<void> {
  // The installer itself waits two minutes for an answer, where a machine without a way outside may never get one.
  await fetch("https://get.pulumi.com/install.sh", {
    method: "HEAD",
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw new Error(
      `get.pulumi.com cannot be reached (${(error.cause as Error | undefined)?.message ?? error.message})`,
    );
  });
  await PulumiCommand.install({ root });
}

install().catch((error: Error) => {
  console.error(error.message.replace(/\s+/g, " ").slice(0, 400));
  process.exit(1);
});
