import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { destroy, requestsTo, useExample } from "./project";

describeEngine("the example environments", () => {
  const example = useExample("environments");

  it("has an environment for each branch of the configuration, and a further one is one request", async () => {
    const { stack, sandbox } = example;
    const branch = (environment: string, branch: string) =>
      stack.config(`environments.${environment}`, branch, "--path");
    await branch("staging", "develop");
    await branch("production", "main");
    expect(await stack.preview()).to.include("+ 5 to create");
    await stack.up();
    await stack.preview("--expect-no-changes");

    await branch("next", "feature/next");
    const further = await stack.preview();
    expect(further).to.include("+ 1 to create").and.include("5 unchanged").and.include('"feature/next"');
    const before = requestsTo(sandbox).length;
    await stack.up();
    expect(requestsTo(sandbox).slice(before)).to.deep.equal(["POST /applications/app-1/environments"]);
    expect(branches(sandbox.requests())).to.have.members(["develop", "main", "feature/next"]);
    await destroy(stack);
  });
});

function branches(requests: readonly { body: unknown }[]): unknown[] {
  return requests.flatMap(({ body }) => (body as { branch?: string }).branch ?? []);
}
