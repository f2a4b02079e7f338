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
  expect(others).to.deep.equal([".ci/run quick", "npm audit --omit=dev", "npm publish --provenance"]);
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
  const pins = new Map<string, string>();
  for (const folder of [".github/workflows", "examples/workflows"]) {
    for (const file of listFiles(folder)) {
      for (const use of findNames(readText(join(folder, file)), /^ *(?:- )?uses: (.+)$/gm)) {
        expect(use, file).to.match(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
        const [action = "", pin = ""] = use.split("@");
        expect(pins.get(action) ?? pin, `${action} in ${file}`).to.equal(pin);
        pins.set(action, pin);
      }
    }
  }
  expect(pins).to.include.keys("actions/checkout", "actions/setup-node", "pulumi/actions");
});

interface Job {
  readonly name?: string;
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly concurrency?: { readonly group: string };
  readonly strategy?: {
    readonly "fail-fast": boolean;
    readonly matrix: { readonly include: readonly { readonly stack: string; readonly environment?: string }[] };
  };
  readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[];
}

const examples = "examples/workflows";
const copies = listFiles(examples).map((file) => {
  const text = readText(join(examples, file));
  const { jobs } = parse(text) as { jobs: Record<string, Job> };
  return { file, text, job: Object.values(jobs)[0] as Job };
});
const ofStacks = copies.filter(({ job }) => job.strategy !== undefined);

for (const { file, text } of copies) {
  it(`${file}: sets the folder and the Pulumi version only at the top`, () => {
    const [head = "", jobs = ""] = text.split(/^jobs:$/m);
    const variables = findNames(head, /^ {2}([A-Z_]+): \S/gm);
    expect(variables).to.include.members(["WORKING_DIRECTORY", "PULUMI_VERSION"]);
    expect(head).to.include(`\n  PULUMI_VERSION: ${engineVersion}\n`);
    expect(jobs)
      .to.match(/^ {8}working-directory: \$\{\{ env\.WORKING_DIRECTORY \}\}$/m)
      .and.match(/^ {10}cache-dependency-path: \$\{\{ env\.WORKING_DIRECTORY \}\}\/package-lock\.json$/m)
      .and.match(/^ {10}pulumi-version: \$\{\{ env\.PULUMI_VERSION \}\}$/m);
  });
}

for (const { file, text, job } of ofStacks) {
  it(`${file}: names stacks only in the matrix and runs them independently`, () => {
    const { include } = job.strategy?.matrix ?? { include: [] };
    for (const name of include.flatMap(({ stack, environment = stack }) => [stack, environment])) {
      expect(text.split(`: ${name}\n`), name).to.have.length(2);
    }
    expect(job.concurrency?.group).to.include("{{ matrix.stack }}");
    if (/^ {2}pull_request:$/m.test(text)) expect(job.concurrency?.group).to.include("pull_request.number");
    expect(job.strategy?.["fail-fast"]).to.equal(false);
  });
}

it("Workflows to copy: use the secrets in docs/ci.md, and the API's token only in an environment", () => {
  const rows = [...readText("docs/ci.md").matchAll(/^\| \[(\w+\.yml)\].*\| ([^|]+) \|$/gm)];
  const documented = new Map(rows.map(([, file = "", secrets = ""]) => [file, secrets]));
  expect([...documented.keys()]).to.have.members(copies.map(({ file }) => file));
  for (const { file, text, job } of copies) {
    const hasToken = text.includes("secrets.APPHOSTING_TOKEN");
    expect(job.environment?.includes("{{ matrix.environment }}"), file).to.equal(hasToken || undefined);
    // Comments also mention a second organization's token.
    const secrets = [...new Set(findNames(JSON.stringify(parse(text)), /secrets\.([A-Z_]+)/g))];
    const said = documented.get(file) ?? "";
    expect(findNames(said, /`([A-Z_]+)`/g), file).to.have.members(secrets);
    const environments = job.strategy?.matrix.include.map(({ environment }) => environment);
    for (const name of hasToken ? (environments ?? []) : []) expect(said, file).to.include(`in \`${name}\``);
  }
});

for (const { path, passing, failing } of [
  { path: "examples/workflows/preview.yml", passing: ["success", "skipped"], failing: ["failure", "cancelled"] },
  {
    path: ".github/workflows/ci.yml",
    passing: ["success success"],
    failing: ["failure success", "success failure", "success cancelled", "success skipped"],
  },
]) {
  it(`${path}: one job reports the result of all others, also in a merge queue`, () => {
    const { on, jobs } = parse(readText(path)) as { on: object; jobs: Record<string, Job> };
    expect(on).to.include.keys("pull_request", "merge_group");
    const [[name, job], ...others] = Object.entries(jobs).reverse() as [[string, Job], ...[string, Job][]];
    expect(job).to.include({ name, if: "always()" }).and.not.have.property("strategy");
    expect([job.needs].flat()).to.have.members(others.map(([other]) => other));
    const [step] = job.steps;
    const [variable = ""] = Object.keys(step?.env ?? {});
    const run = (result: string) =>
      spawnSync("bash", ["-e", "-c", step?.run ?? ""], { env: { ...process.env, [variable]: result } }).status;
    for (const result of passing) expect(run(result), result).to.equal(0);
    for (const result of failing) expect(run(result), result).to.equal(1);
  });
}

it("sandbox.yml: has its own concurrency group and also runs in a merge queue", () => {
  const sandbox = readText("examples/workflows/sandbox.yml");
  expect(sandbox).to.match(/^ {2}group: \$\{\{ github\.workflow_ref \}\}$/m);
  expect(parse(sandbox).on).to.include.keys("pull_request", "merge_group");
});

it("Workflows to copy: never run on pull_request_target, which gives a fork's code the secrets", () => {
  for (const { file, text } of copies) expect(text, file).not.to.include("pull_request_target");
});

it("CI: installs the engine version in test/tools/pulumi, as docs/configuration.md says", () => {
  const ci = readText(".github/workflows/ci.yml");
  const [, expression = ""] = /id: engine\n +run: >-\n +node --print "(.+)"\n +>> "\$GITHUB_OUTPUT"\n/.exec(ci) ?? [];
  const { stdout } = spawnSync(process.execPath, ["--print", expression], { cwd: root, encoding: "utf8" });
  expect(stdout).to.equal(`version=${engineVersion}\n`);
  expect(readText("docs/configuration.md")).to.include(`the tests run with ${engineVersion}.`);
});

it("package-lock.json: has an integrity for every package from a registry", () => {
  type Packages = Readonly<Record<string, { readonly integrity?: string; readonly link?: true }>>;
  const { packages }: { packages: Packages } = JSON.parse(readText("package-lock.json"));
  // The root has the name "", and a link leads to a folder of the checkout.
  const fromRegistry = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
  expect(fromRegistry).to.have.length.above(200);
  const missing = fromRegistry.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(missing.map(([path]) => path)).to.deep.equal([]);
});
