/** Refresh, drift and `get`, with `read` enabled. */

import { expect } from "chai";
import { normaliseAttributes } from "../faults";
import { record, recordRequests, send, startAccount } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { extractDiagnostics } from "./golden";
import { startPlainServer } from "./plain-server";

const include = { "apphosting:include": '{"Environment":["branch"]}' };
const listSent = async (use: { api: { listSent(): string[] } }, act: () => Promise<unknown>) =>
  (await recordRequests(use.api, act)).map((line) => line.split(" ").slice(0, 2).join(" "));

describeEngine("reads", () => {
  const use = shareStack(() => startAccount(1, { operations: true }));
  let read: string[];
  /** What each command sends after the settings have changed, in this order. */
  let sent: Readonly<Record<"refresh" | "refresh --run-program" | "up" | "refresh after up", string[]>>;

  before(async () => {
    const { stack } = use;
    await stack.configure({}, { name: "hidden-name" });
    await stack.upProgram(`
const web = new Application("web", { name: "Shop", sourceControlProvider: "hostA" });
const hidden = new Application("hidden", { name: config.requireSecret("name"), sourceControlProvider: "hostA" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
const name = web.name.apply((name) => "built for " + name);
new Environment("built", { applicationId: "app-1", name, branch: "main", buildCommand: cache.size });
`);
    const ids = await stack.readIds();
    read = [`/applications/${ids.web}`, `/applications/${ids.hidden}`, "/caches/cache-1"];
    read = [...read, `/environments/${ids.built}?include=branch`].map((path) => `GET ${path}`);
    await stack.configure({ "apphosting:operations": "read", ...include });
    sent = {
      refresh: await listSent(use, () => stack.refresh()),
      "refresh --run-program": await listSent(use, () => stack.refresh("--run-program")),
      up: await listSent(use, () => stack.up("--expect-no-changes")),
      "refresh after up": await listSent(use, () => stack.refresh("--expect-no-changes")),
    };
  });

  it("Reads: only refresh sends them, with the last up's settings unless --run-program is set", () => {
    expect(sent.refresh).to.deep.equal([]);
    expect(sent["refresh --run-program"]).to.have.members(read);
    expect(sent.up).to.deep.equal([]);
    expect(sent["refresh after up"]).to.have.members(read);
  });

  it("Drift: up corrects it in a cache, and refresh warns about it in an application", async () => {
    const { stack, api } = use;
    for (const [index, name] of ["Renamed", "marked-other"].entries()) {
      const path = new RegExp(`${read[index]?.replace("GET ", "")}$`);
      api.addFault(normaliseAttributes({ name }), { lasts: true, method: "GET", path });
    }
    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", size: "5gb" });
    const foreseen = await stack.fail("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(foreseen).to.match(/~ size *: "1gb" => "5gb"/);
    const refreshed = await stack.refresh();
    const said = extractDiagnostics(refreshed);
    expect(said).to.match(
      /Application Shop \(app-\d+\): name: the program sets "Shop", but the API has "Renamed"\. It can't be updated\./,
    );
    expect((await stack.findResource("web")).outputs).to.include({ name: "Shop" });
    // The state keeps the requested values in a property that the engine hides.
    const { outputs } = await stack.findResource("sessions");
    expect(outputs).to.include({ size: "5gb" }).and.to.include.keys("__apphosting");
    const detailed = await stack.preview();
    expect(detailed)
      .to.match(/:Cache::sessions\]\n +~ size: "5gb" => "1gb"\nResources:\n +~ 1 to update\n +4 unchanged\n/)
      .and.not.include("warning");
    const { sent: corrections, result } = await record(api, () => stack.up("--refresh"));
    expect(corrections.filter((line) => !line.startsWith("GET"))).to.deep.equal([
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
    ]);
    const texts = [foreseen, refreshed, detailed, result].join("\n");
    expect(texts).not.to.match(/__apphosting|sandbox-password|warning: (?!Application )/);
    await stack.preview("--expect-no-changes");
    expect(await stack.readBackend()).not.to.match(/marked-|sandbox-password/);
  });
});

