/** Workflows to copy, run as GitHub runs them: each command by bash, with the variables and secrets of its job. */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { send, startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { vaultSettings } from "../engine/vault";
import { cutConnection, normaliseAttributes, respondWith, startFaultySandbox } from "../faults";
import { attempt, type Result } from "../tools/command";
import { findNames, readText, toCommonJs } from "../unit/docs/files";
import { startShell } from "./project";

/** The values of expressions, such as `vars.APPHOSTING_BASE_URL`. As on GitHub, all others are empty. */
type Values = Readonly<Record<string, string | undefined>>;

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

function readJobs(file: string): Readonly<Record<string, Job>> {
  return parse(readText(join("examples/workflows", file))).jobs;
}

/** Runs one step of a job, whatever its `if` says, with the token of the test's API as the secret. */
const runStep = (...step: Parameters<typeof prepareStep>) => attempt(step[0].folder, "bash", ...prepareStep(...step));

/** Runs these steps until one fails, and returns the result of the last. */
async function runSteps(stack: TestStack, job: Job | undefined, names: readonly string[], values?: Values) {
  let result: Result = { code: 0, stdout: "", text: "" };
  for (const name of names) {
    if (result.code === 0) result = await runStep(stack, job, name, values);
  }
  return result;
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

const application = 'new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });\n';
const { staging, production } = readJobs("deploy.yml");
const steps = ["Stop if a create is pending", "Deploy"] as const;

describeEngine("deploy workflow", () => {
  const use = useStack(startFaultySandbox, (api) => TestStack.createLight(api, "project"));

  it("deploy.yml: deploys each stack with the token of its GitHub environment", async () => {
    const { stack, api } = use;
    const press = await startFaultySandbox({ token: "press-token" });
    try {
      // The rest comes from the workflow and the stacks.
      for (const name of ["PULUMI_STACK", "APPHOSTING_BASE_URL", "APPHOSTING_TOKEN"]) delete stack.environment[name];
      await stack.writeProgram(application);
      for (const [name, { url }] of Object.entries({ staging: press, production: api })) {
        const config = { "apphosting:baseUrl": url };
        await stack.write(`Pulumi.${name}.yaml`, JSON.stringify({ ...vaultSettings, config }));
        await stack.initialise(name);
      }
      for (const [job, { token }] of [
        [staging, press],
        [production, api],
      ] as const) {
        const { code, text } = await runSteps(stack, job, steps, { "secrets.APPHOSTING_TOKEN": token });
        expect(code, text).to.equal(0);
      }
      for (const { sandbox } of [press, api]) expect(sandbox.state().applications).to.have.length(1);
    } finally {
      await press.close();
    }
  });

  it("deploy.yml: fails before it sends anything if one resource has a mistake", async () => {
    const { stack, api } = use;
    await stack.writeProgram(
      `${application}new Cache("main", { cacheId: "cache-1", name: "sessions", size: "1 gb" });`,
    );
    const { code, text } = await runSteps(stack, production, steps);
    expect(code).not.to.equal(0);
    expect(text).to.include("size must be one of the 63 values of CacheSize");
    expect(api.listSent()).to.deep.equal([]);
  });

  it("deploy.yml: stops while the create of a cancelled run is pending", async () => {
    const { stack, api } = use;
    await stack.writeProgram(application);
    api.addFault(cutConnection("stall", "after"), { method: "POST" });
    // As GitHub cancels a step: SIGINT once the API has carried out a request, then SIGTERM while Pulumi waits.
    const [args, env] = prepareStep(stack, production, "Deploy");
    const { output, ended, signal } = await startShell(use, args, { env });
    signal("SIGINT");
    await Promise.race([output.takeLinesUntil("^C received"), ended]);
    signal("SIGTERM");
    await ended;
    expect(await runStep(stack, production, steps[0])).to.include({ code: 1, text: "false\n" });

    await stack.succeed("refresh", "--clear-pending-creates", "--yes", "--skip-preview");
    await stack.writeProgram(application.replace('name: "Web shop"', 'existingId: "app-1", $&'));
    const { code, text } = await runSteps(stack, production, steps);
    expect(code, text).to.equal(0);
    expect(api.sandbox.state().applications).to.have.length(1);
  });
});

describeEngine("drift workflow", () => {
  const use = useStack(() => startAccount(0, { operations: true }));
  const look = () => runStep(use.stack, readJobs("drift.yml").drift, "Look for drift");

  it("drift.yml: fails on drift, on a missing resource, and without `read`", async () => {
    const { stack, api } = use;
    await stack.upProgram(`
new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30 });\n`);
    expect((await look()).code).to.equal(1);

    await stack.configure({ "apphosting:operations": "read" });
    await stack.up();
    // The program doesn't set the size.
    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", size: "1gb" });
    const unchanged = await look();
    expect(unchanged.code, unchanged.text).to.equal(0);

    api.addFault(normaliseAttributes({ name: "Renamed" }), { path: /^\/applications/ });
    const renamed = await look();
    expect(renamed.code).to.equal(1);
    expect(renamed.text).to.match(/^warning: Application Web shop \(app-1\).* "Renamed"/m);

    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", hibernation_timeout: 55 });
    api.addFault(respondWith(404, { message: "Not found." }), { path: /^\/applications/ });
    const changed = await look();
    expect(changed.code).not.to.equal(0);
    expect(changed.text)
      .to.match(/^warning: Application Web shop \(app-1\).* can't find it/m)
      .and.include("~ hibernationTimeout: 30 => 55");
  });
});

describeEngine("preview workflow", () => {
  const use = useStack(startFaultySandbox);
  const { preview } = readJobs("preview.yml");

  it("preview.yml: fails if the stack's configuration has the token, and never prints it", async () => {
    const { stack } = use;
    const check = () => runStep(stack, preview, "The stack must not have apphosting:token");
    expect(await check()).to.include({ code: 0, text: "true\n" });
    await stack.configure({ "apphosting:maxRetries": "1" }, { theme: "dark" });
    expect(await check()).to.include({ code: 0, text: "true\n" });
    await stack.configure({ "apphosting:token": "plain-token" });
    expect(await check()).to.include({ code: 1, text: "false\n" });
    await stack.configure({}, { "apphosting:token": "secret-token" });
    expect(await check()).to.include({ code: 1, text: "false\n" });
  });

  it("preview.yml: needs no token, and its comment has [retain] and the warnings", async () => {
    const { stack, api } = use;
    const program = (name: string) => `new Application("web", { name: "${name}", sourceControlProvider: "hostA" });\n`;
    await stack.upProgram(`${program("Web shop")}new Cache("main", { cacheId: "cache-1", name: "sessions" });`);
    await stack.writeProgram(program("Shop"));
    const sent = api.listSent();
    stack.environment.APPHOSTING_TOKEN = "";

    const { with: options } = preview?.steps.at(-1) ?? {};
    expect(options).to.include({ command: "preview", "comment-on-pr": true }).and.not.have.property("diff");
    // The action runs this command, and comments with its standard output.
    const { stdout, text } = await stack.run("preview", "--suppress-progress");
    expect(stdout, text)
      .to.match(/Application web replace\[retain\].*~name/)
      .and.match(/Cache main delete\[retain\]/)
      .and.match(/^ +warning: Application Web shop \(app-1\) will be replaced/m);
    expect(api.listSent()).to.deep.equal(sent);
  });
});

/** The program of the page that shows the workflow. */
const [program = ""] = findNames(
  readText("docs/ci.md"),
  /^## Environments of pull requests\n[\s\S]*?^```ts\n([\s\S]*?)^```$/gm,
);

describeEngine("review workflow", () => {
  const use = useStack(
    () => startAccount(1, { operations: true }),
    (api) => TestStack.createLight(api, "project"),
  );
  const { review } = readJobs("review.yml");
  const sent = () => use.api.listSent().map((request) => request.trim());

  beforeEach(async () => {
    const { stack } = use;
    await stack.write("index.js", toCommonJs(program));
    // The workflow names the stack of the pull request.
    delete stack.environment.PULUMI_STACK;
  });

  /** Runs the steps up to the last one, on a fresh checkout. */
  async function run(last: "Create or update" | "Delete", branch = "topic") {
    const { stack, api } = use;
    await rm(join(stack.folder, "Pulumi.pr-12.yaml"), { force: true });
    stack.environment.GITHUB_HEAD_REF = branch;
    const values = { "github.event.pull_request.number": "12", "vars.APPHOSTING_BASE_URL": api.url };
    return runSteps(stack, review, ["Select the stack", "Stop if a create is pending", last], values);
  }

  it("review.yml: creates, updates and deletes the environment of a pull request", async () => {
    const opened = await run("Create or update");
    expect(opened.code, opened.text).to.equal(0);
    expect(sent()).to.deep.equal(['POST /applications/app-1/environments {"name":"pr-12","branch":"topic"}']);

    const pushed = await run("Create or update", "renamed");
    expect(pushed.code, pushed.text).to.equal(0);
    expect(sent().slice(1)).to.deep.equal(['PATCH /environments/env-2 {"branch":"renamed"}']);

    use.api.addFault(respondWith(409, { message: "A deployment is under way." }), { method: "DELETE" });
    const conflict = await run("Delete");
    expect(conflict.code).not.to.equal(0);
    expect(conflict.text).to.include("failed with status 409: A deployment is under way.");

    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent().slice(2)).to.deep.equal(["DELETE /environments/env-2", "DELETE /environments/env-2"]);
    expect(await use.stack.fail("stack", "select", "pr-12")).to.include("no stack named");
  });

  it("review.yml: leaves no stack for a closed pull request without an environment", async () => {
    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent()).to.deep.equal([]);
    expect(await use.stack.fail("stack", "select", "pr-12")).to.include("no stack named");
  });
});
