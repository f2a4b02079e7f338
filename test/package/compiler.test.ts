/** Programs under the TypeScript compiler of Pulumi's SDK, which compiles a project without one. */

import { join } from "node:path";
import { expect } from "chai";
import type * as ts from "typescript";
import { options, readDefaultEnvironment, root } from "../unit/docs/files";

/** Programs to compile besides the quickstart. They aren't files. */
const [mistaken, recipe] = [join(root, "mistakes.ts"), join(root, "default-environment.ts")];

/** Each line is a mistake. */
const mistakes = `import { Application, Cache, Environment } from "pulumi-apphosting";
new Cache("c", { cacheId: "cache-1", name: "sessions", domain: "example.com" });
new Cache("c", { name: "sessions" });
new Cache("c", { cacheId: "cache-1", name: "sessions", size: 1 });
new Application("a", { name: "Web shop", sourceControlProvider: "hostA", region: 1 });
new Application("a", { name: "Web shop", sourceControlProvider: 1 });
new Environment("e", { applicationId: "app-1", name: "staging", branch: "main", buildComand: "make" });
`;

const texts = new Map([
  [mistaken, mistakes],
  [recipe, readDefaultEnvironment()],
]);

it("TypeScript 3.8 of Pulumi's SDK: accepts the documents' programs and reports each mistake", () => {
  const old: typeof ts = require("@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js");
  const [target, module] = [old.ScriptTarget.ES2020, old.ModuleKind.CommonJS];
  const oldOptions = { ...options, target, module, moduleResolution: old.ModuleResolutionKind.NodeJs };
  const host = old.createCompilerHost(oldOptions);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...others) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile.call(host, path, ...others) : old.createSourceFile(path, text, target);
  };
  const quickstart = join(root, "examples/quickstart/index.ts");
  const compiled = old.createProgram([quickstart, ...texts.keys()], oldOptions, host);
  const linesOf = (path: string) => {
    const source = compiled.getSourceFile(path);
    const found = [...compiled.getSyntacticDiagnostics(source), ...compiled.getSemanticDiagnostics(source)];
    return found.map(({ start = 0 }) => (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1);
  };
  expect(old.version).to.equal("3.8.3");
  expect(linesOf(quickstart)).to.deep.equal([]);
  expect(linesOf(recipe)).to.deep.equal([]);
  expect(linesOf(mistaken)).to.deep.equal([2, 3, 4, 5, 6, 7]);
});
