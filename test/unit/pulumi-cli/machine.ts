/** The machine of a test, on which a Pulumi is looked for. */

import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type FakeMachine, fakeMachine, makes } from "../../pulumi-cli/fake-machine";

export const builds = makes("$out", "$program");

/** Makes a machine for each test of the suite around the call, and removes it afterwards. */
export function freshMachine() {
  let machine: FakeMachine;
  beforeEach(() => {
    machine = fakeMachine();
  });
  afterEach(() => machine.remove());

  const find = () => machine.start("bin.ts").ended;
  const installed = (folder: string, answer = "echo v3.200.1") => machine.program(`${folder}/pulumi`, answer);
  const languageHost = (folder: string) => machine.program(`${folder}/pulumi-language-nodejs`, "");

  return { machine: () => machine, find, installed, languageHost };
}

export async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !holds(); await sleep(50)) {
    if (Date.now() > end) throw new Error(`not within 30 s: ${holds}`);
  }
}

/** A process that nobody has waited for yet is dead all the same. */
export function isRunning(id: number): boolean {
  return /^[^Z]/.test(spawnSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).stdout.trim());
}
