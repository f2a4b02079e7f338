import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { programs } from "./programs";
import { withStack } from "./project";
import { installTools } from "./tools";
import { testManagers } from "./works";

describeEngine("the package installed by Bun", () => {
  before(installTools);
  testManagers("Bun");

  it("Installed package with `runtime: bun`: up and an empty preview, the program in Bun, the host process in Node", async () => {
    const { "index.ts": text, ...rest } = programs.TypeScript.files;
    const files = { ...rest, "index.ts": `${text}\ndeclare const Bun: unknown;\nexport const runtime = typeof Bun;\n` };
    const program = { ...programs.TypeScript, files };
    const setup = { node: 26, sdk: "newest", manager: "Bun", program, layout: "at the top", runtime: "bun" } as const;
    await withStack(setup, async ({ stack, sandbox }) => {
      await stack.up();
      await stack.succeed("preview", "--expect-no-changes");
      expect(JSON.parse(await stack.succeed("stack", "output", "--json"))).to.include({
        applicationId: "app-1",
        runtime: "object",
      });
      expect(sandbox.requests()).to.have.length(3);
    });
  });
});
