/** Consent to a delete: `retainOnDelete: false` in the program, an input that the engine hides, and what the state keeps of it. */

import { expect } from "chai";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";
import { extractDiagnostics } from "./golden";

const environment = (args: object = {}, options = "{}", name = "web") => {
  const all = { applicationId: "app-1", name: "web", branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const consent = "{ retainOnDelete: false }";
const drop = "transforms: [({ props }) => ({ props, opts: { protect: false } })]";
const allow = "transforms: [({ props, opts }) => ({ props, opts: { ...opts, retainOnDelete: false } })]";
const moved = { clusterId: "cluster-1" };
const retained =
  /was removed from the state but still exists: it's deleted only if an earlier `pulumi up` set `retainOnDelete: false` and the program still does/;

describeEngine("the consent to a delete", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": "read,update,delete" }));

  /** Runs an `up`, and returns the requests without reads, and what is said. */
  async function up(program: string, ...args: string[]) {
    await use.stack.writeProgram(program);
    let text = "";
    const sent = await recordRequests(use.api, async () => {
      text = await use.stack.up(...args);
    });
    const methods = sent.filter((line) => !line.startsWith("GET")).map((line) => line.split(" ")[0]);
    return { methods, said: extractDiagnostics(text), text };
  }

  it("Consent given in a later up: an update that sends nothing and says what it means, an empty preview, and DELETE at the end", async () => {
    const { stack } = use;
    await up(environment());
    await stack.writeProgram(environment({}, consent));
    expect(await stack.preview()).to.match(
      /Environment web \(env-\d+\): retainOnDelete is now false\. From this `up` on, it's deleted when it's replaced, leaves the program or is destroyed/,
    );
    expect((await up(environment({}, consent))).methods).to.deep.equal([]);
    await stack.preview("--expect-no-changes");
    expect((await up("")).methods).to.deep.equal(["DELETE"]);
  });

  it("Consent beside another change: the preview has a line for it", async () => {
    await up(environment());
    await use.stack.writeProgram(environment({ branch: "next" }, consent));
    expect(await use.stack.preview()).to.match(/\+ __deletable *: true/);
  });

  for (const [what, options, isDeleted] of [
    ["given, and its options dropped by a transformation", `{ retainOnDelete: false, ${drop} }`, true],
    ["not given, with all options dropped by a transformation", `{ ${drop} }`, false],
    ["not given, with retainOnDelete: false set by a transformation", `{ ${allow} }`, false],
  ] as const) {
    it(`Consent ${what}: ${isDeleted ? "deleted" : "retained, with a warning"} when it leaves the program`, async () => {
      await up(environment({}, options));
      const { methods, said } = await up("");
      expect(methods).to.deep.equal(isDeleted ? ["DELETE"] : []);
      if (!isDeleted) expect(said).to.match(retained);
    });
  }

  it('Consent under ignoreChanges: ["*"]: not given, because the engine keeps the earlier inputs', async () => {
    await up(environment());
    expect((await up(environment({}, '{ retainOnDelete: false, ignoreChanges: ["*"] }'))).methods).to.deep.equal([]);
    const { methods, said } = await up("");
    expect(methods).to.deep.equal([]);
    expect(said).to.match(retained);
  });

  for (const [what, first, then] of [
    ["given", "{}", consent],
    ["withdrawn", consent, "{}"],
  ] as const) {
    it(`Consent ${what} in the up that replaces: the old environment is retained, as the preview says`, async () => {
      await up(environment({}, first));
      await use.stack.writeProgram(environment({ ...moved, name: "next" }, then));
      expect(await use.stack.preview()).to.include(
        "will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.",
      );
      const { methods, said } = await up(environment({ ...moved, name: "next" }, then));
      expect(methods).to.deep.equal(["POST"]);
      if (what === "withdrawn") expect(said).to.match(retained);
      expect(use.api.sandbox.state().environments.map(({ attributes }) => attributes.name)).to.include("web");
    });
  }

  it("Consent: carried by an alias, and by `pulumi state move`", async () => {
    const { stack } = use;
    await up(environment({}, consent));
    expect(
      (await up(environment({}, '{ retainOnDelete: false, aliases: [{ name: "web" }] }', "renamed"))).methods,
    ).to.deep.equal([]);
    await stack.preview("--expect-no-changes");
    const { urn } = await stack.findResource("renamed");
    await stack.succeed("stack", "init", "other");
    await stack.succeed("state", "move", "--yes", "--source", "dev", "--dest", "other", urn);
    const sent = await recordRequests(use.api, () =>
      stack.succeed("destroy", "--yes", "--skip-preview", "--stack", "other"),
    );
    expect(sent.map((line) => line.split(" ")[0])).to.deep.equal(["DELETE"]);
  });

  it("Consent of an adopted environment: destroy deletes it", async () => {
    await up(environment({ existingId: "env-1" }, consent));
    const sent = await recordRequests(use.api, () => use.stack.succeed("destroy", "--yes", "--skip-preview"));
    expect(sent).to.deep.equal(["DELETE /environments/env-1 "]);
  });

  it("Consent that cannot be: all of a resource's mistakes at once, before anything is sent", async () => {
    const { stack } = use;
    await stack.configure({ "apphosting:operations": "read" });
    await stack.writeProgram(environment({ name: "" }, consent));
    const text = await stack.fail("preview");
    expect(text)
      .to.include("name must have 1 to 40 characters")
      .and.include("retainOnDelete can't be false, because the API documents no delete.");
  });
});
