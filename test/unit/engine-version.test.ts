import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { engineVersion } from "../tools/pulumi/get";

const root = join(__dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");

it("CI installs the version of the engine that is built where none is installed", () => {
  const ci = text(".github/workflows/ci.yml");
  const [, expression = ""] = /id: engine\n +run: >-\n +node --print "(.+)"\n +>> "\$GITHUB_OUTPUT"\n/.exec(ci) ?? [];
  const output = execFileSync(process.execPath, ["--print", expression], { cwd: root, encoding: "utf8" });
  expect(output).to.equal(`version=${engineVersion}\n`);
});

it("docs/configuration.md names the version of the engine that the tests run with", () => {
  expect(text("docs/configuration.md")).to.include(`the tests run with ${engineVersion}.`);
});
