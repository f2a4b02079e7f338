import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { version } from "../../package.json";
import { describeEngine, useStack } from "./describe";
import type { TestStack } from "./stack";

interface ExportedState {
  readonly deployment: { readonly resources: readonly { readonly urn: string; readonly initErrors?: unknown }[] };
}

const folder = join(__dirname, "released");
const states = readdirSync(folder).filter((file) => file.endsWith(".json"));

/** The steps of a preview that change a resource, by its name. */
async function previewChanges(stack: TestStack): Promise<Record<string, string>> {
  const { steps } = await stack.previewSteps();
  return Object.fromEntries(steps.filter(({ op }) => op !== "same").map(({ name, op }) => [name, op]));
}

describeEngine("state that a released version wrote", () => {
  const use = useStack();

  it("Released states: test/engine/released has a state of this version", () => {
    expect(states).to.include(`${version}.json`);
  });

  for (const file of states) {
    const program = readFileSync(join(folder, file.replace(/json$/, "txt")), "utf8");

    const state = JSON.parse(readFileSync(join(folder, file), "utf8")) as ExportedState;
    // A release cannot know what became of an update with an unknown outcome: it is sent again.
    const failed = state.deployment.resources.filter(({ initErrors }) => initErrors !== undefined);
    const expected = Object.fromEntries(failed.map(({ urn }) => [urn.split("::").at(-1), "update"]));

    it(`Released state ${file}: nothing but a failed update is in the preview; a changed setting sends one PATCH`, async () => {
      const { stack } = use;
      await stack.succeed("stack", "import", "--file", join(folder, file));
      await stack.writeProgram(program);
      expect(await previewChanges(stack)).to.deep.equal(expected);
      await stack.writeProgram(program.replace("hibernationTimeout: 30", "hibernationTimeout: 45"));
      await stack.up();
      const sent = use.api.listSent();
      expect(sent).to.include('PATCH /caches/cache-1 {"name":"sessions","hibernation_timeout":45}');
      expect(sent, "one request for each failure").to.have.lengthOf(1 + failed.length);
    });
  }
});
