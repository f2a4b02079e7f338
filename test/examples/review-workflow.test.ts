import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { respondWith } from "../faults";
import { findNames, readText, toCommonJs } from "../unit/docs/files";
import { runStep } from "./workflow-step";

/** The program of the page that shows the workflow. */
const [program = ""] = findNames(
  readText("docs/ci.md"),
  /^## Environments of pull requests\n[\s\S]*?^```ts\n([\s\S]*?)^```$/gm,
);

describeEngine("the workflow that gives each pull request an environment", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  const sent = () => use.api.listSent().map((request) => request.trim());

  beforeEach(async () => {
    const { stack } = use;
    await stack.writeProgram(toCommonJs(program));
    Object.assign(stack.environment, { PULUMI_STACK: "organization/shop/pr-12", APPLICATION: "app-1", NUMBER: "12" });
  });

  async function run(step: string, branch = "topic"): Promise<{ code: number; text: string }> {
    const { stack } = use;
    stack.environment.BRANCH = branch;
    const result = await runStep(stack, "review.yml", step);
    // The next run starts with a fresh checkout.
    await rm(join(stack.folder, "Pulumi.pr-12.yaml"), { force: true });
    return result;
  }

  it("Review workflow: opened creates an environment for the pull request, a push updates it, closed deletes it and its stack", async () => {
    const opened = await run("Create or update");
    expect(opened.code, opened.text).to.equal(0);
    expect(sent()).to.deep.equal(['POST /applications/app-1/environments {"name":"pr-12","branch":"topic"}']);

    const pushed = await run("Create or update", "renamed");
    expect(pushed.code, pushed.text).to.equal(0);
    expect(sent().slice(1)).to.deep.equal(['PATCH /environments/env-2 {"branch":"renamed"}']);

    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent().slice(2)).to.deep.equal(["DELETE /environments/env-2"]);
    expect(await use.stack.fail("stack", "select", "organization/shop/pr-12")).to.include("no stack named");
  });

  it("Review workflow: closed succeeds and leaves no stack for a pull request that never got an environment", async () => {
    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent()).to.deep.equal([]);
    expect(await use.stack.fail("stack", "select", "organization/shop/pr-12")).to.include("no stack named");
  });

  it("Review workflow: fails and keeps the stack where the API does not delete the environment; the next run deletes it", async () => {
    await run("Create or update");
    use.api.addFault(respondWith(409, { message: "A deployment is under way." }), { method: "DELETE" });
    const conflict = await run("Delete");
    expect(conflict.code).not.to.equal(0);
    expect(conflict.text).to.include("delete environment failed with status 409: A deployment is under way.");
    const again = await run("Delete");
    expect(again.code, again.text).to.equal(0);
    expect(sent().slice(1)).to.deep.equal(["DELETE /environments/env-2", "DELETE /environments/env-2"]);
  });
});
