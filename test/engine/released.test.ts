import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

const folder = join(__dirname, "released");
const states = readdirSync(folder).filter((file) => file.endsWith(".json"));

describeEngine("states of released versions", () => {
  const use = useStack(startFaultySandbox);

  it("Released states: test/engine/released has one of this version", () => {
    expect(states).to.include(`${version}.json`);
  });

  for (const file of states) {
    it(`Released state ${file}: after a refresh, up sends only what is open and what changes`, async () => {
      const { stack, api } = use;
      // The operations under which the states were recorded.
      await stack.configure({ "apphosting:operations": "update,delete" });
      await stack.succeed("stack", "import", "--file", join(folder, file));
      const program = readFileSync(join(folder, file.replace(/json$/, "txt")), "utf8");
      await stack.writeProgram(program.replace("hibernationTimeout: 30", "hibernationTimeout: 45"));
      await stack.refresh();
      expect((await stack.previewSteps()).changeSummary)
        .to.include({ update: 2 })
        .and.not.to.have.any.keys("create", "replace", "delete");
      await stack.up();
      expect(api.listSent()).to.have.members([
        // The API returned another value of isPublic, and the update of the queue failed.
        'PATCH /caches/cache-1 {"name":"sessions","is_public":true,"hibernation_timeout":45}',
        'PATCH /caches/cache-3 {"name":"queue","hibernation_timeout":20}',
      ]);
      await stack.preview("--expect-no-changes");
    });
  }
});
