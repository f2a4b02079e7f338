/** `get` on the engine with `read` enabled, for resources managed outside the stack. */

import { expect } from "chai";
import { normaliseAttributes } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";
import { startPlainServer } from "./plain-server";

const settings = { "apphosting:operations": "read,delete", "apphosting:include": '{"Environment":["branch"]}' };

const program = `
exports.uri = Cache.get("sessions", "cache-1").connectionUri;
const web = Application.get("web", "app-1");
exports.slug = web.slug;
exports.none = pulumi.all([web.sourceControlProvider, web.existingId]);
exports.command = Environment.get("main", "env-1").buildCommand;
`;
const reads = ["GET /applications/app-1", "GET /caches/cache-1", "GET /environments/env-1?include=branch"];

describeEngine("get", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure(settings));
  const listRequests = async (act: () => Promise<unknown>) =>
    (await recordRequests(use.api, act)).map((line) => line.split(" ").slice(0, 2).join(" "));
  const up = (source: string) => listRequests(() => use.stack.upProgram(source));

  it("get: preview, up and refresh read the outputs, and destroy sends nothing", async () => {
    const { stack, api } = use;
    api.addFault(normaliseAttributes({ build_command: "make secret-command" }), {
      path: /^\/environments/,
      lasts: true,
    });
    expect(await up(program)).to.have.members(reads);
    const shown = JSON.parse(await stack.succeed("stack", "output", "--json", "--show-secrets"));
    expect(shown).to.deep.equal({
      uri: "redis://sandbox:sandbox-password@cache-1.sandbox.test:6379",
      slug: "shop-1",
      none: [null, null],
      command: "make secret-command",
    });
    expect(await listRequests(() => stack.preview("--expect-no-changes"))).to.have.members(reads);
    api.addFault(normaliseAttributes({ slug: "moved" }), { path: /^\/applications/, lasts: true });
    expect(await listRequests(() => stack.refresh())).to.have.members(reads);
    for (const [name, slug] of [["web", "moved"], ["main"], ["sessions"]] as const) {
      const { outputs, ...state } = await stack.findResource(name);
      expect(state).to.include({ external: true });
      expect(outputs, name).not.to.have.any.keys("__apphosting");
      if (slug !== undefined) expect(outputs).to.include({ slug, name: "Shop 1", existingId: null });
    }
    expect(await listRequests(() => stack.destroy())).to.deep.equal([]);
    expect(await stack.readBackend()).not.to.match(/secret-command|sandbox-password/);
  });

  it("get: becomes a managed resource with existingId, and a get again, without a create", async () => {
    const { stack } = use;
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
    await stack.succeed("config", "rm", "apphosting:operations");
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
