/** Resources that a program adopts by their ids. */

import { expect } from "chai";
import { rewriteResponse, startFaultySandbox } from "../faults";
import { findNames, readDefaultEnvironment, readText, toCommonJs } from "../unit/docs/files";
import { type Run, record, recordRequests } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden } from "./golden";
import { startPlainServer } from "./plain-server";

const environment = (name: string, existingId: string | null, options: string, branch = "main") =>
  `new Environment("${name}", { applicationId: "app-1", name: "${name}", branch: "${branch}", existingId: ${existingId} }, ${options});\n`;

describeEngine("adoption by existingId", () => {
  const use = useStack(startFaultySandbox);

  it("existingId: up adopts a resource without a request, and the preview shows its id", async () => {
    const { api, stack } = use;
    const program = `
const named = { name: "Shop", sourceControlProvider: "hostA" };
const web = new Application("web", { ...named, existingId: "app-1" }, { protect: true });
const other = new Provider("other", { token: pulumi.secret("sandbox-token") });
const args = { applicationId: web.id, name: "staging", branch: "main", existingId: "env-9" };
const staging = new Environment("staging", args, { provider: other });
exports.of = [staging.applicationId, staging.existingId, staging.slug];\n`;
    expectGolden("adoptions/preview", await stack.previewProgram(program));
    expect(await stack.up()).to.include(
      "warning: Application Shop (app-1) will be adopted, not created, because existingId is set. Nothing will be sent,",
    );
    expect(await stack.findResource("web")).to.deep.include({ id: "app-1" });
    expect((await stack.findResource("staging")).outputs).to.include({ applicationId: "app-1", slug: null });
    expect(api.listSent()).to.deep.equal([]);
  });

  it("existingId behind a proxy of the host process: the preview's warning has severity warning", async () => {
    const { stack, api } = use;
    Object.assign(stack.environment, { CLOSED_PROXY: "http://127.0.0.1:1", TOKEN: api.token });
    await stack.writeProgram(`
const provider = new Provider("other", { tokenVariable: "TOKEN" }, { envVarMappings: { CLOSED_PROXY: "http_proxy" } });
new Application("web", { name: "Shop", sourceControlProvider: "hostA", existingId: "app-1" }, { provider });\n`);
    const { diagnostics = [] } = await stack.previewSteps();
    expect(diagnostics.map(({ severity }) => severity)).to.deep.equal(["warning"]);
    expect(diagnostics[0]?.message).to.match(/^warning: Application Shop \(app-1\) will be adopted/);
  });
});

describeEngine("ids that resources swap or hand on", () => {
  const use = shareStack(startPlainServer);
  let changed: Run<string>;

  /** Caches and environments whose ids change, all in one `up`, with what leaves its resource for another. */
  const rows = [
    { what: "two swap their ids", before: { a: 1, b: 2 }, after: { a: 2, b: 1 }, leave: { a: 1, b: 2 } },
    { what: "each id was off by one", before: { c: 3, d: 4 }, after: { c: 4, d: 5 }, leave: { c: 3, d: 4 } },
    { what: "another name without an alias", before: { e: 6 }, after: { f: 6 }, leave: {} },
  ] as const;
  const declare = (ids: object) =>
    Object.entries(ids).map(
      ([name, id]) =>
        `new Cache("cache-${name}", { cacheId: "cache-${id}", name: "${name}-shop" });\n${environment(name, `"env-${id}"`, "{ retainOnDelete: false }")}`,
    );

  before(async () => {
    const { stack, api } = use;
    for (const id of [1, 2, 3, 4, 5, 6]) api.stored.set(`/caches/cache-${id}`, {});
    await stack.configure({ "apphosting:operations": "delete" });
    await stack.upProgram(rows.flatMap((row) => declare(row.before)).join(""));
    changed = await record(api, () => stack.upProgram(rows.flatMap((row) => declare(row.after)).join("")));
  });

  it("Swapped ids: up deletes nothing, and asks nobody to delete it", () => {
    expect(changed.sent.filter((line) => !line.startsWith("PATCH /caches/"))).to.deep.equal([]);
    expect(changed.result).not.to.include("until you delete it");
  });

  for (const { what, before, leave } of rows) {
    it(`Swapped ids, ${what}: up says which resources leave an id to another`, () => {
      const leaving =
        /(?<=(?:Cache|Environment) )(\w)(?:-shop)?(?: of app-1)? (\(\w+-\d+\)) leaves this resource, unchanged: another \w+ is adopted in its place/g;
      const found = [...changed.result.matchAll(leaving)].map(([, name, id]) => `${name} ${id}`);
      // The line of the stack and the diagnostics.
      const expected = Object.entries(leave).flatMap(([name, id]) =>
        ["cache", "env"].flatMap((type) => Array(2).fill(`${name} (${type}-${id})`)),
      );
      expect(found.filter((line) => line.charAt(0) in before)).to.have.members(expected);
    });
  }
});

