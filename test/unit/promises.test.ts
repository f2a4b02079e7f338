/** The names that CHANGELOG.md promises. A deprecated one works for one more release, with a warning. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { exports as paths } from "../../package.json";
import { tables } from "../../provider/rows";
import { settingNames } from "../../provider/rows/settings";
import { operationNames } from "../../provider/rows/table";
import { options, readText, root } from "./docs/files";

const exported: Readonly<Record<Exclude<keyof typeof paths, "./package.json">, string>> = {
  ".": `Application ApplicationArgs Cache CacheArgs CacheConnection CacheCredentials CacheEnvironment CacheSize Environment EnvironmentArgs
    EnvironmentState EnvironmentVariable EvictionPolicy FieldNames Include Mailer NetworkSettings NoState OperationName Provider ProviderArgs
    ProviderSettings Region RepositoryDetails SourceControlProvider`,
  "./host": "application cache environment readers",
  "./sandbox": "RecordedRequest Reference Relationship Resource Sandbox SandboxOptions SandboxState startSandbox",
};

/** Deprecated names that this version lacks, such as `Cache.size`, until a state without them is recorded. */
const removed: readonly string[] = [];

const settings = `allowUnlistedValues baseUrl fieldNames include maxRetries operations timeoutSeconds token tokenVariable`;

describe("Promises of CHANGELOG.md", () => {
  const file = (path: string) => join(root, paths[path as keyof typeof exported].types);
  let program: ts.Program;
  // One program, because each takes seconds.
  before(() => {
    program = ts.createProgram(Object.keys(exported).map(file), options);
  });

  function listExports(path: string): string[] {
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(program.getSourceFile(file(path)) as ts.SourceFile) as ts.Symbol;
    return checker.getExportsOfModule(module).map(({ name }) => name);
  }

  const isReleased = !readText("CHANGELOG.md").includes("\n## Unreleased\n");
  for (const [path, names] of Object.entries(exported)) {
    it(`Exports of pulumi-apphosting${path.slice(1)}: have the promised names, plus unreleased ones`, () => {
      const [promised, found] = [names.split(/\s+/), listExports(path)];
      expect(found, "the changelog promises these names").to.include.members(promised);
      const message = `describe these names in CHANGELOG.md under "## Unreleased"; at the release, they go into "exported" in test/unit/promises.test.ts`;
      const added = found.filter((name) => !promised.includes(name));
      expect(isReleased ? added : [], message).to.deep.equal([]);
    });
  }

  it("Paths of the package: each has a list of promised exports", () => {
    expect(Object.keys(paths)).to.have.members([...Object.keys(exported), "./package.json"]);
  });

  const folder = join(root, "test/engine/released");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    it(`Arguments and outputs: include all that the state in ${file} has`, () => {
      const { deployment } = JSON.parse(readFileSync(join(folder, file), "utf8"));
      const lost = tables.flatMap(({ className, token, rows }) => {
        const states = deployment.resources.filter(({ type }: { type: string }) => type === token);
        const names = new Set<string>(states.flatMap(({ outputs }: { outputs: object }) => Object.keys(outputs)));
        return [...names]
          .filter((name) => !name.startsWith("__") && !(name in rows))
          .map((name) => `${className}.${name}`);
      });
      const message = `deprecate these for a release first (CHANGELOG.md), and then add them to "removed"`;
      expect(
        lost.filter((name) => !removed.includes(name)),
        message,
      ).to.deep.equal([]);
    });
  }

  it("State of the next release: its program has a resource of each class", () => {
    const program = readFileSync(join(folder, "record.ts"), "utf8");
    const missing = tables.filter(({ className }) => !program.includes(`new ${className}(`));
    expect(missing.map(({ className }) => className)).to.deep.equal([]);
  });

  it("Settings and names of operations: match the promised lists", () => {
    expect(settingNames).to.have.members(settings.split(" "));
    expect(operationNames).to.have.members(["read", "update", "delete"]);
  });
});
