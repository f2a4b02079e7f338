/** Consent to a delete: `retainOnDelete: false` in the program, an input that the engine hides, and what the state keeps of it. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";

const environment = (name: string, args: object = {}, options = "{}") => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const consent = "{ retainOnDelete: false }";
const transform = (options: string) => `transforms: [({ props, opts }) => ({ props, opts: ${options} })]`;
const operations = { "apphosting:operations": "read,update,delete" };

/** Options of a resource in the first `up`, and in the second one. */
interface Row {
  readonly what: string;
  readonly name: string;
  readonly options: readonly [first: string, second: string];
}
const always = (options: string) => [options, options] as const;

/** Environments that leave the program in the third `up`. Where the engine asks for no delete, nothing is said. */
const leaving: readonly (Row & { readonly fate: "deleted" | "retained" | "retained in silence" })[] = [
  { what: "left out", name: "plain", options: always("{}"), fate: "retained in silence" },
  { what: "given in a later up", name: "later", options: ["{}", consent], fate: "deleted" },
  {
    what: "given, and its options dropped by a transformation",
    name: "dropped",
    options: always(`{ retainOnDelete: false, ${transform("{ protect: false }")} }`),
    fate: "deleted",
  },
  {
    what: "not given, with all options dropped by a transformation",
    name: "without",
    options: always(`{ ${transform("{ protect: false }")} }`),
    fate: "retained",
  },
  {
    what: "not given, with retainOnDelete: false set by a transformation",
    name: "transformed",
    options: always(`{ ${transform("{ ...opts, retainOnDelete: false }")} }`),
    fate: "retained",
  },
  {
    // The engine keeps the earlier inputs.
    what: 'given in a later up under ignoreChanges: ["*"]',
    name: "ignored",
    options: ["{}", '{ retainOnDelete: false, ignoreChanges: ["*"] }'],
    fate: "retained",
  },
];

/** Environments that the second `up` replaces. */
const replaced: readonly Row[] = [
  { what: "left out", name: "replaced", options: always("{}") },
  { what: "given", name: "given", options: ["{}", consent] },
  { what: "withdrawn", name: "withdrawn", options: [consent, "{}"] },
];

const first = [
  ...[...leaving, ...replaced].map(({ name, options: [options] }) => environment(name, {}, options)),
  environment("changed"),
  environment("aliased", {}, consent),
].join("");
const second = [
  ...leaving.map(({ name, options: [, options] }) => environment(name, {}, options)),
  ...replaced.map(({ name, options: [, options] }) =>
    environment(name, { clusterId: "cluster-1", name: `${name} 2` }, options),
  ),
  environment("changed", { branch: "next" }, consent),
  environment("moved", { name: "aliased" }, '{ retainOnDelete: false, aliases: [{ name: "aliased" }] }'),
].join("");

describeEngine("the consent to a delete", () => {
  const use = shareStack(() => startAccount(1, { operations: true }));
  let ids: Readonly<Record<string, string | undefined>>;
  let preview: string;
  let update: Run;
  let end: Run;

  interface Run {
    readonly sent: readonly string[];
    readonly text: string;
  }
  async function up(program: string): Promise<Run> {
    await use.stack.writeProgram(program);
    let text = "";
    const sent = await recordRequests(use.api, async () => {
      text = await use.stack.up();
    });
    return { sent, text };
  }

  before(async () => {
    const { stack } = use;
    await stack.configure(operations);
    await up(first);
    ids = Object.fromEntries((await stack.readState()).resources.map(({ name, id }) => [name, id]));
    await stack.writeProgram(second);
    preview = await stack.preview();
    update = await up(second);
    await stack.preview("--expect-no-changes");
    end = await up(environment("moved", { name: "aliased" }, consent));
  });

  const isDeleted = (name: string, { sent }: Run) => sent.includes(`DELETE /environments/${ids[name]} `);
  const expectRetained = (name: string, run: Run, isSaid: boolean) => {
    expect(isDeleted(name, run)).to.equal(false);
    const said = run.text.includes(
      `Environment ${name} of app-1 (${ids[name]}) was removed from the state but still exists: no earlier \`pulumi up\` recorded \`retainOnDelete: false\`, or it was withdrawn`,
    );
    expect(said).to.equal(isSaid);
  };

  it("Consent given in a later up: an update that sends nothing and says what it means, beside another change a line of it", () => {
    expect(preview).to.include(
      `Environment later of app-1 (${ids.later}): retainOnDelete is now false. Once this \`up\` has succeeded, it's deleted when it's replaced, leaves the program or is destroyed`,
    );
    expect(preview).to.match(/::changed\][^[]*\+ __deletable *: true/);
    expect(update.sent).to.have.members([
      `PATCH /environments/${ids.changed} {"branch":"next"}`,
      ...replaced.map(
        ({ name }) =>
          `POST /applications/app-1/environments {"name":"${name} 2","branch":"main","cluster_id":"cluster-1"}`,
      ),
    ]);
  });

  for (const { what, name, fate } of leaving) {
    it(`Consent ${what}: the environment is ${fate} when it leaves the program`, () => {
      if (fate === "deleted") expect(isDeleted(name, end)).to.equal(true);
      else expectRetained(name, end, fate === "retained");
    });
  }

  for (const { what, name } of replaced) {
    it(`Consent ${what} in the up that replaces: the old environment is retained, as the preview says`, () => {
      expect(preview).to.include(
        `Environment ${name} of app-1 (${ids[name]}) will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.`,
      );
      expectRetained(name, update, what === "withdrawn");
    });
  }

  it("Consent: carried by an alias, and by `pulumi state move`", async () => {
    const { stack, api } = use;
    const { urn, id } = await stack.findResource("moved");
    expect(id).to.equal(ids.aliased);
    await stack.succeed("stack", "init", "other");
    await stack.succeed("state", "move", "--yes", "--source", "dev", "--dest", "other", urn);
    const destroy = ["destroy", "--yes", "--skip-preview", "--stack", "other"];
    const sent = await recordRequests(api, () => stack.succeed(...destroy));
    expect(sent).to.deep.equal([`DELETE /environments/${id} `]);
  });
});

describeEngine("a consent that an up does not bring about", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

  it("Consent withdrawn in an update that the API refuses: withdrawn, so that destroy deletes nothing", async () => {
    const { stack, api } = use;
    await stack.configure(operations);
    await (await stack.writeProgram(environment("web", {}, consent))).up();
    api.addFault(respondWith(422, { message: "No such branch." }), { method: "PATCH" });
    await stack.writeProgram(environment("web", { branch: "next" }));
    expect(await stack.failUp())
      .to.include("No such branch.")
      .and.include("retainOnDelete is no longer false.");
    const sent = await recordRequests(api, () => stack.succeed("destroy", "--yes", "--skip-preview"));
    expect(sent).to.deep.equal([]);
  });

  it("Consent that cannot be: all of a resource's mistakes at once, before anything is sent", async () => {
    const { stack } = use;
    await stack.configure({ "apphosting:operations": "read" });
    await stack.writeProgram(environment("web", { name: "" }, consent));
    const text = await stack.fail("preview");
    expect(text)
      .to.include("name must have 1 to 40 characters")
      .and.include("retainOnDelete can't be false, because the API documents no delete.");
  });
});
