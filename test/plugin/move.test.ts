/** A stack whose resources were dynamic goes on with the plugin, and back. */

import { expect } from "chai";
import { recordRequests } from "../engine/account";
import { describeEngine, shareStack } from "../engine/describe";
import { startFaultySandbox } from "../faults";

const program = (size: string, ids: Readonly<Record<string, string | undefined>> = {}) => `
class Shop extends pulumi.ComponentResource {
  constructor(name, options) {
    super("acme:index:Shop", name, {}, options);
  }
}
const press = new Provider("press", { token: config.requireSecret("token"), maxRetries: 2 });
const retail = new Provider("retail", { tokenVariable: "RETAIL_TOKEN" });
const shop = new Shop("shop", { providers: [press] });
const sessions = new Cache("sessions", { cacheId: "cache-1", name: "sessions",
  size: "${size}" }, { provider: retail });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", existingId: ${JSON.stringify(ids.web)},
  buildCommand: pulumi.secret("marked-command") }, { parent: shop, protect: true });
const buildCommand = sessions.connection.apply((connection) => "build --port " + connection.port);
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop", existingId: ${JSON.stringify(ids.staging)},
  buildCommand }, { parent: web, protect: true });
new Cache("pages", { cacheId: "cache-2", name: "pages", triggers: [sessions.connection] });
exports.uri = sessions.connectionUri;\n`;

const uri = "redis://sandbox:sandbox-password@cache-1.sandbox.test:6379";

describeEngine("a stack that moves to the plugin", () => {
  const use = shareStack(() => startFaultySandbox({ token: "marked-token" }));

  before(async () => {
    const { stack, api } = use;
    Object.assign(stack.environment, { RETAIL_TOKEN: api.token, APPHOSTING_TOKEN: "" });
    await stack.configure({}, { token: api.token, "apphosting:token": api.token });
    await (await stack.writeProgram(program("1gb"))).up();
    await stack.succeed("stack", "export", "--file", "before.json");
  });

  it("Move to the plugin: the preview is empty and up sends nothing, whatever the providers, parents and protection", async () => {
    const { stack, api } = use;
    await (await stack.usePlugin()).writeProgram(program("1gb"));
    const sent = await recordRequests(api, async () => {
      await stack.preview("--expect-no-changes");
      await stack.up("--expect-no-changes");
    });
    expect(sent).to.deep.equal([]);
    expect((await stack.readState()).resources.map(({ type }) => type)).to.have.members([
      ...["pulumi:pulumi:Stack", "acme:index:Shop", "apphosting:index:Application", "apphosting:index:Environment"],
      ...["apphosting:index:Cache", "apphosting:index:Cache", "pulumi:providers:apphosting"],
      ...["pulumi:providers:apphosting", "pulumi:providers:apphosting"],
    ]);
  });

  it("Move to the plugin: secrets stay encrypted in the state, and protect stays set", async () => {
    const { stack } = use;
    const shown = await stack.succeed("stack", "output", "--json");
    expect(JSON.parse(shown)).to.deep.equal({ uri: "[secret]" });
    expect((await stack.succeed("stack", "output", "--show-secrets", "uri")).trim()).to.equal(uri);
    expect(await stack.readBackend()).not.to.match(/marked-|sandbox-password|variable-of-/);
    const web = await stack.findResource("web");
    expect(web).to.include({ protect: true });
    expect(web.outputs.buildCommand).to.have.property("ciphertext");
    expect((await stack.findResource("press")).inputs.token).to.have.property("ciphertext");
  });

  it("Move to the plugin: a setting changed after it is updated by the plugin, with one PATCH", async () => {
    const { stack, api } = use;
    await stack.writeProgram(program("5gb"));
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","size":"5gb"}']);
  });

  it("Move back from the plugin: import of the exported state and existingId keep protected resources, and send caches alone", async () => {
    const { stack, api } = use;
    const [web, staging] = [(await stack.findResource("web")).id, (await stack.findResource("staging")).id];
    await stack.succeed("stack", "import", "--file", "before.json");
    stack.module = "pulumi-apphosting";
    await stack.writeProgram(program("5gb"));
    expect(await stack.fail("preview"))
      .to.include("unable to replace resource")
      .and.to.include("::staging");
    await stack.writeProgram(program("5gb", { web, staging }));
    await stack.preview();
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","size":"5gb"}']);
    await stack.writeProgram(program("5gb"));
    await stack.preview("--expect-no-changes");
  });
});
