/** Examples as a user has them: a copy of the folder, with the packages in a folder above, and a stack. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import type { Sandbox } from "../../provider/sandbox";
import { type StackFixture, shareStack } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { type Stage, startFaultySandbox } from "../faults";
import { collectOutput } from "../host/connection";
import { attempt, type Result } from "../tools/command";

export const root = resolve(__dirname, "..", "..");

/** Makes a copy of an example for a suite, with a new account. */
export function useExample(name: string): StackFixture {
  return shareStack(startFaultySandbox, (api) => copyExample(name, api));
}

/** The example is copied, so that neither its stack nor a change to it shows in the checkout. */
export async function copyExample(name: string, api: Pick<Sandbox, "url" | "token">): Promise<TestStack> {
  const stack = await TestStack.createLight(api, name);
  await cp(join(root, "examples", name), stack.folder, { recursive: true });
  return stack;
}

export async function runCommands(stack: TestStack, commands: string): Promise<string> {
  const { code, text } = await runShell(stack, `set -e\n${commands}`);
  expect(code, `${commands}\n${text}`).to.equal(0);
  return text;
}

export async function edit(stack: TestStack, file: string, from: string, to: string): Promise<void> {
  const text = await stack.read(file);
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await stack.write(file, text.replace(from, to));
}

export function runShell({ folder, environment }: TestStack, command: string): Promise<Result> {
  return attempt(folder, "bash", ["-c", command], environment);
}

/** Starts a shell command, and returns once so many of its requests have reached this stage. */
export async function startShell(
  { stack, api }: StackFixture,
  args: readonly string[],
  { requests = 1, stage = "done" as Stage, env = stack.environment } = {},
) {
  const before = api.listSent().length;
  const shell = spawn("bash", args, { cwd: stack.folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = collectOutput(shell);
  const over = new AbortController();
  const ended = once(shell, "close").finally(() => over.abort());
  await api.waitUntil(before + requests, stage, over.signal).catch(() => {
    throw new Error(`the command ended before ${requests} requests:\n${output.readText()}`);
  });
  const pid = shell.pid as number;
  // The group is the shell and all that it has started.
  return { pid, output, ended, signal: (name: NodeJS.Signals) => process.kill(-pid, name) };
}
