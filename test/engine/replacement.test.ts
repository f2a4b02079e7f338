/** The whole price of a replacement: an application, and what belongs to it. */

import { expect } from "chai";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const names = ["production", "staging", "testing"];
const program = (name: string) => `
const web = new Application("web", { name: "${name}", sourceControlProvider: "hostA" });
for (const name of ${JSON.stringify(names)}) new Environment(name, { applicationId: web.id, name, branch: "main" });
new Environment("foreign", { applicationId: "app-1", name: "foreign", branch: "main" });
`;
const line =
  "Application: its replacement also replaces each environment of the program that has its id. Each old environment still exists, and you are billed for it. Delete it in the web console";

describeEngine("the price of a replacement", () => {
  const use = useStack(() => startAccount(1));

  it("Replacement of an application with three environments: the preview says once that each is replaced and stays, and up does so", async () => {
    const { stack, api } = use;
    await (await stack.writeProgram(program("Shop"))).up();
    const before = api.sandbox.state().environments.map(({ id }) => id);
    await stack.writeProgram(program("Store"));
    const { steps, diagnostics = [] } = await stack.previewSteps();
    const replaced = steps.filter(({ op }) => op === "replace").map(({ name }) => name);
    expect(replaced).to.have.members(["web", ...names]);
    expect(diagnostics.filter(({ message }) => message.includes(line))).to.have.length(1);
    const sent = await recordRequests(api, () => stack.up());
    expect(sent.map((request) => request.split(" {")[0])).to.have.members([
      "POST /applications",
      ...names.map(() => "POST /applications/app-3/environments"),
    ]);
    // All that was there still is; the API has made a default environment for the new application.
    expect(api.sandbox.state().environments.map(({ id }) => id))
      .to.include.members(before)
      .and.have.length(before.length + names.length + 1);
    await stack.preview("--expect-no-changes");
  });
});
