import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import type { TestStack } from "../engine/stack";
import type { Result } from "../tools/command";
import { edit, expectUp, root, useExample } from "./project";

describeEngine("the example cache-tuning", () => {
  const example = useExample("cache-tuning");

  it("Example cache-tuning: up adopts each cache of the table with one request", async () => {
    await expectUp(example, ["PATCH /caches/cache-1", "PATCH /caches/cache-2", "PATCH /caches/cache-3"]);
  });

  it("Example cache-tuning: its policy pack fails the preview of a public cache alone, as its README shows", async () => {
    const { stack } = example;
    await edit(stack, "index.ts", "isPublic: false", "isPublic: true");
    const { code, text } = await previewWithPolicy(stack);
    expect(code).not.to.equal(0);
    const said = /^Policies:\n( {4}.*\n)+/m.exec(text)?.[0] ?? text;
    expect(await readFile(join(root, "examples/cache-tuning/README.md"), "utf8")).to.include(said);
  });
});

async function previewWithPolicy(stack: TestStack): Promise<Result> {
  const preview = () => stack.run("preview", "--policy-pack", "policy");
  const run = await preview();
  if (!run.text.includes("could not read plugin [policy]: not supported")) return run;
  await startPackAsBefore(stack);
  return preview();
}

/**
 * The language host that test/tools/pulumi builds is older than the engine, and cannot start a policy pack. The engine still
 * has the older way, for runtimes without a language host: a program that is named after the runtime.
 */
async function startPackAsBefore(stack: TestStack): Promise<void> {
  const { folder, environment } = stack;
  await edit(stack, "policy/PulumiPolicy.yaml", "runtime: nodejs", "runtime: node");
  const start = `exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$@"`;
  await writeFile(join(folder, "pulumi-analyzer-policy-node"), `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  environment.PATH = [folder, environment.PATH].join(delimiter);
}