describeEngine("adoptions", () => {
  const use = useStack(startPlainServer);
  const up = (program: string) => record(use.api, () => use.stack.upProgram(program));
  const sendUp = async (program: string) => (await up(program)).sent;

  it("Adoption where the API has null: up sends the value, if update was named before or is since", async () => {
    const { stack, api } = use;
    const numbers = [1, 2];
    for (const id of numbers) api.stored.set(`/applications/app-${id}`, { name: `Shop ${id}`, root_directory: null });
    await stack.configure({ "apphosting:operations": "read" });
    const adopt = (id: number) =>
      `new Application("${id}", { existingId: "app-${id}", name: "Shop ${id}", sourceControlProvider: "hostA", rootDirectory: "web" }`;
    const sent = await sendUp(`
const provider = new Provider("updating", { token: "${api.token}", operations: ["read", "update"] });
${adopt(1)});
${adopt(2)}, { provider });\n`);
    expect(sent).to.have.members(numbers.map((id) => `GET /applications/app-${id}`));
    await stack.configure({ "apphosting:operations": "read,update" });
    const preview = await stack.preview();
    for (const [id, name] of numbers.flatMap((one) => [
      [one, "sourceControlProvider"],
      [one, "rootDirectory"],
    ])) {
      const says = `\`pulumi up\` will send ${name}, because no response has confirmed what the API has.`;
      expect(preview).to.include(`Application Shop ${id} (app-${id}): ${says}`);
    }
    expect(await recordRequests(api, () => stack.up())).to.have.members(
      numbers.map(
        (id) => `PATCH /applications/app-${id} {"source_control_provider_type":"hostA","root_directory":"web"}`,
      ),
    );
    await stack.preview("--expect-no-changes");
  });

  it("Adopted resource replaced by replaceOnChanges or a taint: the next up sends its change", async () => {
    const { stack, api } = use;
    api.stored.set("/environments/env-1", { name: "web", branch: "main" });
    await stack.configure({ "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" });
    const program = (branch: string, more = "") =>
      environment("web", '"env-1"', `{ retainOnDelete: false${more} }`, branch);
    const read = "GET /environments/env-1";
    const update = (branch: string) => `PATCH /environments/env-1 {"branch":"${branch}"}`;
    expect(await sendUp(program("main"))).to.deep.equal([read]);
    expect(await sendUp(program("main"))).to.deep.equal([update("main")]);

    const replaced = await up(program("next", ', replaceOnChanges: ["branch"]'));
    expect(replaced.result).to.include("+-1 replaced");
    expect(replaced.sent).to.deep.equal([read]);
    expect(await sendUp(program("next"))).to.deep.equal([update("next")]);

    api.answer(/^PATCH/, [500, { message: "Down." }]);
    await stack.failProgram(program("last"));
    await stack.succeed("state", "taint", "--yes", (await stack.findResource("web")).urn);
    expect(await sendUp(program("last"))).to.deep.equal([read]);
    expect(await stack.preview()).to.include("`pulumi up` will send branch");
    expect(await sendUp(program("last"))).to.deep.equal([update("last")]);
    await stack.preview("--expect-no-changes");
  });

  it("Default environment that a renamed application leaves behind: up keeps it, with a warning", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "delete" });
    const program = (name: string) => `
const application = new Application("shop", { name: "${name}", sourceControlProvider: "hostA" });
${environment("main", "application.defaultEnvironmentId", "{ retainOnDelete: false }").replace('"app-1"', "application.id")}`;
    for (const number of [1, 2]) {
      const relationships = { defaultEnvironment: { data: { id: `env-${number}`, type: "environments" } } };
      api.answer(/^POST/, [201, { data: { id: `app-${number}`, type: "applications", relationships } }]);
    }
    await up(program("Shop"));
    const { sent, result } = await up(program("Store"));
    expect(sent).to.deep.equal(['POST /applications {"name":"Store","source_control_provider_type":"hostA"}']);
    expect(result).to.include(
      "Environment main of app-1 (env-1) was removed from the state but still exists: another one was adopted in its place.",
    );
    expect(await stack.readIds()).to.include({ main: "env-2" });
  });
});

