/** What programs in other languages use of the plugin: its folder as a package, and resources without our classes. */

import { expect } from "chai";
import { recordRequests, startAccount } from "../engine/account";
import { describeEngine, shareStack, useStack } from "../engine/describe";
import { packagesStanza } from "../engine/stack";

/** As generated SDKs register them. */
const program = (settings: string) => `
const make = (kind, name, args, options) => new pulumi.CustomResource("apphosting:index:" + kind, name, args, options);
class Untyped extends pulumi.ProviderResource {}
const press = new Untyped("apphosting", "press", { token: config.requireSecret("pressToken") });
const web = make("Application", "web", { name: "Web shop", sourceControlProvider: "hostA" });
make("Environment", "staging", { applicationId: web.id, name: "staging", branch: "develop" });
make("Cache", "sessions", { cacheId: "cache-1", name: "sessions", ${settings} }, { provider: press });
`;

describeEngine("resources of the plugin without our classes", () => {
  const use = shareStack();

  before(async () => {
    const { stack, api } = use;
    // Where the explicit provider finds the address of the API.
    Object.assign(stack.environment, { APPHOSTING_BASE_URL: "" });
    await stack.configure({ "apphosting:baseUrl": api.url }, { pressToken: api.token });
    await stack.usePlugin(packagesStanza);
  });

  it("Other languages, by the plugin: up with `packages` in Pulumi.yaml takes settings from the stack's configuration", async () => {
    const { stack, api } = use;
    await stack.writeProgram(program('size: "1gb"'));
    const sent = await recordRequests(api, () => stack.up());
    expect(sent.map((request) => request.split(" {")[0])).to.have.members([
      "POST /applications",
      "POST /applications/app-1/environments",
      "PATCH /caches/cache-1",
    ]);
    // Whether the stack has it as a secret is not known.
    expect((await stack.findResource("press")).inputs.baseUrl).to.have.property("ciphertext");
    await stack.preview("--expect-no-changes");
  });

  it("Other languages, by the plugin: a changed setting of a cache sends one PATCH, and nothing else", async () => {
    const { stack, api } = use;
    await stack.writeProgram(program('size: "5gb"'));
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions","size":"5gb"}']);
  });

  it("Other languages, by the plugin: `get` of a cache is refused, with or without properties", async () => {
    const { stack } = use;
    for (const properties of ["{}", '{ name: "sessions" }']) {
      await stack.writeProgram(
        `new pulumi.CustomResource("apphosting:index:Cache", "seen", ${properties}, { id: "cache-2" });`,
      );
      expect(await stack.fail("preview")).to.include(
        "Cache cache-2 cannot be imported or read by `get`: no read returns all of its arguments.",
      );
    }
  });

  it("Other languages, by the plugin: going on with our classes has an empty preview", async () => {
    const { stack } = use;
    await stack.writeProgram(`
const press = new Provider("press", { token: config.requireSecret("pressToken") });
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop" });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "5gb" }, { provider: press });`);
    await stack.preview("--expect-no-changes");
  });
});

describeEngine("resources of the plugin without our classes, whose operations the user has named", () => {
  const use = useStack(() => startAccount(1, { operations: true }), "plugin");
  const operations = JSON.stringify({ Environment: "GET, PATCH, DELETE /environments/{id}" });
  const environment = (name: string, args: string, options = "") =>
    `new pulumi.CustomResource("apphosting:index:Environment", "${name}",
      { applicationId: "app-1", name: "${name}", ${args} }, { ${options} });\n`;
  const created = 'branch: "main", buildCommand: "make"';

  it("Other languages, PATCH and DELETE named: changed in place, deleted unless retained or adopted by existingId; DELETE alone is enough", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": operations });
    const others =
      environment("kept", 'branch: "main"', "retainOnDelete: true") +
      environment("found", 'name: "main", branch: "main", existingId: "env-1"');
    await (await stack.writeProgram(environment("web", created) + others)).up();
    const { id } = await stack.findResource("web");
    // Such a program cannot set null: what it leaves out is no change.
    await stack.writeProgram(environment("web", 'branch: "next"') + others);
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.deep.equal([`GET /environments/${id} `, `PATCH /environments/${id} {"branch":"next"}`]);
    await stack.preview("--expect-no-changes");

    await stack.writeProgram(others);
    const removed = await recordRequests(api, () => stack.up());
    expect(removed).to.deep.equal(["GET", "DELETE", "GET"].map((method) => `${method} /environments/${id} `));
    expect(await recordRequests(api, () => stack.succeed("destroy", "--yes", "--skip-preview"))).to.deep.equal([]);
    const names = api.sandbox.state().environments.map(({ attributes }) => attributes.name);
    expect(names).to.include.members(["kept", "main"]).and.not.include("web");
  });
});
