/** The workflow that publishes, and those that users copy; `npm run check:workflows` has actionlint. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
import { engineVersion } from "../tools/pulumi/get";
import { findNames, listFiles, readText, root } from "./docs/files";

it("The release workflow publishes with provenance, after the tag was compared with package.json and .ci/run quick has passed", () => {
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

it("Workflows pin each action by its commit, the same everywhere, with the version beside", () => {
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

const examples = "examples/workflows";
const copies = listFiles(examples).map((file) => ({ file, text: readText(join(examples, file)) }));

for (const { file, text } of copies) {
  it(`${file}: folder and Pulumi are set at the head alone, and copies for two stacks have concurrency groups that differ`, () => {
    const [head = "", jobs = ""] = text.split(/^jobs:$/m);
    const variables = findNames(head, /^ {2}([A-Z_]+): \S/gm);
    expect(variables).to.include.members(["WORKING_DIRECTORY", "PULUMI_VERSION"]);
    expect(head).to.include(`\n  PULUMI_VERSION: ${engineVersion}\n`);
    expect(jobs)
      .to.match(/^ {8}working-directory: \$\{\{ env\.WORKING_DIRECTORY \}\}$/m)
      .and.match(/^ {10}cache-dependency-path: \$\{\{ env\.WORKING_DIRECTORY \}\}\/package-lock\.json$/m)
      .and.match(/^ {10}pulumi-version: \$\{\{ env\.PULUMI_VERSION \}\}$/m);
    // A copy is another file, and has another variable for its stack or project.
    const [group = ""] = findNames(head, /^ {2}group: (.+)$/gm);
    expect(group).to.match(/\{\{ (vars\.PULUMI_(STACK|PROJECT)|github\.workflow_ref) \}\}/);
    if (/^ {2}pull_request:$/m.test(head)) expect(group).to.match(/pull_request\.number|workflow_ref/);
  });
}

it("Workflows to copy: a job has the API's token only by its environment, as the table of docs/ci.md says", () => {
  const rows = [...readText("docs/ci.md").matchAll(/^\| \[(\w+\.yml)\].*\| ([^|]+) \|$/gm)];
  const documented = new Map(rows.map(([, file = "", secrets = ""]) => [file, secrets]));
  expect([...documented.keys()]).to.have.members(copies.map(({ file }) => file));
  for (const { file, text } of copies) {
    const [, environment] = /^ {4}environment: (\w+)$/m.exec(text) ?? [];
    expect(text.includes("secrets.APPHOSTING_TOKEN"), file).to.equal(environment !== undefined);
    const secrets = [...new Set(findNames(text, /secrets\.(\w+)/g))];
    const said = documented.get(file) ?? "";
    expect(findNames(said, /`([A-Z_]+)`/g), file).to.have.members(secrets);
    if (environment !== undefined) expect(said, file).to.include(`in \`${environment}\``);
  }
});

it("Workflows to copy: none runs on pull_request_target, which would give the secrets to the code of a fork", () => {
  for (const { file, text } of copies) expect(text, file).not.to.include("pull_request_target");
});