describeEngine("adoptions as documented", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));
  const up = (source: string) => recordRequests(use.api, () => use.stack.upProgram(source));
  const readMain = async () => (await use.stack.findResource("main")).id;
  const defaultEnvironment = toCommonJs(readDefaultEnvironment());

  it("Default environment: one up creates the application and adopts it, and both are retained", async () => {
    const { stack, api } = use;
    expect(await up(defaultEnvironment)).to.deep.equal([
      'POST /applications {"name":"Web shop","region":"eu-central-1","repository":"acme/web-shop","source_control_provider_type":"hostA"}',
    ]);
    expect((await stack.findResource("shop-dev")).outputs).to.include({ defaultEnvironmentId: "env-1" });
    expect(await readMain()).to.equal("env-1");
    // A replacement of the application adopts the default environment of the new one.
    await up(defaultEnvironment.replace("Web shop", "Store"));
    expect(await readMain()).to.equal("env-2");
    expect(await up("")).to.deep.equal([]);
    const { applications, environments } = api.sandbox.state();
    expect(applications.map(({ id }) => id)).to.deep.equal(["app-1", "app-2"]);
    expect(environments.map(({ id }) => id)).to.include.members(["env-1", "env-2"]);
  });

  it("Default environment: up fails while its id is null, until a refresh reads the id", async () => {
    const { stack, api } = use;
    const dropRelationships = rewriteResponse(({ data: { relationships: _, ...data } }) => ({ data }));
    api.addFault(dropRelationships, { method: "POST" });
    await stack.configure({ "apphosting:operations": "read" });
    expect(await stack.failProgram(defaultEnvironment)).to.match(/existingId is null, so a new one would be created/);
    await stack.refresh();
    expect(await up(defaultEnvironment)).to.deep.equal(["GET /environments/env-1 "]);
  });

  const page = readText("docs/changes.md").split("\n## Rename an environment\n")[1]?.split("\n## ")[0] ?? "";
  const [shown = ""] = findNames(page, /^```\n([\s\S]*?)^```$/gm);
  const [adopted = ""] = findNames(page, /^```ts\n([\s\S]*?)^```$/gm);
  const declareShop = (args: string, environment: string) =>
    `const application = new Application("web", { ${args}, sourceControlProvider: "hostA" });\n${environment}`;
  const shop = 'name: "Web shop"';
  /** The environment of the page. */
  const staging = (name: string) =>
    `new Environment("staging", { applicationId: application.id, name: "${name}", branch: "develop" });\n`;
  const readIds = async () => Object.values(await use.stack.readIds());

  it("docs/changes.md, Rename: up creates a second environment, and existingId restores the first", async () => {
    const { stack, api } = use;
    await up(declareShop(shop, staging("staging")));
    await stack.writeProgram(declareShop(shop, staging("stage")));
    const preview = await stack.succeed("preview", "--suppress-progress");
    for (const line of shown.trim().split("\n")) expect(preview).to.include(line.trim());

    const renamed = await record(api, () => stack.up());
    expect(renamed.result).to.include(shown.slice(shown.indexOf("warning: ")).trim());
    expect(renamed.sent).to.deep.equal(['POST /applications/app-1/environments {"name":"stage","branch":"develop"}']);
    expect(await readIds())
      .to.include("env-3")
      .and.not.include("env-2");

    expect(await up(declareShop(shop, adopted))).to.deep.equal([]);
    expect(await readIds())
      .to.include("env-2")
      .and.not.include("env-3");
  });

  it("docs/changes.md, Rename: one up restores a renamed application and its environment", async () => {
    await up(declareShop(shop, staging("staging")));
    const renamed = await up(declareShop('name: "Store"', staging("staging")));
    expect(renamed.map((request) => request.split(" {")[0])).to.deep.equal([
      "POST /applications",
      "POST /applications/app-2/environments",
    ]);
    expect(await up(declareShop(`existingId: "app-1", ${shop}`, adopted))).to.deep.equal([]);
    expect(await readIds()).to.include.members(["app-1", "env-2"]);
  });
});
