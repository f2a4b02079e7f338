/** Deletes, which the engine decides by `retainOnDelete`: true where the program says nothing. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { type Run, record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden } from "./golden";

const environment = (name: string, args: object = {}, options = "{}") => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const deletable = "{ retainOnDelete: false }";
const operations = { "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" };
const startApi = () => startAccount(1, { operations: true });

const always = (options: string) => [options, options] as const;
type Fate = "is deleted" | "is retained" | "stays, with a warning" | "is let go";

type Row = readonly [what: string, name: string, options: readonly [first: string, second: string], fate: Fate];
const dropping = "{ transforms: [({ props }) => ({ props, opts: { protect: false } })] }";

/** Environments that the third program leaves out, with their options in the first two. */
const leaving: readonly Row[] = [
  ["left out", "plain", always("{}"), "is retained"],
  ["false since a later up", "later", ["{}", deletable], "is deleted"],
  ["taken back by a later up", "back", [deletable, "{}"], "is retained"],
  ["left out, and a transformation drops all options", "dropped", always(dropping), "is deleted"],
  ["false, and another resource adopts it", "renamed", always(deletable), "stays, with a warning"],
  ["false, and get reads it by another name", "read", always(deletable), "stays, with a warning"],
  [
    "false, and deletedWith a removed application",
    "with",
    always("{ retainOnDelete: false, deletedWith: shop }"),
    "is let go",
  ],
];
const shop = 'const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA" });\n';

/** Environments that the second program replaces. */
const replaced: readonly Row[] = [
  ["left out", "replaced", always("{}"), "is retained"],
  ["false", "deleted", always(deletable), "is deleted"],
  ["set to false in the same up", "given", ["{}", deletable], "is retained"],
  ["taken back in the same up", "withdrawn", [deletable, "{}"], "is deleted"],
];

const first = [shop, ...[...leaving, ...replaced].map(([, name, [options]]) => environment(name, {}, options))].join(
  "",
);
const second = [
  shop,
  ...leaving.map(([, name, [, options]]) => environment(name, {}, options)),
  ...replaced.map(([, name, [, options]]) => environment(name, { clusterId: "cluster-1", name: `${name} 2` }, options)),
].join("");

describeEngine("deletes", () => {
  const use = shareStack(startApi);
  let ids: Readonly<Record<string, string | undefined>>;
  /** The previews of the second and third program, and what their `up` did. */
  let previews: readonly [second: string, third: string];
  let ups: readonly [second: Run<string>, third: Run<string>];

  before(async () => {
    const { stack, api } = use;
    const preview = () => stack.succeed("preview", "--suppress-progress");
    await stack.configure(operations);
    await stack.upProgram(first);
    ids = await stack.readIds();
    await stack.writeProgram(second);
    const secondPreview = await preview();
    const secondUp = await record(api, () => stack.up());
    await stack.preview("--expect-no-changes");
    const adopted = environment("adopted", { name: "renamed", existingId: ids.renamed }, deletable);
    await stack.writeProgram(`${adopted}Environment.get("reference", "${ids.read}");\n`);
    previews = [secondPreview, await preview()];
    ups = [secondUp, await record(api, () => stack.up())];
  });

  const isDeleted = (name: string, { sent }: Run<string>) => sent.includes(`DELETE /environments/${ids[name]} `);
  /** Finds the step by which a preview removes an environment. */
  const findDelete = (preview: string, name: string) =>
    new RegExp(`:Environment ${name} delete( original)?(?<retain>\\[retain\\])?`).exec(preview)?.groups;

  it("retainOnDelete: a change of it alone is no update, and up sends nothing for it", () => {
    for (const [, name] of leaving) expect(previews[0]).not.to.include(`:Environment ${name} `);
    expect(ups[0].sent.filter((line) => !line.startsWith("DELETE"))).to.have.members(
      replaced.map(
        ([, name]) =>
          `POST /applications/app-1/environments {"name":"${name} 2","branch":"main","cluster_id":"cluster-1"}`,
      ),
    );
  });

  for (const [what, name, , fate] of leaving) {
    it(`retainOnDelete ${what}: a removed environment ${fate}`, () => {
      expect(findDelete(previews[1], name)).to.deep.equal({ retain: fate === "is retained" ? "[retain]" : undefined });
      expect(isDeleted(name, ups[1])).to.equal(fate === "is deleted");
      const kept = `Environment ${name} of app-1 (${ids[name]}) was removed from the state but still exists: this program still uses it`;
      expect(ups[1].result.includes(kept)).to.equal(fate === "stays, with a warning");
      if (fate === "is let go") expect(ups[1].result).not.to.include(ids[name]);
    });
  }

  for (const [what, name, , fate] of replaced) {
    it(`retainOnDelete ${what}: a replaced environment ${fate}, as previewed`, () => {
      expect(findDelete(previews[0], name)).to.deep.equal({ retain: fate === "is retained" ? "[retain]" : undefined });
      expect(isDeleted(name, ups[0])).to.equal(fate === "is deleted");
    });
  }
});

