/** Consent to a delete: `retainOnDelete: false` in the program, an input that the engine hides, and what the state keeps of it. */

import { expect } from "chai";
import { recordRequests, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";

const environment = (name: string, args: object = {}, options = "{}") => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const consent = "{ retainOnDelete: false }";
const transform = (options: string) => `transforms: [({ props, opts }) => ({ props, opts: ${options} })]`;
const operations = { "apphosting:operations": "read,update,delete" };

/** Environments that leave the program in a third `up`: their options in the first and in the second one, and what becomes of them. */
const leaving = {
  "given in a later up": ["later", "{}", consent, "deleted"],
  "given, and its options dropped by a transformation": [
    "dropped",
    ...Array(2).fill(`{ retainOnDelete: false, ${transform("{ protect: false }")} }`),
    "deleted",
  ],
  "not given, with all options dropped by a transformation": [
    "without",
    ...Array(2).fill(`{ ${transform("{ protect: false }")} }`),
    "retained",
  ],
  "not given, with retainOnDelete: false set by a transformation": [
    "transformed",
    ...Array(2).fill(`{ ${transform("{ ...opts, retainOnDelete: false }")} }`),
    "retained",
  ],
  // The engine keeps the earlier inputs.
  'given in a later up under ignoreChanges: ["*"]': [
    "ignored",
    "{}",
    '{ retainOnDelete: false, ignoreChanges: ["*"] }',
    "retained",
  ],
} as const;

/** Environments that the second `up` replaces. */
const replaced = { given: ["{}", consent], withdrawn: [consent, "{}"] } as const;

const first = [
  ...Object.values(leaving).map(([name, options]) => environment(name, {}, options)),
  ...Object.entries(replaced).map(([name, [options]]) => environment(name, {}, options)),
  environment("changed"),
  environment("aliased", {}, consent),
].join("");
const second = [
  ...Object.values(leaving).map(([name, , options]) => environment(name, {}, options)),
  ...Object.entries(replaced).map(([name, [, options]]) =>
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
  const expectRetained = (name: string, run: Run) => {
    expect(isDeleted(name, run)).to.equal(false);
    expect(run.text).to.include(
      `Environment ${name} (${ids[name]}) was removed from the state but still exists: it's deleted only if an earlier \`pulumi up\` set \`retainOnDelete: false\` and the program still does`,
    );
  };

  it("Consent given in a later up: an update that sends nothing and says what it means, beside another change a line of it", () => {
    expect(preview).to.include(
      `Environment later (${ids.later}): retainOnDelete is now false. From this \`up\` on, it's deleted when it's replaced, leaves the program or is destroyed`,
    );
    expect(preview).to.match(/::changed\][^[]*\+ __deletable *: true/);
    expect(update.sent).to.have.members([
      `PATCH /environments/${ids.changed} {"branch":"next"}`,
      ...["given 2", "withdrawn 2"].map(
        (name) => `POST /applications/app-1/environments {"name":"${name}","branch":"main","cluster_id":"cluster-1"}`,
      ),
    ]);
  });

  for (const [what, [name, , , fate]] of Object.entries(leaving)) {
    it(`Consent ${what}: the environment is ${fate} when it leaves the program`, () => {
      if (fate === "deleted") expect(isDeleted(name, end)).to.equal(true);
      else expectRetained(name, end);
    });
  }

  for (const what of Object.keys(replaced)) {
    it(`Consent ${what} in the up that replaces: the old environment is retained, as the preview says`, () => {
      expect(preview).to.include(
        `Environment ${what} (${ids[what]}) will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.`,
      );
      expect(isDeleted(what, update)).to.equal(false);
      if (what === "withdrawn") expectRetained(what, update);
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

describeEngine("a consent that cannot be", () => {
  const use = useStack(() => startAccount(1, { operations: true }));

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
