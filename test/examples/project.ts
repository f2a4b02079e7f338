/** Examples as a user has them: a copy of the folder, the packages installed above it, and a stack of its own. */

import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { type Api, type Run, TestStack } from "../engine/stack";

export const root = resolve(__dirname, "..", "..");

export interface Example {
  stack: TestStack;
  sandbox: Sandbox;
}

/** A copy of an example for each test of a suite, with a fresh account; filled in when a test starts. */
export function useExample(name: string): Example {
  const example = {} as Example;
  beforeEach(() => open(example, name));
  afterEach(() => close(example));
  return example;
}

/** A copy of an example for a suite, whose tests go on where the one before has ended. */
export function shareExample(name: string): Example {
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
  const stack = await TestStack.uninitialised(api);
  await cp(join(root, "examples", name), stack.folder, { recursive: true });
  await stack.succeed("stack", "init", "dev");
  return stack;
}

/** The way of a stack from its first `up` to its end, and the requests that `up` sends on it, in any order. */
export async function expectLife({ stack, sandbox }: Example, requests: readonly string[]): Promise<void> {
  await stack.up();
  skipTypes(stack);
  expect(requestsTo(sandbox), "requests of up").to.have.members(requests);
  await stack.preview("--expect-no-changes");
  await destroy(stack);
  expect(requestsTo(sandbox), "requests after up").to.have.length(requests.length);
}

/** A program's first run checks its types, as a user's does, which takes most of it; the next ones need not. */
export function skipTypes({ environment }: TestStack): void {
  environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
}

export function destroy(stack: TestStack): Promise<string> {
  return stack.succeed("destroy", "--yes", "--skip-preview", "--suppress-progress");
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
  return new Promise((settle) => {
    execFile("bash", ["-c", command], { cwd: folder, env: environment }, (error, stdout, stderr) =>
      settle({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
    );
  });
}

export async function readme(name: string): Promise<string> {
  return readFile(join(root, "examples", name, "README.md"), "utf8");
}
