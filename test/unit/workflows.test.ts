/** Workflows and what they install; `npm run check:workflows` runs actionlint. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { version } from "../../package.json";
import { engineVersion } from "../tools/pulumi/get";
import { findNames, listFiles, readText, root } from "./docs/files";

it("Release workflow: compares the tag with package.json and runs tests before it publishes", () => {
  const release = readText(".github/workflows/release.yml");
  const [compareTag = "", ...others] = findNames(release, /^ +(?:- )?run: (.+)$/gm);
  expect(others).to.deep.equal([".ci/run quick engine", "npm audit --omit=dev", "npm publish --provenance"]);
  expect(release)
    .to.match(/^ {4}environment: \S+$/m)
    .and.match(/^ {6}id-token: write$/m);

  const [, expression = ""] = /^node --eval "(.+)"$/.exec(compareTag) ?? [];
  const run = (tag: string) =>
    spawnSync(process.execPath, ["--eval", expression], { cwd: root, env: { ...process.env, GITHUB_REF_NAME: tag } });
  expect(run(`v${version}`).status).to.equal(0);
  expect(run("v0.0.1").status).not.to.equal(0);
});

it("Workflows: pin each action to one commit, with its version in a comment", () => {
  const paths = [".github/workflows", "examples/workflows"].flatMap((folder) =>
    listFiles(folder).map((file) => join(folder, file)),
  );
  const uses = new Set(paths.flatMap((path) => findNames(readText(path), /^ *(?:- )?uses: (.+)$/gm)));
  const pinned = [...uses].filter((use) => /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use));
  expect(pinned).to.deep.equal([...uses]);
  const actions = pinned.map((use) => use.split("@")[0]);
  expect(actions)
    .to.have.members([...new Set(actions)])
    .and.include("pulumi/actions");
});

interface Job extends Readonly<Record<string, unknown>> {
  readonly steps: readonly { readonly run?: string; readonly env?: object }[];
}

interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const examples = "examples/workflows";
const copies = listFiles(examples).map((file) => {
  const text = readText(join(examples, file));
  return { file, text, ...(parse(text) as Workflow) };
});
const find = (name: string) => copies.find(({ file }) => file === name) as (typeof copies)[number];

for (const { file, text, jobs } of copies) {
  it(`${file}: is in docs/ci.md, and installs the version of Pulumi that the tests run with`, () => {
    expect(readText("docs/ci.md")).to.include(`| [${file}](../examples/workflows/${file}) | `);
    expect(findNames(text, /^ +pulumi-version: (.+)$/gm)).to.deep.equal([engineVersion]);
  });

  it(`${file}: takes the API's token only from a GitHub environment, and never runs a fork's code with it`, () => {
    const usesSecret = (job: Job) => JSON.stringify(job).includes("secrets.APPHOSTING_TOKEN");
    const wrong = Object.entries(jobs).filter(([, job]) => (job.environment !== undefined) !== usesSecret(job));
    expect(wrong.map(([name]) => name)).to.deep.equal([]);
    expect(text).not.to.include("pull_request_target");
  });
}

it("preview.yml: has no token, and one job with a fixed name, also in a merge queue", () => {
  const { text, on, jobs } = find("preview.yml");
  expect(text).not.to.include("APPHOSTING_TOKEN");
  expect(on).to.include.keys("pull_request", "merge_group");
  expect(Object.keys(jobs)).to.deep.equal(["preview"]);
  // GitHub counts a skipped job as passed, but reports none of a skipped matrix.
  expect(jobs.preview).to.include.keys("if").and.not.include.keys("name", "strategy");
});

it("review.yml: looks for a pending create with the command of deploy.yml", () => {
  const findCheck = ({ jobs }: Workflow) =>
    Object.values(jobs).map(({ steps }) => steps.find(({ run }) => run?.startsWith("pulumi stack export"))?.run);
  const [check] = findCheck(find("review.yml"));
  expect(check).to.be.a("string");
  expect(findCheck(find("deploy.yml"))).to.deep.equal([check, check]);
});

it("ci.yml: one job reports the result of all others, also in a merge queue", () => {
  const { on, jobs } = parse(readText(".github/workflows/ci.yml")) as Workflow;
  expect(on).to.include.keys("pull_request", "merge_group");
  const [[name, job], ...others] = Object.entries(jobs).reverse() as [[string, Job], ...[string, Job][]];
  expect(job).to.include({ name, if: "always()" }).and.not.have.property("strategy");
  expect([job.needs].flat()).to.have.members(others.map(([other]) => other));
  const [step] = job.steps;
  const [variable = ""] = Object.keys(step?.env ?? {});
  const run = (result: string) =>
    spawnSync("bash", ["-e", "-c", step?.run ?? ""], { env: { ...process.env, [variable]: result } }).status;
  const results = ["success success", "failure success", "success failure", "success cancelled", "success skipped"];
  expect(results.map(run)).to.deep.equal([0, 1, 1, 1, 1]);
});

it("CI: installs the engine version in test/tools/pulumi, as docs/configuration.md says", () => {
  const ci = readText(".github/workflows/ci.yml");
  const [, expression = ""] = /id: engine\n +run: >-\n +node --print "(.+)"\n +>> "\$GITHUB_OUTPUT"\n/.exec(ci) ?? [];
  const { stdout } = spawnSync(process.execPath, ["--print", expression], { cwd: root, encoding: "utf8" });
  expect(stdout).to.equal(`version=${engineVersion}\n`);
  expect(readText("docs/configuration.md")).to.include(`the tests run with ${engineVersion}.`);
});
