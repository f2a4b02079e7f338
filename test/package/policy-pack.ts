import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { version as sdkVersion } from "@pulumi/pulumi/version";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { failPreviewByPolicy } from "../examples/policy-pack";
import { edit } from "../examples/project";
import { announce, createTemporaryFolder, install, quiet, succeed } from "../tools/command";
import { readCommands } from "../tools/commands";
import { packOnce, root } from "./pack";

describeEngine("the policy pack of the example cache-tuning, from the tarball", () => {
  let sandbox: Sandbox;
  let stack: TestStack;

  before(async function () {
    // Each command has a limit of its own.
    this.timeout(0);
    const { tarball } = await packOnce();
    const folder = join(createTemporaryFolder("policy"), "cache-tuning");
    await cp(join(root, "examples/cache-tuning"), folder, { recursive: true });
    await cp(tarball, join(folder, basename(tarball)));
    // Later versions of the SDK, which the ranges of both manifests allow, do not run on Node 20.
    const sdk = `@pulumi/pulumi@${sdkVersion}`;
    await install(folder, "the example cache-tuning", sdk);
    const commands = readCommands(join(folder, "README.md"), {});
    const [npm = "", ...args] =
      commands
        .find((block) => block.includes("--prefix policy"))
        ?.trim()
        .split(" ") ?? [];
    announce("Installing its policy pack", "npm");
    await succeed(folder, npm, [...args, ...quiet, "--ignore-scripts", sdk]);
    sandbox = await startSandbox();
    stack = await TestStack.createIn(folder, sandbox, "cache-tuning");
  });
  after(() => sandbox?.close());

  it("Example cache-tuning from the tarball: its policy pack, installed as its README says, fails the preview of a public cache", async () => {
    await edit(stack, "index.ts", "isPublic: false", "isPublic: true");
    expect(await failPreviewByPolicy(stack)).to.include("[mandatory]  cache-not-public");
  });
});
