/**
 * Records the state that this version writes, as `<version>.json`, and its program, as `<version>.txt`:
 * run it once at each release, with `npx tsx test/engine/released/record.ts`, and commit both. They are never written
 * again.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import { normaliseAttributes, respondWith, startFaultySandbox } from "../../faults";
import { TestStack } from "../stack";

/**
 * The program of the first `up`, and that of the second. Their state has everything that later releases must understand: secrets,
 * unapplied and recorded values, a fallback id, an update by a named operation, one with an unknown outcome, and the consent to a
 * delete.
 */
const formatProgram = (staging: string, timeout: number, more: string) => `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: "eu-central-1",
  repository: "acme/web-shop", buildCommand: pulumi.secret("npm run build") });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop", buildCommand: ${staging} });
new Environment("plain", { applicationId: web.id, name: "plain", branch: "main" }, { dependsOn: staging, retainOnDelete: false });
new Application("recorded", { existingId: "app-9", name: "Recorded", sourceControlProvider: "hostB" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30, autoUpgradeEnabled: false, triggers: [1] });
new Cache("carts", { cacheId: "cache-2", name: "carts" });${more}
new Cache("queue", { cacheId: "cache-3", name: "queue", hibernationTimeout: ${timeout} }, { dependsOn: [web, staging${more && ", made"}] });
`;
const first = formatProgram("null", 15, "");
const second = formatProgram(
  '"make staging"',
  20,
  '\nconst made = new Environment("made", { applicationId: web.id, name: "made", branch: "main" });',
);

async function record(): Promise<void> {
  const file = join(__dirname, `${version}.json`);
  if (existsSync(file)) throw new Error(`${version} has been recorded: its state is what users have.`);
  const api = await startFaultySandbox({ operations: true });
  const stack = await TestStack.create(api);
  try {
    api.addFault(normaliseAttributes({ region: "us-east-1" }), { method: "POST", path: /^\/applications$/ });
    await stack.configure({ "apphosting:operations": "update,delete", "apphosting:maxRetries": "0" });
    await stack.upProgram(first);
    api.addFault(respondWith(200, {}, { takesEffect: true }), { method: "POST", path: /environments$/ });
    api.addFault(respondWith(500, { message: "Down." }), { method: "PATCH", path: /cache-3$/ });
    await stack.failProgram(second);
    const state = JSON.stringify(JSON.parse(await stack.succeed("stack", "export")), null, 2);
    // Where this machine has the SDK is of no account.
    const path = /(?<=project:\/{3})\.\.\/[^"]*(?=\/node_modules\/)/g;
    writeFileSync(file, `${state.replaceAll(path, "..")}\n`);
    writeFileSync(join(__dirname, `${version}.txt`), second);
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
