/**
 * Records the state that this version writes, as `<version>.json`, and the program that it states, as `<version>.txt`:
 * run it once at each release, with `npx tsx test/engine/released/record.ts`, and commit both. They are never written
 * again.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import { startFaultySandbox } from "../../faults";
import { TestStack } from "../stack";
import { misbehave, program } from "./program";

async function record(): Promise<void> {
  const file = join(__dirname, `${version}.json`);
  if (existsSync(file)) throw new Error(`${version} has been recorded: its state is what users have.`);
  const api = await startFaultySandbox();
  const stack = await TestStack.create(api);
  try {
    misbehave(api);
    await stack.program(program);
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
