/** The names that CHANGELOG.md promises. A deprecated one works for one more release, with a warning. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { exports as paths, version } from "../../package.json";
import { definitions } from "../../provider/definitions";
import { operationNames } from "../../provider/definitions/operation";
import { settingNames } from "../../provider/definitions/settings";
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

  it("Arguments and outputs: include all that the last release's state has", () => {
    const { deployment } = JSON.parse(readFileSync(join(root, `test/engine/released/${version}.json`), "utf8"));
    for (const { names, rows } of definitions) {
      const states = deployment.resources.filter(({ type }: { type: string }) => type === names.token);
      const released = new Set<string>(states.flatMap(({ outputs }: { outputs: object }) => Object.keys(outputs)));
      for (const name of released) {
        if (name.startsWith("__") || removed.includes(`${names.class}.${name}`)) continue;
        const message = `${version} has ${names.class}.${name}. Deprecate it for a release first (CHANGELOG.md). If that has been done, add it to "removed" in test/unit/promises.test.ts`;
        expect(name in rows, message).to.equal(true);
      }
    }
  });

  it("State of the next release: its program has a resource of each class", () => {
    const program = readFileSync(join(root, "test/engine/released/record.ts"), "utf8");
    for (const { names } of definitions) {
      const message = `make a resource of ${names.class} in the program of test/engine/released/record.ts`;
      expect(program.includes(`new ${names.class}(`), message).to.equal(true);
    }
  });

  it("Settings and names of operations: match the promised lists", () => {
    expect(settingNames).to.have.members(settings.split(" "));
    expect(operationNames).to.have.members(["read", "update", "delete"]);
  });
});
