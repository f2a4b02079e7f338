/** Deletes, which need the program's consent: `retainOnDelete: false`, a hidden input that the state keeps. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden } from "./golden";

const environment = (name: string, args: object = {}, options = "{}") => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const consent = "{ retainOnDelete: false }";
const transform = (options: string) => `transforms: [({ props, opts }) => ({ props, opts: ${options} })]`;
const operations = { "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" };
const startApi = () => startAccount(1, { operations: true });

/** What happens to a removed environment, and the printed reason, if there's a delete call. */
const fates = {
  deleted: undefined,
  retained: "no earlier `pulumi up` recorded `retainOnDelete: false`, or it was withdrawn",
  "retained because it's in use": "this program still uses the environment",
  "retained without a message": undefined,
};

interface Row {
  readonly what: string;
  readonly name: string;
  /** Options of the first and second `up`. */
  readonly options: readonly [first: string, second: string];
}

interface LeavingRow extends Row {
  readonly fate: keyof typeof fates;
  /** What the third program keeps of it. */
  readonly rest?: (id?: string) => string;
}
const always = (options: string) => [options, options] as const;

const leaving: readonly LeavingRow[] = [
  { what: "never given", name: "plain", options: always("{}"), fate: "retained without a message" },
  { what: "given by a later up", name: "later", options: ["{}", consent], fate: "deleted" },
  {
    what: "given, but a transformation drops all options",
    name: "dropped",
    options: always(`{ retainOnDelete: false, ${transform("{ protect: false }")} }`),
    fate: "deleted",
  },
  {
    what: "never given, and a transformation drops all options",
    name: "without",
    options: always(`{ ${transform("{ protect: false }")} }`),
    fate: "retained",
  },
  {
    what: "given only by a transformation",
    name: "transformed",
    options: always(`{ ${transform("{ ...opts, retainOnDelete: false }")} }`),
    fate: "retained",
  },
  {
    // The engine keeps the earlier inputs.
    what: 'given by a later up under ignoreChanges: ["*"]',
    name: "ignored",
    options: ["{}", '{ retainOnDelete: false, ignoreChanges: ["*"] }'],
    fate: "retained",
  },
  {
    what: "given, and another resource adopts it",
    name: "renamed",
    options: always(consent),
    fate: "retained because it's in use",
    rest: (existingId) => environment("adopted", { name: "renamed", existingId }, consent),
  },
  {
    what: "given, and get reads it by another name",
    name: "read",
    options: always(consent),
    fate: "retained because it's in use",
    rest: (id) => `Environment.get("reference", "${id}");\n`,
  },
  {
    // The engine itself drops the resource.
    what: "given, and get reads it by the same name",
    name: "same",
    options: always(consent),
    fate: "retained without a message",
    rest: (id) => `Environment.get("same", "${id}");\n`,
  },
];

