/** Examples as a user has them: a copy of the folder, the packages installed above it, and a stack of its own. */

import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import type { Sandbox } from "../../provider/sandbox";
import { type StackFixture, shareStack } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { attempt, type Result } from "../tools/command";

export const root = resolve(__dirname, "..", "..");

/** A copy of an example for a suite, with a fresh account. */
export function useExample(name: string): StackFixture {
  return shareStack(undefined, (api) => copyOf(name, api));
}

/** The example is copied, so that neither its stack nor a change to it shows in the checkout. */
export async function copyOf(name: string, api: Pick<Sandbox, "url" | "token">): Promise<TestStack> {
  const stack = await TestStack.light(api, name);
  await cp(join(root, "examples", name), stack.folder, { recursive: true });
  // `npm run check` has checked its types.
  stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
  return stack;
}

/** Brings the example up, with these requests in any order. */
export async function expectUp({ stack, api }: StackFixture, requests: readonly string[]): Promise<void> {
  await stack.up();
  expect(api.sent().map((line) => line.split(" {")[0])).to.have.members(requests);
}

/** Changes a text that a file has to have. */
export async function edit(stack: TestStack, file: string, from: string, to: string): Promise<void> {
  const text = await stack.read(file);
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await stack.write(file, text.replace(from, to));
}

/** A shell command where the example is, to its end. */
export function shell({ folder, environment }: TestStack, command: string): Promise<Result> {
  return attempt(folder, "bash", ["-c", command], environment);
}
