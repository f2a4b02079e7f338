import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
import { describeEngine, useStack } from "./describe";

const folder = join(__dirname, "released");
const states = readdirSync(folder).filter((file) => file.endsWith(".json"));

describeEngine("state that a released version wrote", () => {
  const use = useStack();

  it("Released state: is recorded for this version", () => {
    expect(states).to.include(`${version}.json`);
  });

  for (const file of states) {
    const program = readFileSync(join(folder, file.replace(/json$/, "txt")), "utf8");

    it(`Released state ${file}: its preview is empty, by the plugin too; a changed setting is updated in place`, async () => {
      const { stack } = use;
      await stack.succeed("stack", "import", "--file", join(folder, file));
      await (await stack.usePlugin()).writeProgram(program);
      await stack.preview("--expect-no-changes");
      stack.module = "pulumi-apphosting";
      await stack.writeProgram(program);
      await stack.preview("--expect-no-changes");
      await stack.writeProgram(program.replace("hibernationTimeout: 30", "hibernationTimeout: 45"));
      await stack.up();
      expect(use.api.listSent()).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","hibernation_timeout":45}']);
    });
  }
});
