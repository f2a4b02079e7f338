/** What a user does after a crash, as the documents say, and the engine's messages (golden texts). */

import { expect } from "chai";
import { describeEngine } from "../engine/describe.js";
import { expectGolden } from "../engine/golden.js";
import { cutConnection } from "../faults/index.js";
import { readTold, useCrashes, type Victim } from "./crash.js";

const program = `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: config.get("branch") ?? "main" });
exports.id = staging.id;
`;

describeEngine("recovery", () => {
  const use = useCrashes();
  /** During a create: the API has the environment, but the engine doesn't know. */
  async function killed(victim: Victim): Promise<string> {
    await use.stack.writeProgram(program);
    use.api.addFault(cutConnection("stall", "after"), { path: /environments$/ });
    return use.crash(victim, { requests: 2, stage: "done" });
  }
  const environments = () => use.api.sandbox.state().environments.map(({ attributes }) => attributes.name);

  it("Recovery from a killed engine: cancel and clearing pending creates let up continue", async () => {
    await killed("engine");
    const locked = await use.stack.failUp();
    expectGolden(
      "soak/engine-killed-locked",
      locked.replace(/\/[\w-]+\.json.*?: created by .*/, "/<lock>: created by <whom, when>"),
    );
    await use.stack.succeed("cancel", "--yes");
    expect((await use.stack.readState()).pending).to.deep.equal(["staging"]);
    const next = await use.stack.failUp();
    expectGolden("soak/engine-killed-next-up", readTold(next, "shop-dev") + readTold(next, "staging"));
    expect(environments()).to.deep.equal(["seeded", "main", "staging"]);

    await use.stack.succeed("refresh", "--clear-pending-creates", "--yes", "--skip-preview");
    expect((await use.stack.readState()).pending).to.deep.equal([]);
    // The sandbox can't delete the environment, so use another name.
    await use.stack.writeProgram(program.replace('"staging", branch', '"staging-2", branch'));
    expect(await use.stack.up()).not.to.include("warning");
    expect(environments()).to.deep.equal(["seeded", "main", "staging", "staging-2"]);
  });

  it("Recovery from a killed engine: existingId adopts the created environment", async () => {
    await killed("engine");
    await use.stack.succeed("cancel", "--yes");
    await use.stack.succeed("refresh", "--clear-pending-creates", "--yes", "--skip-preview");
    await use.stack.writeProgram(program.replace('name: "staging"', 'existingId: "env-2", name: "staging"'));
    await use.stack.up();
    expect(environments()).to.deep.equal(["seeded", "main", "staging"]);
    await use.stack.preview("--expect-no-changes");
  });

  it("Recovery from a killed host process: up names the resource and leaves no pending create", async () => {
    const text = await killed("host process");
    expectGolden(
      "soak/host-killed",
      readTold(text, "staging").replace(/(error reading from server:) .*/, "$1 <how it broke>"),
    );
    expect((await use.stack.readState()).pending).to.deep.equal([]);
    expect(environments()).to.deep.equal(["seeded", "main", "staging"]);
    expectGolden("soak/host-killed-next-up", readTold(await use.stack.failUp(), "staging"));
  });
});
