/** What a script finds in `preview --json`, as docs/ci.md says. */

import { expect } from "chai";
import { dropFields, startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

const program = (name: string) => `
new Application("old", { name: "${name}", sourceControlProvider: "hostA", existingId: "app-9" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });\n`;

describeEngine("preview --json", () => {
  const use = useStack(startFaultySandbox);

  /** The step of each resource, and the beginning of each warning with its severity. */
  async function preview() {
    const { steps, diagnostics = [] } = await use.stack.previewSteps();
    return {
      steps: Object.fromEntries(steps.map((step) => [step.name, step])),
      warnings: diagnostics
        .map(({ severity, message }) => `${severity}, ${/^warning: (?:[^:]+: )?[^:,.]+/.exec(message)?.[0]}`)
        .sort(),
    };
  }

  it("preview --json: a step and a warning for what is only adopted and for a setting that was not applied", async () => {
    await use.stack.writeProgram(program("Shop"));
    const first = await preview();
    expect(first.steps.old).to.deep.include({ op: "create", detailedDiff: null });
    expect(first.steps.old?.newState.inputs).to.include({ existingId: "app-9" });
    expect(first.warnings).to.deep.equal([
      "warning, warning: Application Shop (app-9) will be adopted",
      "warning, warning: Cache sessions (cache-1) will be adopted: it already exists",
    ]);

    use.api.addFault(dropFields("size"), { path: /^\/caches/ });
    await use.stack.up();
    await use.stack.writeProgram(program("New shop"));
    const second = await preview();
    expect(second.steps.old?.op).to.equal("update");
    expect(second.steps.old?.detailedDiff).to.equal(null);
    expect(second.steps.old?.newState.inputs).to.include({ existingId: "app-9" });
    expect(second.steps.sessions).to.deep.include({ op: "update", detailedDiff: null });
    expect(second.warnings).to.deep.equal([
      "warning, warning: Application Shop (app-9): existingId is set",
      "warning, warning: Cache sessions (cache-1): size",
    ]);
  });
});
