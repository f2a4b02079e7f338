/** Deletes, which the engine decides by `retainOnDelete`: true where the program says nothing. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { type Run, record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden } from "./golden";
import { startPlainServer } from "./plain-server";

const environment = (name: string, args: object = {}, options = "{}") => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const deletable = "{ retainOnDelete: false }";
const operations = { "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" };
const startApi = () => startAccount(1, { operations: true });

const always = (options: string) => [options, options] as const;
type Fate = "is deleted" | "is retained" | "stays, with a warning";

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
];

/** Environments that the second program replaces. */
const replaced: readonly Row[] = [
  ["left out", "replaced", always("{}"), "is retained"],
  ["false", "deleted", always(deletable), "is deleted"],
  ["set to false in the same up", "given", ["{}", deletable], "is retained"],
  ["taken back in the same up", "withdrawn", [deletable, "{}"], "is deleted"],
];

const first = [...leaving, ...replaced].map(([, name, [options]]) => environment(name, {}, options)).join("");
const second = [
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
      const kept = `Environment ${name} of app-1 (${ids[name]}) was removed from the state but still exists: this program still uses the environment`;
      expect(ups[1].result.includes(kept)).to.equal(fate === "stays, with a warning");
    });
  }

  for (const [what, name, , fate] of replaced) {
    it(`retainOnDelete ${what}: a replaced environment ${fate}, as previewed`, () => {
      expect(findDelete(previews[0], name)).to.deep.equal({ retain: fate === "is retained" ? "[retain]" : undefined });
      expect(isDeleted(name, ups[0])).to.equal(fate === "is deleted");
    });
  }
});

/** The messages of a 404 to a DELETE. */
const notFound = [
  { message: "This endpoint isn't available in the production environment.", id: "env-named", fate: "stays" },
  { message: "No route matched (environment: production)", id: "env-unmatched", fate: "stays" },
  { message: "Not Found", id: "env-unnamed", fate: "stays" },
  { message: "The route environments/env-route could not be found.", id: "env-route", fate: "stays" },
  { message: "No query results for model [Environment] env-gone", id: "env-gone", fate: "is gone" },
] as const;

describeEngine("deletes on a plain server", () => {
  const use = shareStack(startPlainServer);
  let deleted: string;
  let ids: readonly (string | undefined)[];

  before(async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "delete", "apphosting:maxRetries": "0" });
    await stack.upProgram(
      notFound.map(({ id }) => environment(id, { name: "web", existingId: id }, deletable)).join(""),
    );
    for (const { id, message } of notFound) api.answer(new RegExp(`^DELETE .*/${id}$`), [404, { message }]);
    deleted = await stack.failProgram("", "--continue-on-error");
    ids = Object.values(await stack.readIds());
  });

  for (const { message, id, fate } of notFound) {
    it(`DELETE, 404 "${message}": the environment ${fate}`, () => {
      expect(ids.includes(id)).to.equal(fate === "stays");
      const title = `Environment web of app-1 (${id})`;
      expect(deleted).to.include(
        fate === "stays"
          ? `${title}: delete environment (DELETE /environments/${id}) failed with status 404: ${message}`
          : `${title} was removed from the state: the API can't find it.`,
      );
    });
  }
});

describeEngine("deletedWith", () => {
  const use = useStack(startPlainServer);

  it("deletedWith an application that is removed: up sends no delete, despite retainOnDelete: false", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "delete" });
    const shop =
      'const shop = new Application("shop", { existingId: "app-1", name: "Shop", sourceControlProvider: "hostA" });\n';
    const options = "{ retainOnDelete: false, deletedWith: shop }";
    await stack.upProgram(shop + environment("with", { existingId: "env-with" }, options));
    await stack.writeProgram("");
    expect(await stack.succeed("preview", "--suppress-progress")).to.match(/Environment with delete *\n/);
    const { sent, result } = await record(api, () => stack.up());
    expect(sent).to.deep.equal([]);
    expect(result).not.to.include("warning");
    expect(await stack.readIds()).not.to.have.any.keys("with", "shop");
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
new Environment("staging", { applicationId: web.id, name: "staging", branch: "next" }, ${deletable});\n`;
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

  for (const [next, command] of [
    ["the next up sends it again, as previewed", [] as string[]],
    [
      "without delete and retainOnDelete: false, the next up lets go",
      ["config", "set", "apphosting:operations", "read,update"],
    ],
  ] as const) {
    it(`Replacement with a refused DELETE: ${next}`, async () => {
      const { stack, api } = use;
      const isKept = command.length > 0;
      await stack.upProgram(environment("web", {}, deletable));
      const { web: id } = await stack.readIds();
      api.addFault(respondWith(409, { message: "In use." }), { method: "DELETE" });
      const changed = { name: "web 2", clusterId: "cluster-1" };
      expect(await stack.failProgram(environment("web", changed, deletable))).to.match(
        /\(env-\d+\): delete environment \(DELETE \/environments\/env-\d+\) failed with status 409: In use\.\n.*The environment stays in the state\. .*remove `delete` from apphosting:operations and `retainOnDelete: false` from the program, and run `pulumi up`/,
      );
      if (isKept) {
        await stack.succeed(...command);
        await stack.writeProgram(environment("web", changed));
      }
      expect(await stack.succeed("preview", "--expect-no-changes")).to.include("delete original");
      const { sent, result } = await record(api, () => stack.up());
      expect(sent).to.deep.equal(isKept ? [] : [`DELETE /environments/${id} `]);
      const letGo = `Environment web of app-1 (${id}) was removed from the state but still exists: apphosting:operations doesn't include delete.`;
      if (isKept) expect(result).to.include(letGo);
      expect(await stack.succeed("preview", "--expect-no-changes")).not.to.include("delete original");
    });
  }

  it("Replacement in up --refresh --run-program: up deletes the old one, even a dependent", async () => {
    const program = (args: object) =>
      `const a = ${environment("a")}${environment("b", args, "{ dependsOn: a, retainOnDelete: false }")}`;
    await use.stack.upProgram(program({}));
    const { b } = await use.stack.readIds();
    const sent = await sendUp(program({ name: "b 2", clusterId: "cluster-1" }), "--refresh", "--run-program");
    expect(sent.filter((line) => line.startsWith("DELETE"))).to.deep.equal([`DELETE /environments/${b} `]);
  });

  it("Replacement with deleteBeforeReplace: needs retainOnDelete: false, and deletes first", async () => {
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
    // No response shows the branch, so the adoption doesn't know it.
    expect(await sendUp(environment("web"))).to.deep.equal([`PATCH /environments/${existingId} {"branch":"main"}`]);
    await stack.preview("--expect-no-changes");
    expect((await stack.findResource("web")).id).to.equal(existingId);
  });
});
