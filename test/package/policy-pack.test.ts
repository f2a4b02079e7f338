import { cp, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { edit } from "../examples/project";
import { createTemporaryFolder, install, quiet, readCommands, succeed } from "../tools/command";
import { packOnce, root } from "./pack";

/**
 * Starts a policy pack as today's language host does. The one that test/tools/pulumi builds can't, but the engine also takes
 * the path of a program that serves the pack.
 */
const startPack = `#!/bin/sh
cd "$(dirname "$0")"
exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$1" .
`;

describeEngine("policy pack of the example cache-tuning, from the tarball", () => {
  const example = join(root, "examples/cache-tuning");
  let sandbox: Sandbox;
  let stack: TestStack;

  before(async () => {
    const { tarball } = await packOnce();
    const folder = join(createTemporaryFolder("policy"), "cache-tuning");
    await cp(example, folder, { recursive: true });
    await cp(tarball, join(folder, basename(tarball)));
    // The ranges of both manifests allow later versions of the SDK, which don't run on Node 20.
    const sdk = `@pulumi/pulumi@${sdkVersion}`;
    await install(folder, "the example cache-tuning", sdk);
    const command = readCommands(join(folder, "README.md"), {}).find((block) => block.includes("--prefix policy"));
    const [npm = "", ...args] = command?.trim().split(" ") ?? [];
    await succeed(folder, npm, [...args, ...quiet, "--ignore-scripts", sdk]);
    sandbox = await startSandbox();
    stack = await TestStack.createIn(folder, sandbox, "cache-tuning");
  });
  after(() => sandbox?.close());

  it("Example cache-tuning from the tarball: its policy pack rejects a public cache", async () => {
    await edit(stack, "index.ts", "isPublic: false", "isPublic: true");
    let text = await stack.fail("preview", "--policy-pack", "policy");
    if (text.includes("could not read plugin [policy]: not supported")) {
      await stack.write("policy/start", startPack);
      await succeed(stack.folder, "chmod", ["+x", "policy/start"]);
      const program = join(stack.folder, "policy/start");
      text = (await stack.fail("preview", "--policy-pack", program)).replace(program, "policy");
    }
    const [policies = text] = /^Policies:\n( {4}.*\n)+/m.exec(text) ?? [];
    expect(await readFile(join(example, "README.md"), "utf8")).to.include(policies);
  });
});
