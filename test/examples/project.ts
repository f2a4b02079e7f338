/** Examples as a user has them: a copy of the folder, the packages installed above it, and a stack of its own. */

import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { type Api, type Run, TestStack } from "../engine/stack";
import { attempt } from "../tools/command";

export const root = resolve(__dirname, "..", "..");

export interface Example {
  stack: TestStack;
  sandbox: Sandbox;
}

/** A copy of an example for a suite, with a fresh account. */
export function useExample(name: string): Example {
  const example = {} as Example;
  before(() => open(example, name));
  after(() => close(example));
  return example;
}

async function open(example: Example, name: string): Promise<void> {
  example.sandbox = await startSandbox();
  example.stack = await copyOf(name, example.sandbox);
}

async function close({ stack, sandbox }: Partial<Example>): Promise<void> {
  await stack?.remove();
  await sandbox?.close();
}

/** The example is copied, so that neither its stack nor a change to it shows in the checkout. */
export async function copyOf(name: string, api: Api): Promise<TestStack> {
  const stack = await TestStack.light(api, name);
  await cp(join(root, "examples", name), stack.folder, { recursive: true });
  // `npm run check` has checked its types.
  stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
  return stack;
}

/** Brings the example up, with these requests in any order. */
export async function expectUp(
  { stack, sandbox }: Example,
  requests: readonly string[],
  ...flags: string[]
): Promise<string> {
  const text = await stack.up(...flags);
  expect(requestsTo(sandbox)).to.have.members(requests);
  return text;
}

export function requestsTo(sandbox: Sandbox): string[] {
  return sandbox.requests().map(({ method, path }) => `${method} ${path}`);
}

/** Changes a text that a file has to have. */
export async function edit(stack: TestStack, file: string, from: string, to: string): Promise<void> {
  const text = await stack.read(file);
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await writeFile(join(stack.folder, file), text.replace(from, to));
}

/** A shell command where the example is, to its end. */
export function shell({ folder, environment }: TestStack, command: string): Promise<Run> {
  return attempt(folder, "bash", ["-c", command], environment);
}
