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
describeEngine("the price of a replacement", () => {
  const use = useStack(() => startAccount(1));

  it("Replacement of an application with three environments: the preview says of each, by its name and id, that it stays, and up does so", async () => {
    const { stack, api } = use;
    await (await stack.writeProgram(program("Shop"))).up();
    const before = api.sandbox.state().environments.map(({ id }) => id);
    await stack.writeProgram(program("Store"));
    const { steps, diagnostics = [] } = await stack.previewSteps();
    const replaced = steps.filter(({ op }) => op === "replace").map(({ name }) => name);
    expect(replaced).to.have.members(["web", ...names]);
    const said = diagnostics.flatMap(
      ({ message }) => /^warning: (.*): once `up` has created .* stays and is billed/.exec(message)?.[1] ?? [],
    );
    const { resources } = await stack.readState();
    const idOf = (name: string) => resources.find((one) => one.name === name)?.id;
    expect(said).to.have.members([
      `Application Shop (${idOf("web")})`,
      ...names.map((name) => `Environment ${name} (${idOf(name)})`),
    ]);
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