describeEngine("replacements", () => {
  const use = useStack(startApi);
  beforeEach(() => use.stack.configure(operations));
  const sendUp = (program: string, ...args: string[]) =>
    recordRequests(use.api, () => use.stack.upProgram(program, ...args));
  const changed = (name: string) => ({ name: `${name} 2`, clusterId: "cluster-1" });

  it("Replacement of an application with its environment: deletes last, or first by deleteBeforeReplace", async () => {
    const { stack } = use;
    const program = (args: { region?: string; clusterId?: string }) => `
const web = new Application("web", ${JSON.stringify({ name: "Web 2", sourceControlProvider: "hostA", region: args.region })});
new Environment("staging", { applicationId: web.id, name: "staging", branch: "next" }, ${deletable});
${environment("first", { clusterId: args.clusterId }, "{ retainOnDelete: false, deleteBeforeReplace: true }")}`;
    await stack.upProgram(program({}));
    const { staging, first } = await stack.readIds();
    const preview = await stack.previewProgram(program({ region: "eu-west-3", clusterId: "cluster-1" }));
    expectGolden("deletes/replacement", preview.replaceAll(/\b(app|env)-\d+/g, "$1-<number>"));
    const sent = await recordRequests(use.api, () => stack.up());
    const { web } = await stack.readIds();
    const ofFirst = [
      `DELETE /environments/${first} `,
      'POST /applications/app-1/environments {"name":"first","branch":"main","cluster_id":"cluster-1"}',
    ];
    expect(sent.filter((line) => ofFirst.includes(line))).to.deep.equal(ofFirst);
    expect(sent.filter((line) => !ofFirst.includes(line))).to.deep.equal([
      'POST /applications {"name":"Web 2","region":"eu-west-3","source_control_provider_type":"hostA"}',
      `POST /applications/${web}/environments {"name":"staging","branch":"next"}`,
      `DELETE /environments/${staging} `,
    ]);
  });

  it("Replacement with a refused DELETE: up sends it again until it's dropped, unless a 404 says it's gone", async () => {
    const { stack, api } = use;
    const names = ["again", "dropped"];
    const declare = (options: string, change = (_: string) => ({})) =>
      [...names, "gone"].map((name) => environment(name, change(name), options)).join("");
    await stack.upProgram(declare(deletable));
    const ids = await stack.readIds();
    const requests = names.map((name) => `DELETE /environments/${ids[name]} `);
    const refuse = (name: string) =>
      api.addFault(respondWith(409, { message: "In use." }), { path: new RegExp(`${ids[name]}$`) });
    for (const name of names) refuse(name);
    const notFound = respondWith(404, { message: `No query results for model [Environment] ${ids.gone}` });
    api.addFault(notFound, { path: new RegExp(`${ids.gone}$`) });
    const failed = await stack.failProgram(declare(deletable, changed), "--continue-on-error");
    expect(failed).to.include(
      `Environment gone of app-1 (${ids.gone}) was removed from the state: the API can't find it.`,
    );
    for (const name of names) {
      expect(failed).to.include(
        `(${ids[name]}): delete environment (DELETE /environments/${ids[name]}) failed with status 409: In use.\n`,
      );
    }
    expect(failed).to.match(
      /The environment stays in the state\. .*remove `delete` from apphosting:operations and `retainOnDelete: false` from the program, and run `pulumi up`/,
    );
    const previewDeletes = async () =>
      (await stack.succeed("preview", "--suppress-progress", "--expect-no-changes")).match(/\w+ delete original/g);
    expect(await previewDeletes()).to.have.members(names.map((name) => `${name} delete original`));

    refuse("dropped");
    expect(await recordRequests(api, () => stack.failUp("--continue-on-error"))).to.have.members(requests);
    await stack.configure({ "apphosting:operations": "read,update" });
    await stack.writeProgram(declare("{}", changed));
    expect(await previewDeletes()).to.deep.equal(["dropped delete original"]);
    const { sent, result } = await record(api, () => stack.up());
    expect(sent).to.deep.equal([]);
    expect(result).to.include(
      `Environment dropped of app-1 (${ids.dropped}) was removed from the state but still exists: apphosting:operations doesn't include delete.`,
    );
    expect(await previewDeletes()).to.equal(null);
  });

  it("Replacement in up --refresh --run-program: up deletes the old one, even a dependent", async () => {
    const program = (args: object) =>
      `const a = ${environment("a")}${environment("b", args, "{ dependsOn: a, retainOnDelete: false }")}`;
    await use.stack.upProgram(program({}));
    const { b } = await use.stack.readIds();
    const sent = await sendUp(program(changed("b")), "--refresh", "--run-program");
    expect(sent.filter((line) => line.startsWith("DELETE"))).to.deep.equal([`DELETE /environments/${b} `]);
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
    // No response shows the branch, so the adoption doesn't know it.
    expect(await sendUp(environment("web"))).to.deep.equal([`PATCH /environments/${existingId} {"branch":"main"}`]);
    await stack.preview("--expect-no-changes");
    expect((await stack.findResource("web")).id).to.equal(existingId);
  });
});
