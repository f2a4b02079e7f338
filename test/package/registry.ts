/** Whether packages can be had. */

import { tmpdir } from "node:os";
import { attempt } from "../tools/command";

let reached: Promise<boolean> | undefined;

/**
 * Without a way to the package registry, the suite says so and is left out; in CI it fails. For a hook that installs:
 * each of its commands has a limit of its own.
 */
export async function registryOrSkip(suite: Mocha.Context): Promise<void> {
  suite.timeout(0);
  // npm itself tries for minutes.
  const question = ["view", "@pulumi/pulumi", "name", "--fetch-retries=0", "--fetch-timeout=20000"];
  reached ??= attempt(tmpdir(), "npm", question).then(({ code }) => code === 0);
  if (!process.env.CI && !(await reached)) {
    console.error("The package registry cannot be reached.");
    suite.skip();
  }
}
