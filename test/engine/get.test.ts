/** `get` on the engine: what another stack or somebody else manages, where `read` is named. */

import { expect } from "chai";
import { normaliseAttributes } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

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
  const write = (source: string) => use.stack.writeProgram(source);
  const listRequests = async (act: () => Promise<unknown>) =>
    (await recordRequests(use.api, act)).map((line) => line.split(" ").slice(0, 2).join(" "));
  const up = async (source: string) => {
    await write(source);
    return listRequests(() => use.stack.up());
  };
  const failPreview = async (source: string) => {
    await write(source);
    return use.stack.fail("preview", "--suppress-progress");
  };
  const refresh = () => use.stack.succeed("refresh", "--yes", "--skip-preview");
  const readOutputs = async () =>
    (await use.stack.readState()).resources.find(({ name }) => name === "shop-dev")?.outputs;
  const destroy = () => use.stack.succeed("destroy", "--yes", "--skip-preview");

  it("get: previews, up and refresh read, a destroy sends nothing, and outputs are those of the response", async () => {
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
    expect(await listRequests(refresh)).to.have.members(reads);
    for (const [name, slug] of [["web", "moved"], ["main"], ["sessions"]] as const) {
      const { outputs, ...state } = await stack.findResource(name);
      expect(state).to.include({ external: true });
      expect(outputs, name).not.to.have.any.keys("__apphosting");
      if (slug !== undefined) expect(outputs).to.include({ slug, name: "Shop 1", existingId: null });
    }
    expect(await listRequests(destroy)).to.deep.equal([]);
    expect(await stack.readBackend()).not.to.match(/secret-command|sandbox-password/);
  });

  it("get: fails in the preview without a named read, and for an id that is not found", async () => {
    const { stack } = use;
    const get = 'Cache.get("sessions", "cache-9");';
    expect(await failPreview(get)).to.match(
      /Cache cache-9: read cache failed with status 404(.*\n)*.*doesn't know "cache-9"/,
    );
    await stack.succeed("config", "rm", "apphosting:operations");
    const text = await failPreview(get);
    expect(text).to.include("Cache cache-9: `get` can't read it, because the API documents no read.");
    expect(text).to.include("pulumi config set apphosting:operations read");
    expect(text).not.to.match(/^ +at |--run-program/m);
  });

  it("get: the same name becomes a managed resource with existingId, and a get again, without a change in the API", async () => {
    const { stack } = use;
    const get = 'exports.slug = Application.get("web", "app-1").slug;';
    const managed =
      'exports.slug = new Application("web", { existingId: "app-1", name: "Shop 1", sourceControlProvider: "hostA" }).slug;';
    for (const source of [get, managed, get]) {
      expect(await up(source))
        .to.include("GET /applications/app-1")
        .and.not.include("POST /applications");
      expect(await readOutputs()).to.deep.equal({ slug: "shop-1" });
    }
    await stack.preview("--expect-no-changes");
    expect(await listRequests(destroy)).to.deep.equal([]);
  });

  it("get: what it reads under another or the same name is not deleted by the up that takes the resource that created it out of the program", async () => {
    const { stack, api } = use;
    const names = ["topic", "other"];
    const environment = (name: string) =>
      `new Environment("${name}", { applicationId: "app-1", name: "${name}", branch: "main" }, { retainOnDelete: false });\n`;
    await up(names.map(environment).join(""));
    const ids = await Promise.all(names.map(async (name) => (await stack.findResource(name)).id));
    await write(`Environment.get("reference", "${ids[0]}");\nEnvironment.get("other", "${ids[1]}");\n`);
    let text = "";
    const sent = await listRequests(async () => {
      text = await stack.up();
    });
    expect(sent).to.have.members(ids.map((id) => `GET /environments/${id}?include=branch`));
    expect(text).to.include(
      `Environment topic of app-1 (${ids[0]}) was removed from the state but still exists: this program still uses the environment`,
    );
    // Under the same name, the engine itself lets go of the resource, and asks for no delete.
    expect(text).not.to.include("Environment other (");
    expect(api.sandbox.state().environments.map((one) => one.id)).to.include.members(ids);
  });

  it("get: reads with an explicit provider and its tokenVariable, in a component; a transformation that drops its id is a mistake", async () => {
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
const change = ({ resource, props, opts }) =>
  Cache.isInstance(resource) ? { props: { ...props, size: "1gb" }, opts } : undefined;
exports.uri = new Site("site", { providers: { "pulumi-nodejs": press }, transformations: [change] }).uri;
`);
    expect(sent).to.deep.equal(["GET /caches/cache-1"]);
    const { outputs } = await stack.findResource("site-cache");
    expect(outputs).to.include({ size: "250mb" });
    expect(await stack.readBackend()).not.to.match(/sandbox-password|of-another-organization/);
    const text = await failPreview(`
const drop = ({ props }) => ({ props, opts: {} });
Cache.get("site-cache", "cache-1", {}, { transformations: [drop] });`);
    expect(text).to.include("a transformation dropped the id of Cache.get from the options");
  });

  it("get: an environment has the applicationId of its state, and waits in a preview for what is unknown", async () => {
    const { stack } = use;
    await write('exports.application = Environment.get("main", "env-1", { applicationId: "app-1" }).applicationId;');
    expect(await listRequests(() => stack.up())).to.deep.equal([reads.at(-1)]);
    expect(await readOutputs()).to.deep.equal({ application: "app-1" });
    await write(`
const { id } = new Application("new", { name: "New", sourceControlProvider: "hostA" });
Environment.get("main", "env-3", { applicationId: id });`);
    expect(await listRequests(() => stack.preview())).to.deep.equal([]);
  });
});
