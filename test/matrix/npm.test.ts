import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { programs } from "./programs";
import { withStack } from "./project";
import { installTools } from "./tools";
import { testManagers } from "./works";

describeEngine("the package installed by npm", () => {
  before(installTools);
  testManagers("npm");

  it("Pulumi's template: preview, up, refresh and destroy work on Node 26 with the newest SDK", async () => {
    const program = programs["Pulumi's own template"];
    const setup = { node: 26, sdk: "newest", manager: "npm", program, layout: "at the top" } as const;
    await withStack(setup, async ({ stack, sandbox }) => {
      await stack.succeed("preview");
      await stack.up();
      await stack.succeed("preview", "--expect-no-changes");
      await stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      await stack.succeed("destroy", "--yes", "--skip-preview");
      expect((await stack.readState()).resources).to.deep.equal([]);
      expect(sandbox.requests()).to.have.length(3);
    });
  });
});