/** Environments that the second `up` replaces. */
const replaced: readonly Row[] = [
  { what: "never given", name: "replaced", options: always("{}") },
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

describeEngine("consent to deletes", () => {
  const use = shareStack(startApi);
  let ids: Readonly<Record<string, string | undefined>>;
  let preview: string;
  let update: Run;
  let end: Run;
  type Run = Awaited<ReturnType<typeof up>>;
  const up = (program: string) => record(use.api, () => use.stack.upProgram(program));

  before(async () => {
    const { stack } = use;
    await stack.configure(operations);
    await stack.upProgram(first);
    ids = await stack.readIds();
    preview = await stack.previewProgram(second);
    update = await up(second);
    await stack.preview("--expect-no-changes");
    const third = leaving.map(({ name, rest = () => "" }) => rest(ids[name])).join("");
    end = await up(third + environment("moved", { name: "aliased" }, consent));
  });

  const isDeleted = (name: string, { sent }: Run) => sent.includes(`DELETE /environments/${ids[name]} `);
  const expectRetained = (name: string, run: Run, reason?: string) => {
    expect(isDeleted(name, run)).to.equal(false);
    const says = `Environment ${name} of app-1 (${ids[name]}) was removed from the state but still exists: `;
    if (reason) expect(run.result).to.include(says + reason);
    else expect(run.result).not.to.include(says);
  };

  it("Consent given by a later up: the preview shows an update, and up sends nothing for it", () => {
    expect(preview).to.include(
      `Environment later of app-1 (${ids.later}): retainOnDelete is now false. Once this \`up\` has succeeded, it will be deleted if it's replaced, removed from the program or destroyed`,
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
    it(`Consent ${what}: a removed environment is ${fate}`, () => {
      if (fate === "deleted") expect(isDeleted(name, end)).to.equal(true);
      else expectRetained(name, end, fates[fate]);
    });
  }

  for (const { what, name } of replaced) {
    it(`Consent ${what} in a replacing up: the old environment is retained, as previewed`, () => {
      expect(preview).to.include(
        `Environment ${name} of app-1 (${ids[name]}) will be replaced. The old one leaves the stack and keeps running, and billing, until you delete it.`,
      );
      expectRetained(name, update, what === "withdrawn" ? fates.retained : undefined);
    });
  }

  it("Consent: survives an alias and `pulumi state move`", async () => {
    const { stack, api } = use;
    const { urn, id } = await stack.findResource("moved");
    expect(id).to.equal(ids.aliased);
    await stack.succeed("stack", "init", "other");
    await stack.succeed("state", "move", "--yes", "--source", "dev", "--dest", "other", urn);
    const sent = await recordRequests(api, () => stack.destroy("--stack", "other"));
    expect(sent).to.deep.equal([`DELETE /environments/${id} `]);
  });
});

describeEngine("replacements", () => {
  const use = useStack(startApi);
  beforeEach(() => use.stack.configure(operations));
  const sendUp = (program: string, ...args: string[]) =>
    recordRequests(use.api, () => use.stack.upProgram(program, ...args));
  const create = 'POST /applications/app-1/environments {"name":"web","branch":"main","cluster_id":"cluster-1"}';

  it("Replacement of an application with its environment: up deletes the old environment last", async () => {
    const { stack } = use;
    const program = (region?: string) => `
const web = new Application("web", ${JSON.stringify({ name: "Web 2", sourceControlProvider: "hostA", region })});
new Environment("staging", { applicationId: web.id, name: "staging", branch: "next" }, ${consent});\n`;
    await stack.upProgram(program());
    const { staging } = await stack.readIds();
    const preview = await stack.previewProgram(program("eu-west-3"));
    expectGolden("deletes/replacement", preview.replaceAll(/\b(app|env)-\d+/g, "$1-<number>"));
    const sent = await recordRequests(use.api, () => stack.up());
    const { web } = await stack.readIds();
    expect(sent).to.deep.equal([
      'POST /applications {"name":"Web 2","region":"eu-west-3","source_control_provider_type":"hostA"}',
      `POST /applications/${web}/environments {"name":"staging","branch":"next"}`,
      `DELETE /environments/${staging} `,
    ]);
  });

  it("Replacement with a failed DELETE: the next up deletes the old environment, as previewed", async () => {
    const { stack, api } = use;
    await stack.upProgram(environment("web", {}, consent));
    const { web: id } = await stack.readIds();
    api.addFault(respondWith(409, { message: "In use." }), { method: "DELETE" });
    const said = await stack.failProgram(environment("web", { name: "web 2", clusterId: "cluster-1" }, consent));
    expect(said).to.include(`Environment web of app-1 (${id}) will be replaced, and the old one deleted.`);
    expect(said).to.match(
      /\(env-\d+\): delete environment failed with status 409: In use\.\n.*\n *The environment stays/,
    );
    expect(await stack.succeed("preview", "--expect-no-changes")).to.include("delete original");
    expect(await recordRequests(api, () => stack.up())).to.deep.equal([`DELETE /environments/${id} `]);
  });

  it("Replacement in up --refresh --run-program: up deletes the old environment, even a dependent one", async () => {
    const program = (args: object) =>
      `const a = ${environment("a")}${environment("b", args, "{ dependsOn: a, retainOnDelete: false }")}`;
    await use.stack.upProgram(program({}));
    const { b } = await use.stack.readIds();
    const sent = await sendUp(program({ name: "b 2", clusterId: "cluster-1" }), "--refresh", "--run-program");
    expect(sent.filter((line) => line.startsWith("DELETE"))).to.deep.equal([`DELETE /environments/${b} `]);
  });

  it("Replacement with deleteBeforeReplace: needs consent, and up sends DELETE before POST", async () => {
    await use.stack.writeProgram(environment("web", {}, "{ deleteBeforeReplace: true }"));
    expect(await use.stack.fail("preview")).to.include("deleteBeforeReplace can't work");
    const options = "{ retainOnDelete: false, deleteBeforeReplace: true }";
    await use.stack.upProgram(environment("web", {}, options));
    const { web: id } = await use.stack.readIds();
    const sent = await sendUp(environment("web", { clusterId: "cluster-1" }, options));
    expect(sent).to.deep.equal([`DELETE /environments/${id} `, create]);
  });

  it("Failed replacement under pulumi:autonaming: existingId restores the dropped resource", async () => {
    const { stack, api } = use;
    await stack.succeed("config", "set", "--path", "pulumi:autonaming.mode", "verbatim");
    await stack.upProgram(environment("web"));
    const { web: existingId } = await stack.readIds();
    api.addFault(respondWith(422, { message: "name is taken." }), { method: "POST" });
    await stack.failProgram(environment("web", { clusterId: "cluster-1" }));
    // The program goes back, but the engine still plans a replacement.
    await stack.writeProgram(environment("web"));
    expect((await stack.previewSteps()).changeSummary).to.include({ replace: 1 });
    const sent = await sendUp(environment("web", { existingId }));
    expect(sent.filter((line) => !line.startsWith("GET"))).to.deep.equal([]);
    await stack.upProgram(environment("web"), "--expect-no-changes");
    expect((await stack.findResource("web")).id).to.equal(existingId);
  });
});
