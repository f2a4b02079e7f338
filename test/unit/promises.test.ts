/**
 * The names that a later release still takes, as CHANGELOG.md promises. A new name goes into its list. One that is to go works for at least
 * one more release, with a warning, before it leaves its list.
 */

import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { exports as paths } from "../../package.json";
import { operationNames } from "../../provider/definitions/operation";
import { settingNames } from "../../provider/definitions/settings";
import { options, root } from "./docs/files";

/** By path, the names that a program, or a state, can import. */
const exported: Readonly<Record<Exclude<keyof typeof paths, "./package.json">, string>> = {
  ".": `Application ApplicationArgs Cache CacheArgs CacheConnection CacheCredentials CacheEnvironment CacheSize Environment EnvironmentArgs
    EnvironmentState EnvironmentVariable EvictionPolicy FieldNames Include Mailer NetworkSettings NoState OperationName Provider ProviderArgs
    ProviderSettings Region RepositoryDetails SourceControlProvider`,
  "./host": "application cache environment readers",
  "./sandbox": "RecordedRequest Reference Relationship Resource Sandbox SandboxOptions SandboxState startSandbox",
};

const settings = `allowUnlistedValues baseUrl fieldNames include maxRetries operations timeoutSeconds token tokenVariable`;

describe("Promises of CHANGELOG.md", () => {
  const file = (path: string) => join(root, paths[path as keyof typeof exported].types);
  let program: ts.Program;
  // One program: each more takes seconds.
  before(() => {
    program = ts.createProgram(Object.keys(exported).map(file), options);
  });

  /** The names that can be imported from a path, types among them. */
  function listExports(path: string): string[] {
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(program.getSourceFile(file(path)) as ts.SourceFile) as ts.Symbol;
    return checker.getExportsOfModule(module).map(({ name }) => name);
  }

  for (const [path, names] of Object.entries(exported)) {
    it(`Exported names of pulumi-apphosting${path.slice(1)}: those of the list`, () => {
      expect(listExports(path)).to.have.members(names.split(/\s+/));
    });
  }

  it("Paths of the package: each has its list of exported names", () => {
    expect(Object.keys(paths)).to.have.members([...Object.keys(exported), "./package.json"]);
  });

  it("Settings, and the words of operations: those of the list", () => {
    expect(settingNames).to.have.members(settings.split(" "));
    expect(operationNames).to.have.members(["read", "update", "delete"]);
  });
});
