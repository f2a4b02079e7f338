import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

interface ExportedState {
  readonly deployment: { readonly resources: readonly { readonly initErrors?: unknown }[] };
}

const folder = join(__dirname, "released");
const states = readdirSync(folder).filter((file) => file.endsWith(".json"));

describeEngine("states of released versions", () => {
  const use = useStack(startFaultySandbox);
  // The operations under which the states were recorded.
  beforeEach(() => use.stack.configure({ "apphosting:operations": "update,delete" }));

  it("Released states: test/engine/released has one of this version", () => {
    expect(states).to.include(`${version}.json`);
  });

  for (const file of states) {
    const program = readFileSync(join(folder, file.replace(/json$/, "txt")), "utf8");

    const state = JSON.parse(readFileSync(join(folder, file), "utf8")) as ExportedState;
    // The next `up` sends an update with an unknown outcome again.
    const failed = state.deployment.resources.filter(({ initErrors }) => initErrors !== undefined);

    it(`Released state ${file}: the preview after a refresh has only the failed updates`, async () => {
      const { stack } = use;
      await stack.succeed("stack", "import", "--file", join(folder, file));
      await stack.writeProgram(program);
      await stack.refresh();
      expect((await stack.previewSteps()).changeSummary)
        .to.include({ update: failed.length })
        .and.not.to.have.any.keys("create", "replace", "delete");
    });

    it(`Released state ${file}: up sends only a changed setting and the failed updates`, async () => {
      const { stack } = use;
      await stack.succeed("stack", "import", "--file", join(folder, file));
      await stack.writeProgram(program.replace("hibernationTimeout: 30", "hibernationTimeout: 45"));
      const [, summary = ""] = (await stack.up()).split("Resources:\n");
      const count = 1 + failed.length;
      expect(summary).to.match(new RegExp(`^ *~ ${count} updated\n *\\d+ unchanged\n`));
      const sent = use.api.listSent();
      expect(sent).to.include('PATCH /caches/cache-1 {"name":"sessions","hibernation_timeout":45}');
      expect(sent, "one request for each failure").to.have.lengthOf(count);
    });
  }
});
