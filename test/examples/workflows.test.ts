import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { load } from "js-yaml";
import type { RecordedRequest } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { type Run, TestStack } from "../engine/stack";
import { root, useExample } from "./project";
import { asGitHubDoes, end, freePort } from "./steps";

const folder = join(root, ".github", "workflows");
const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

async function workflow(name: string, replace: Readonly<Record<string, string>> = {}): Promise<Workflow> {
  let text = await readFile(join(folder, name), "utf8");
  for (const [from, to] of Object.entries(replace)) text = text.replaceAll(from, to);
  return load(text) as Workflow;
}

describe("the workflows", () => {
  it("pass actionlint", async function () {
    // In CI a missing Go fails the run below.
    if (!process.env.CI && (await isMissing("go"))) {
      console.error("There is no Go, which would run actionlint.");
      this.skip();
    }
    const files = (await readdir(folder)).map((name) => join(folder, name));
    const { code, text } = await execute("go", ["run", actionlint, "-no-color", ...files], tmpdir());
    expect(text.replaceAll(/^go: downloading .*\n/gm, "")).to.equal("");
    expect(code).to.equal(0);
  });

  for (const name of ["preview.yml", "sandbox.yml"]) {
    it(`${name} pins its actions, ends in time, and may do no more than it has to`, async () => {
      const { on, permissions, jobs } = await workflow(name);
      // It would hand secrets and a token that writes to the code of a fork.
      expect(on).not.to.have.property("pull_request_target");
      expect(permissions).to.deep.equal({ contents: "read" });
      for (const job of Object.values(jobs)) {
        const { contents = "read", "pull-requests": comments = "none", ...more } = job.permissions ?? {};
        expect({ contents, more }).to.deep.equal({ contents: "read", more: {} });
        expect(comments).to.equal(name === "preview.yml" ? "write" : "none");
        expect(job["timeout-minutes"]).to.be.a("number");
        for (const { uses, run } of job.steps) {
          if (uses !== undefined) expect(uses).to.match(/^[\w-]+\/[\w-]+@v\d+$/);
          // What GitHub puts into a command is run as code.
          if (run !== undefined) expect(run).not.to.include("${{");
        }
      }
    });
  }

  it("install as CI here does", async () => {
    const here = await readFile(join(root, ".ci", "run"), "utf8");
    for (const name of ["preview.yml", "sandbox.yml"]) {
      const [job] = Object.values((await workflow(name)).jobs);
      expect(job?.steps.map(({ run }) => run)).to.include("npm ci");
    }
    expect(here).to.include("npm ci");
  });

  it("have their secrets from GitHub, and the one on the sandbox has none", async () => {
    const texts = await Promise.all(
      ["preview.yml", "sandbox.yml"].map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(texts.map((text) => text.match(/secrets\.\w+/g))).to.deep.equal([
      ["secrets.PULUMI_ACCESS_TOKEN"],
      null,
    ]);
  });
});

describeEngine("the workflow sandbox.yml", () => {
  let checkout: TestStack;

  before(async () => {
    checkout = await TestStack.create();
    await cp(join(root, "Pulumi.yaml"), join(checkout.folder, "Pulumi.yaml"));
    await cp(join(root, "examples/quickstart"), join(checkout.folder, "examples/quickstart"), {
      recursive: true,
    });
    await mkdir(join(checkout.folder, "temporary"));
  });

  after(() => checkout?.remove());

  it("runs the stack of this repository from preview to destroy, command by command", async () => {
    const port = String(await freePort());
    const workspace = `\${{ github.workspace }}`;
    const { jobs } = await workflow("sandbox.yml", { 4010: port, [workspace]: checkout.folder });
    const { env, steps } = jobs.sandbox as Job;
    const environment = { ...checkout.environment, ...env, RUNNER_TEMP: join(checkout.folder, "temporary") };
    const background: number[] = [];
    const runs: Run[] = [];
    try {
      for (const { run } of steps) {
        // What is installed here stays as it is.
        if (run === undefined || run === "npm ci") continue;
        const { group, ...ended } = await asGitHubDoes(run, checkout.folder, environment);
        if (/ &$/m.test(run) && group !== undefined) background.push(group);
        expect(ended.code, `${run}\n${ended.text}`).to.equal(0);
        runs.push(ended);
      }
    } finally {
      for (const group of background) end(group);
    }
    const received = JSON.parse(runs.at(-1)?.text ?? "") as RecordedRequest[];
    expect(received.map(({ method, path }) => `${method} ${path}`)).to.have.members([
      "POST /applications",
      "POST /applications/app-1/environments",
      "PATCH /caches/cache-1",
    ]);
  });
});

describeEngine("the workflow preview.yml", () => {
  const example = useExample("quickstart");

  it("needs no token of the API: a preview with its made-up one shows the change and sends nothing", async () => {
    const { stack, sandbox } = example;
    await stack.up();
    const before = sandbox.requests().length;
    const [job] = Object.values((await workflow("preview.yml")).jobs);
    const token = job?.steps.find(({ env }) => env?.APPHOSTING_TOKEN)?.env?.APPHOSTING_TOKEN;
    expect(token).to.be.a("string").and.not.equal(sandbox.token);
    stack.environment.APPHOSTING_TOKEN = token;
    await stack.config("hibernationTimeout", "45");
    expect(await stack.preview())
      .to.include("~ hibernationTimeout: 30 => 45")
      .and.include("~ 1 to update");
    expect(sandbox.requests()).to.have.length(before);
  });
});

async function isMissing(command: string): Promise<boolean> {
  return (await execute(command, ["version"], root)).code !== 0;
}

function execute(command: string, args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((settle) => {
    execFile(command, args, { cwd }, (error, stdout, stderr) =>
      settle({ code: error === null ? 0 : 1, text: stdout + stderr }),
    );
  });
}
