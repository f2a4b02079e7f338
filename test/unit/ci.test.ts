/** What continuous integration runs, and what it runs it with; `npm run check:workflows` has actionlint. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { devDependencies, scripts, version } from "../../package.json";
import { findNames, listFiles, readText, root } from "./docs/files";

it("CI runs each part of .ci/run in one job", () => {
  const parts = findNames(readText(".ci/run"), /^ {4}(\w+)\)/gm);
  expect(readText(".ci/run")).to.include(`set -- ${parts.join(" ")}; fi`);
  const ci = readText(".github/workflows/ci.yml");
  const [matrix = ""] = findNames(ci, /^ +part: \[(.+)\]$/gm);
  expect([...findNames(ci, /- run: \.ci\/run (\w+)$/gm), ...matrix.split(", ")]).to.have.members(parts);
});

it("CI runs the tests of each folder of test/ in one part", () => {
  const parts = ["unit", "engine", "soak", "matrix"] as const;
  const run = parts.flatMap((part) => {
    expect(readText(".ci/run")).to.include(`step npm run test:${part}`);
    const config = `test/${part}/mocharc.cjs`;
    expect(scripts[`test:${part}`]).to.match(new RegExp(`\\bmocha --config ${config}$`));
    const { spec }: { spec: string[] } = require(join(root, config));
    const folders = findNames(spec.join("\n"), /^test\/(\{.+?\}|\w+)\//gm);
    return [...new Set(folders.flatMap((names) => names.replace(/[{}]/g, "").split(",")))];
  });
  const tests = listFiles("test").filter((file) => file.endsWith(".test.ts"));
  expect(run).to.have.members([...new Set(tests.map((file) => file.split("/")[0]))]);
});

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

it("CONTRIBUTING.md says why a version is pinned, and why Dependabot leaves one alone", () => {
  const exact = Object.entries(devDependencies).filter(([, range]) => !range.startsWith("^"));
  const ignored = readText(".github/dependabot.yml")
    .split(/^ {4}ignore:\n/m)
    .slice(1)
    .flatMap((list) => findNames(list.split("\n\n")[0] ?? "", /dependency-name: "?([^"\n]+)/g));
  expect(ignored).to.have.length(5);
  const [, section = ""] = /^## Pinned versions\n([\s\S]+?)^## /m.exec(readText("CONTRIBUTING.md")) ?? [];
  const reasons = findNames(section, /^\| `(.+?)`/gm);
  expect(reasons).to.include.members([...exact.map(([name]) => name), ...ignored]);
});
