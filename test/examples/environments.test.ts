import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { requestsTo, useExample } from "./project";

describeEngine("the example environments", () => {
  const example = useExample("environments");

  it("has an environment for each branch of the configuration, and a further one is one request", async () => {
    const { stack, api } = example;
    const branches = ["staging=develop", "production=main"];
    const flags = branches.flatMap((branch) => ["--plaintext", `environments.${branch}`]);
    await stack.succeed("config", "set-all", "--path", ...flags);
    expect(await stack.up()).to.include("+ 5 created");

    await stack.config("environments.next", "feature/next", "--path");
    const further = await stack.preview();
    expect(further).to.include("+ 1 to create").and.include("5 unchanged").and.include('"feature/next"');
    const before = requestsTo(api).length;
    await stack.up();
    expect(requestsTo(api).slice(before)).to.deep.equal(["POST /applications/app-1/environments"]);
    expect(branchesOf(api.requests())).to.have.members(["develop", "main", "feature/next"]);
  });
});

function branchesOf(requests: readonly { body: unknown }[]): unknown[] {
  return requests.flatMap(({ body }) => (body as { branch?: string }).branch ?? []);
}
