/** Workflows to copy, run as GitHub runs them: each command by bash, with the variables and secrets of its job. */

import { join } from "node:path";
import { parse } from "yaml";
import type { StackFixture } from "../engine/describe";
import type { TestStack } from "../engine/stack";
import { attempt, type Result } from "../tools/command";
import { readText } from "../unit/docs/files";
import { startShell } from "./project";

/** The values of expressions, such as `vars.APPHOSTING_BASE_URL`. As on GitHub, all others are empty. */
export type Values = Readonly<Record<string, string | undefined>>;

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Values;
}

interface Job {
  readonly env?: Values;
  readonly steps: readonly Step[];
}

export function readJobs(file: string): Readonly<Record<string, Job>> {
  return parse(readText(join("examples/workflows", file))).jobs;
}

/** Runs one step of a job, whatever its `if` says, with the token of the test's API as the secret. */
export function runStep(stack: TestStack, ...step: [job: Job | undefined, name: string, values?: Values]) {
  return attempt(stack.folder, "bash", ...prepareStep(stack, ...step));
}

/** Runs these steps until one fails, and returns the result of the last. */
export async function runSteps(stack: TestStack, job: Job | undefined, names: readonly string[], values?: Values) {
  let result: Result = { code: 0, stdout: "", text: "" };
  for (const name of names) {
    if (result.code === 0) result = await runStep(stack, job, name, values);
  }
  return result;
}

/** Cancels a step as GitHub does: SIGINT once the API has carried out a request, then SIGTERM while Pulumi waits. */
export async function cancelStep(fixture: StackFixture, job: Job | undefined, name: string): Promise<void> {
  const [args, env] = prepareStep(fixture.stack, job, name);
  const { output, ended, signal } = await startShell(fixture, args, { env });
  signal("SIGINT");
  await Promise.race([output.takeLinesUntil("^C received"), ended]);
  signal("SIGTERM");
  await ended;
}

function prepareStep({ environment }: TestStack, job: Job | undefined, name: string, values: Values = {}) {
  const step = job?.steps.find((one) => one.name === name);
  if (step?.run === undefined) throw new Error(`no command in step "${name}"`);
  const all = { "secrets.APPHOSTING_TOKEN": environment.APPHOSTING_TOKEN, ...values };
  const set = Object.entries({ ...job?.env, ...step.env }).map(([key, text]) => [key, evaluate(String(text), all)]);
  // A test's own stack stands for the workflow's.
  const { PULUMI_STACK } = environment;
  const env = { ...environment, ...Object.fromEntries(set), ...(PULUMI_STACK && { PULUMI_STACK }) };
  return [["-eo", "pipefail", "-c", evaluate(step.run, all)], env as NodeJS.ProcessEnv] as const;
}

function evaluate(text: string, values: Values): string {
  const find = (expression: string) => expression.split(" || ").map((path) => values[path]);
  return text.replaceAll(/\$\{\{ ([\w.| ]+) \}\}/g, (_, one: string) => find(one).find(Boolean) ?? "");
}
