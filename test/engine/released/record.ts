/**
 * Records the state that this version writes, as `<version>.json`, and its program, as `<version>.txt`: run it once at
 * each release, with `npx tsx test/engine/released/record.ts`, and commit both. They are never written again.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import { normaliseAttributes, respondWith } from "../../faults";
import { startAccount } from "../account";
import { TestStack } from "../stack";

/**
 * The programs of two `up`, of which the second fails for the cache `queue`. Their state has all that later releases must
 * understand: secrets, an adoption, values that the API returned otherwise or didn't confirm, a made id, an argument
 * that is null, one that is left out, an update by a named operation, and `retainOnDelete: false`.
 */
const formatProgram = (command: string, timeout: number, more: string) => `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: "eu-central-1",
  repository: "acme/web-shop", buildCommand: pulumi.secret("npm run build") });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop", buildCommand: ${command} });
new Environment("plain", { applicationId: web.id, name: "plain", branch: "main" }, { dependsOn: staging, retainOnDelete: false });
new Application("adopted", { existingId: "app-1", name: "Shop 1", sourceControlProvider: "hostA" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30, triggers: [1]${more && ", isPublic: true"} });
new Cache("carts", { cacheId: "cache-2", name: "carts"${more ? "" : ', size: "1gb"'} });${more}
new Cache("queue", { cacheId: "cache-3", name: "queue", hibernationTimeout: ${timeout} }, { dependsOn: [web, staging${more && ", made"}] });
`;
const made = '\nconst made = new Environment("made", { applicationId: web.id, name: "made", branch: "main" });';
const programs = [formatProgram("null", 15, ""), formatProgram('"make staging"', 20, made)] as const;

async function record(): Promise<void> {
  const file = join(__dirname, `${version}.json`);
  if (existsSync(file)) throw new Error(`${version} has been recorded: its state is what users have.`);
  const api = await startAccount(1, { operations: true });
  const stack = await TestStack.create(api);
  try {
    api.addFault(normaliseAttributes({ region: "us-east-1" }), { method: "POST", path: /^\/applications$/ });
    await stack.configure({ "apphosting:operations": "update,delete", "apphosting:maxRetries": "0" });
    await stack.upProgram(programs[0]);
    api.addFault(respondWith(200, {}, { takesEffect: true }), { method: "POST", path: /environments$/ });
    api.addFault(normaliseAttributes({ is_public: false }), { method: "PATCH", path: /cache-1$/ });
    api.addFault(respondWith(500, { message: "Down." }), { method: "PATCH", path: /cache-3$/ });
    await stack.failProgram(programs[1]);
    const state = JSON.stringify(JSON.parse(await stack.succeed("stack", "export")), null, 2);
    // Where this machine has the packages is of no account.
    const path = /(?<=project:\/{3})\.\.\/[^"]*(?=\/(?:node_modules|provider)\/)/g;
    writeFileSync(file, `${state.replaceAll(path, "..")}\n`);
    writeFileSync(join(__dirname, `${version}.txt`), programs[1]);
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
