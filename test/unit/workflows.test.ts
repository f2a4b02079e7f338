/** The workflow that publishes, and those that users copy; `npm run check:workflows` has actionlint. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
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
