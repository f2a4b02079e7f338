import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { startAccount } from "../engine/account";
import { describeEngine, useStack } from "../engine/describe";
import { TestStack } from "../engine/stack";
import { respondWith } from "../faults";
import { findNames, readText, toCommonJs } from "../unit/docs/files";
import { readJobs, runSteps } from "./workflow-step";

/** The program of the page that shows the workflow. */
const [program = ""] = findNames(
  readText("docs/ci.md"),
  /^## Environments of pull requests\n[\s\S]*?^```ts\n([\s\S]*?)^```$/gm,
);

describeEngine("review workflow", () => {
  const use = useStack(
    () => startAccount(1, { operations: true }),
    (api) => TestStack.createLight(api, "project"),
  );
  const { review } = readJobs("review.yml");
  const sent = () => use.api.listSent().map((request) => request.trim());

  beforeEach(async () => {
    const { stack } = use;
    await stack.write("index.js", toCommonJs(program));
    // The workflow names the stack of the pull request.
    delete stack.environment.PULUMI_STACK;
  });

  /** Runs the steps up to the last one, on a fresh checkout. */
  async function run(last: "Create or update" | "Delete", branch = "topic") {
    const { stack, api } = use;
    await rm(join(stack.folder, "Pulumi.pr-12.yaml"), { force: true });
    stack.environment.GITHUB_HEAD_REF = branch;
    const values = { "github.event.pull_request.number": "12", "vars.APPHOSTING_BASE_URL": api.url };
    return runSteps(stack, review, ["Select the stack", "Stop if a create is pending", last], values);
  }

  it("review.yml: creates, updates and deletes the environment of a pull request", async () => {
    const opened = await run("Create or update");
    expect(opened.code, opened.text).to.equal(0);
    expect(sent()).to.deep.equal(['POST /applications/app-1/environments {"name":"pr-12","branch":"topic"}']);

    const pushed = await run("Create or update", "renamed");
    expect(pushed.code, pushed.text).to.equal(0);
    expect(sent().slice(1)).to.deep.equal(['PATCH /environments/env-2 {"branch":"renamed"}']);

    use.api.addFault(respondWith(409, { message: "A deployment is under way." }), { method: "DELETE" });
    const conflict = await run("Delete");
    expect(conflict.code).not.to.equal(0);
    expect(conflict.text).to.include("failed with status 409: A deployment is under way.");

    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent().slice(2)).to.deep.equal(["DELETE /environments/env-2", "DELETE /environments/env-2"]);
    expect(await use.stack.fail("stack", "select", "pr-12")).to.include("no stack named");
  });

  it("review.yml: leaves no stack for a closed pull request without an environment", async () => {
    const closed = await run("Delete");
    expect(closed.code, closed.text).to.equal(0);
    expect(sent()).to.deep.equal([]);
    expect(await use.stack.fail("stack", "select", "pr-12")).to.include("no stack named");
  });
});
