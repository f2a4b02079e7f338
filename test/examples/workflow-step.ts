/** Workflows to copy, run as GitHub runs them: each step by bash, with the variables and secrets of its job. */

import { chmod } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import type { StackFixture } from "../engine/describe";
import type { TestStack } from "../engine/stack";
import { attempt, type Result } from "../tools/command";
import { readText } from "../unit/docs/files";
import { startShell } from "./project";

/** The values of expressions, such as `matrix.stack`. As on GitHub, all others are empty. */
export type Values = Readonly<Record<string, string | undefined>>;

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Values;
}

interface Job {
  readonly environment?: string;
  readonly env?: Values;
  readonly strategy: { readonly matrix: { readonly include: readonly Values[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly env: Values;
  readonly jobs: Readonly<Record<string, Job>>;
}

export function readWorkflow(file: string): string {
  return readText(join("examples/workflows", file));
}

/** Reads the first job of a workflow. Its steps have the variables of the workflow and of the job, too. */
function readJob(workflow: string): Job {
  const { env, jobs } = parse(workflow) as Workflow;
  const [job] = Object.values(jobs) as [Job];
  return { ...job, steps: job.steps.map((step) => ({ ...step, env: { ...env, ...job.env, ...step.env } })) };
}

/** Prepares a step for the test's stack, with the token of its API as the secret. */
function prepareStep(stack: TestStack, workflow: string, name: string, values: Values = {}) {
  const step = readJob(workflow).steps.find((one) => one.name === name);
  if (step === undefined) throw new Error(`the workflow has no step "${name}"`);
  const { PULUMI_STACK, APPHOSTING_TOKEN } = stack.environment;
  const ofTest = { "matrix.stack": PULUMI_STACK, "secrets.APPHOSTING_TOKEN": APPHOSTING_TOKEN };
  return prepare(stack, step, { ...ofTest, ...values });
}

/** Runs one step, whatever its `if` says. */
export function runStep(stack: TestStack, ...step: [workflow: string, name: string, values?: Values]): Promise<Result> {
  return attempt(stack.folder, "bash", ...prepareStep(stack, ...step));
}

/** The secrets of the repository, under the empty name, and those of each GitHub environment. */
export type Secrets = Readonly<Record<string, Values>>;

/** Runs the commands of the job for each entry of its matrix, except `npm ci`, and returns what they print. */
export async function runJob(stack: TestStack, workflow: string, secrets: Secrets, values: Values): Promise<string[]> {
  const { environment = "", strategy, steps } = readJob(workflow);
  const texts: string[] = [];
  for (const entry of strategy.matrix.include) {
    const ofEntry = { ...values, ...prefix("matrix", entry) };
    const all = { ...ofEntry, ...prefix("secrets", secrets[evaluate(environment, ofEntry)] ?? {}) };
    let printed = "";
    for (const step of steps.filter(({ run }) => run !== undefined && run !== "npm ci")) {
      const { code, text } = await attempt(stack.folder, "bash", ...prepare(stack, step, all));
      if (code !== 0) throw new Error(`${step.name} ended with ${code} for ${entry.stack}:\n${text}`);
      printed += text;
    }
    texts.push(printed);
  }
  return texts;
}

function prefix(context: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${context}.${name}`, value]));
}

function prepare({ environment }: TestStack, { run = "", env = {} }: Step, values: Values) {
  const set = Object.entries(env).map(([name, text]) => [name, evaluate(String(text), values)]);
  const args = ["-eo", "pipefail", "-c", evaluate(run, values)];
  return [args, { ...environment, ...Object.fromEntries(set) } as NodeJS.ProcessEnv] as const;
}

function evaluate(text: string, values: Values): string {
  const find = (expression: string) => expression.split(" || ").map((path) => values[path]);
  return text.replaceAll(/\$\{\{ ([\w.| ]+) \}\}/g, (_, one: string) => find(one).find(Boolean) ?? "");
}

/** Cancels a step as GitHub does: SIGINT once the API has carried out a request, then SIGTERM while Pulumi waits. */
export async function cancelStep(fixture: StackFixture, workflow: string, name: string): Promise<void> {
  const [args, env] = prepareStep(fixture.stack, workflow, name);
  const { output, ended, signal } = await startShell(fixture, args, { env });
  signal("SIGINT");
  await Promise.race([output.takeLinesUntil("^C received"), ended]);
  signal("SIGTERM");
  await ended;
}

/** A replacement for GitHub's command: lists the comments, and records what is posted. */
const gh = `#!/usr/bin/env bash
case "$*" in
  *--jq*) cat "$RUNNER_TEMP/ids.txt" ;;
  *) echo "$*" >> "$RUNNER_TEMP/posts.txt" ;;
esac
`;

/** Gives a stack what GitHub's machines have: a temporary folder, the command `gh`, and variables. */
export async function addGitHub(stack: TestStack): Promise<void> {
  const { folder, environment } = stack;
  await stack.write("bin/gh", gh);
  await chmod(join(folder, "bin/gh"), 0o755);
  await stack.write("ids.txt", "");
  Object.assign(environment, {
    PATH: [join(folder, "bin"), environment.PATH].join(delimiter),
    RUNNER_TEMP: folder,
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_SERVER_URL: "https://github.test",
    GITHUB_RUN_ID: "7",
  });
}