describeEngine("get", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  const settings = { "apphosting:operations": "read,delete", ...include };
  const reads = ["GET /applications/app-1", "GET /caches/cache-1", "GET /environments/env-1?include=branch"];
  const up = (source: string) => listSent(use, () => use.stack.upProgram(source));

  it("get: preview, up and refresh read the outputs, and destroy sends nothing", async () => {
    const { stack, api } = use;
    await stack.configure(settings);
    const command = normaliseAttributes({ build_command: "make secret-command" });
    api.addFault(command, { path: /^\/environments/, lasts: true });
    const sent = await up(`
exports.uri = Cache.get("sessions", "cache-1").connectionUri;
const web = Application.get("web", "app-1");
exports.slug = web.slug;
exports.none = pulumi.all([web.sourceControlProvider, web.existingId]);
exports.command = Environment.get("main", "env-1").buildCommand;
`);
    expect(sent).to.have.members(reads);
    expect(JSON.parse(await stack.succeed("stack", "output", "--json", "--show-secrets"))).to.deep.equal({
      uri: "redis://sandbox:sandbox-password@cache-1.sandbox.test:6379",
      slug: "shop-1",
      none: [null, null],
      command: "make secret-command",
    });
    expect(await listSent(use, () => stack.preview("--expect-no-changes"))).to.have.members(reads);
    api.addFault(normaliseAttributes({ slug: "moved" }), { path: /^\/applications/, lasts: true });
    expect(await listSent(use, () => stack.refresh())).to.have.members(reads);
    for (const name of ["web", "main", "sessions"]) {
      const { outputs, ...state } = await stack.findResource(name);
      expect(state).to.include({ external: true });
      expect(outputs, name).not.to.have.any.keys("__apphosting");
      if (name === "web") expect(outputs).to.include({ slug: "moved", name: "Shop 1", existingId: null });
    }
    expect(await listSent(use, () => stack.destroy())).to.deep.equal([]);
    expect(await stack.readBackend()).not.to.match(/secret-command|sandbox-password/);
  });

  it("get: becomes a managed resource with existingId, and a get again, without a create", async () => {
    const { stack } = use;
    await stack.configure(settings);
    const get = 'exports.slug = Application.get("web", "app-1").slug;';
    const managed =
      'exports.slug = new Application("web", { existingId: "app-1", name: "Shop 1", sourceControlProvider: "hostA" }).slug;';
    for (const source of [get, managed, get]) {
      expect(await up(source))
        .to.include("GET /applications/app-1")
        .and.not.include("POST /applications");
      expect((await stack.findResource("shop-dev")).outputs).to.deep.equal({ slug: "shop-1" });
    }
  });

  it("get: reads with the tokenVariable of an explicit provider, in a component", async () => {
    const { stack, api } = use;
    Object.assign(stack.environment, { PRESS_TOKEN: api.token, APPHOSTING_TOKEN: "of-another-organization" });
    const sent = await up(`
const press = new Provider("press", { tokenVariable: "PRESS_TOKEN", operations: ["read"] });
class Site extends pulumi.ComponentResource {
  constructor(name, options) {
    super("test:index:Site", name, {}, options);
    this.uri = Cache.get(name + "-cache", "cache-1", {}, { parent: this }).connectionUri;
  }
}
exports.uri = new Site("site", { providers: { "pulumi-nodejs": press } }).uri;
`);
    expect(sent).to.deep.equal(["GET /caches/cache-1"]);
    expect(await stack.readBackend()).not.to.match(/sandbox-password|of-another-organization/);
  });
});

describeEngine("get of a resource that is gone", () => {
  const use = useStack(startPlainServer);

  it("get of a resource that is gone: a refresh warns, and a program fails until it drops the get", async () => {
    const { stack, api } = use;
    const warning = /warning: Application app-1 stays in the state, but the API can't find it\./;
    api.stored.set("/applications/app-1", { slug: "shop" });
    await stack.configure({ "apphosting:operations": "read" });
    await stack.upProgram('exports.slug = Application.get("web", "app-1").slug;');
    api.stored.clear();
    expect(await stack.refresh()).to.match(warning);
    expect((await stack.findResource("web")).outputs).to.include({ slug: "shop" });
    expect(await stack.fail("preview")).to.match(
      /read application \(GET \/applications\/app-1\) failed with status 404/,
    );
    await stack.writeProgram("");
    expect(await stack.refresh()).to.match(warning);
    await stack.up();
    expect(await stack.readIds()).not.to.have.property("web");
  });
});
