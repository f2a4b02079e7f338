/**
 * Records the state that this version writes, as `<version>.json`, and its program, as `<version>.txt`:
 * run it once at each release, with `npx tsx test/engine/released/record.ts`, and commit both. They are never written
 * again.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import { normaliseAttributes, startFaultySandbox } from "../../faults";
import { TestStack } from "../stack";

/** Its state holds all that a release has to understand later, secrets and what was not applied among it. */
const program = `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: "eu-central-1",
  repository: "acme/web-shop", buildCommand: pulumi.secret("npm run build") });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop", buildCommand: null });
new Environment("plain", { applicationId: web.id, name: "plain", branch: "main" }, { dependsOn: staging });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30, autoUpgradeEnabled: false, triggers: [1] });
new Cache("carts", { cacheId: "cache-2", name: "carts" });
`;

async function record(): Promise<void> {
  const file = join(__dirname, `${version}.json`);
  if (existsSync(file)) throw new Error(`${version} has been recorded: its state is what users have.`);
  const api = await startFaultySandbox();
  const stack = await TestStack.create(api);
  try {
    api.addFault(normaliseAttributes({ region: "us-east-1" }), { method: "POST", path: /^\/applications$/ });
    await stack.writeProgram(program);
    await stack.up();
    const state = JSON.stringify(JSON.parse(await stack.succeed("stack", "export")), null, 2);
    // Where this machine has the SDK is of no account.
    const path = /(?<=project:\/{3})\.\.\/[^"]*(?=\/node_modules\/)/g;
    writeFileSync(file, `${state.replaceAll(path, "..")}\n`);
    writeFileSync(join(__dirname, `${version}.txt`), program);
    console.log(`Recorded ${file}`);
  } finally {
    await stack.remove();
    await api.close();
  }
}

record().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
