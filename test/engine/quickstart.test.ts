import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox";
import { describeEngine } from "./describe";
import { expectGolden } from "./golden";
import { TestStack } from "./stack";

describeEngine("the quickstart", () => {
  let sandbox: Sandbox;
  let stack: TestStack;

  before(async () => {
    sandbox = await startSandbox();
    stack = await TestStack.create(sandbox);
    await cp(resolve(__dirname, "../../examples/quickstart"), stack.folder, { recursive: true });
    await writeFile(join(stack.folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  });

  after(async () => {
    await stack.remove();
    await sandbox.close();
  });

  const requests = () => sandbox.requests().map(({ method, path, body }) => ({ method, path, body }));

  it("sends nothing in its first preview", async () => {
    expectGolden("quickstart/first-preview", await stack.preview());
    expect(requests()).to.deep.equal([]);
    // From now on without the check of types, which is most of a run.
    stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
  });

  it("sends one request for each resource in its first up", async () => {
    await stack.up();
    expect(requests().map(({ method, path }) => `${method} ${path}`)).to.have.members([
      "POST /applications",
      "POST /applications/app-1/environments",
      "PATCH /caches/cache-1",
    ]);
  });

  it("shows nothing to do in the preview after up and refresh", async () => {
    const before = requests().length;
    await stack.succeed("refresh", "--yes", "--skip-preview");
    await stack.preview("--expect-no-changes");
    expect(requests()).to.have.length(before);
  });

  it("sends changed cache settings as one PATCH of the name and these settings", async () => {
    const before = requests().length;
    await stack.configure({ hibernationTimeout: "45", isPublic: "true" });
    expectGolden("quickstart/cache-settings", await stack.preview());
    await stack.up();
    expect(requests().slice(before)).to.deep.equal([
      {
        method: "PATCH",
        path: "/caches/cache-1",
        body: { name: "sessions", hibernation_timeout: 45, is_public: true },
      },
    ]);
  });

  it("shows a changed branch as a replacement that retains the old environment, and nothing else", async () => {
    expectGolden("quickstart/branch", await stack.preview("--config", "branch=main"));
  });

  it("keeps neither the token nor the password in the open, and a short line for the provider", async () => {
    const kept = await stack.backend();
    expect(kept).to.include("app-1");
    expect(kept).not.to.include(sandbox.token);
    expect(kept).not.to.include("sandbox-password");
    const { inputs } = await stack.resource("sessions");
    expect(Buffer.byteLength(String(inputs.__provider))).to.be.below(90);
  });

  it("destroys the stack without a request, and says what is retained", async () => {
    const before = requests().length;
    expectGolden(
      "quickstart/destroy",
      await stack.succeed("destroy", "--preview-only", "--diff", "--suppress-progress"),
    );
    await stack.succeed("destroy", "--yes", "--skip-preview");
    expect(requests()).to.have.length(before);
  });
});
