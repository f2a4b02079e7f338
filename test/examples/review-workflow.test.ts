import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { respondWith } from "../faults";
import { findNames, readText, toCommonJs } from "../unit/docs/files";
import { readWorkflow, runStep, type Values } from "./workflow-step";

/** The program of the page that shows the workflow. */
const [program = ""] = findNames(
  readText("docs/ci.md"),
  /^## Environments of pull requests\n[\s\S]*?^```ts\n([\s\S]*?)^```$/gm,
);

describeEngine("review workflow", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  const sent = () => use.api.listSent().map((request) => request.trim());

  beforeEach(async () => {
    const { stack } = use;
    await stack.write("index.js", toCommonJs(program));
  });

  const workflow = readWorkflow("review.yml");
  const readValues = (branch: string): Values => ({
    "matrix.stack": "organization/shop/pr",
    "matrix.application": "app-1",
    "github.event.pull_request.number": "12",
    "github.head_ref": branch,
    "vars.APPHOSTING_BASE_URL": use.api.url,
  });

  /** Runs the steps up to the last one, on a fresh checkout. Returns the result of the step that ended the run. */
  async function run(last: "Create or update" | "Delete", branch = "topic"): Promise<{ code: number; text: string }> {
    const { stack } = use;
    await rm(join(stack.folder, "Pulumi.pr-12.yaml"), { force: true });
    let result = { code: 0, text: "" };
    for (const step of ["Select the stack", "Stop if a create is pending", last]) {
      if (result.code === 0) result = await runStep(stack, workflow, step, readValues(branch));
    }
    return result;
  }

  it("Review workflow: creates, updates and deletes a pull request's environment", async () => {
    const opened = await run("Create or update");
    expect(opened.code, opened.text).to.equal(0);
    expect(sent()).to.deep.equal(['POST /applications/app-1/environments {"name":"pr-12","branch":"topic"}']);

    const pushed = await run("Create or update", "renamed");
    expect(pushed.code, pushed.text).to.equal(0);
    expect(sent().slice(1)).to.deep.equal(['PATCH /environments/env-2 {"branch":"renamed"}']);

    use.api.addFault(respondWith(409, { message: "A deployment is under way." }), { method: "DELETE" });
    const conflict = await run("Delete");
    expect(conflict.code).not.to.equal(0);
    expect(conflict.text).to.include("delete environment failed with status 409: A deployment is under way.");

    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent().slice(2)).to.deep.equal(["DELETE /environments/env-2", "DELETE /environments/env-2"]);
    expect(await use.stack.fail("stack", "select", "organization/shop/pr-12")).to.include("no stack named");
  });

  it("Review workflow: leaves no stack for a closed pull request without an environment", async () => {
    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent()).to.deep.equal([]);
    expect(await use.stack.fail("stack", "select", "organization/shop/pr-12")).to.include("no stack named");
  });
});
