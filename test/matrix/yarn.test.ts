import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { upCommand } from "../engine/stack";
import { succeed } from "../tools/command";
import { programs } from "./programs";
import { withStack } from "./project";
import { installTools } from "./tools";
import { testManagers } from "./works";

describeEngine("the package installed by Yarn", () => {
  before(installTools);
  testManagers("Yarn 1", "Yarn 4");

  it("Yarn Plug'n'Play: pulumi can't find its SDK, but `yarn exec pulumi` works with CommonJS", async () => {
    const manager = "Yarn 4 Plug'n'Play";
    const yarn = { node: 22, sdk: "newest", manager, program: programs.CommonJS, layout: "at the top" } as const;
    await withStack(yarn, async ({ project, stack }) => {
      expect(await stack.failUp()).to.include("It looks like the Pulumi SDK has not been installed.");

      const [node, program] = (await installTools()).managers[manager].install;
      const up = [`${program}`, "exec", "pulumi", "--non-interactive", ...upCommand];
      await succeed(project, node, up, stack.environment);
    });
  });
});
