/** What the state knows of an argument: updates that nothing confirms, drift, and arguments that are left out. */

import { expect } from "chai";
import { describeEngine } from "./describe";
import { expectGolden } from "./golden";
import { type ScriptedApi, startScriptedApi } from "./scripted-api";
import { TestStack } from "./stack";

const environment = (args: object, options: object = {}) => {
  const all = JSON.stringify({ applicationId: "app-1", name: "web", branch: "main", ...args });
  return `const web = new Environment("web", ${all}, ${JSON.stringify(options)});\n`;
};
const found = (attributes: object = {}, type = "environments") => ({
  status: 200,
  body: { data: { id: type === "environments" ? "env-9" : "app-9", type, attributes } },
});
const create = "POST /applications/app-1/environments";
const down = { status: 500, body: { message: "Down." } };

describeEngine("an update that nothing confirms", () => {
  let api: ScriptedApi;
  let stack: TestStack;
  beforeEach(async () => {
    api = await startScriptedApi();
    stack = await TestStack.createLight(api);
    await enable("read,update");
    api.answers = { [create]: found() };
  });
  afterEach(async () => {
    await stack?.remove();
    await api?.close();
  });

  const enable = (operations: string) =>
    stack.configure({ "apphosting:operations": operations, "apphosting:maxRetries": "0" });
  async function up(source: string): Promise<string[]> {
    await stack.writeProgram(source);
    api.takeRequests();
    await stack.up();
    return api.takeRequests();
  }
  async function failUp(source: string): Promise<string> {
    await stack.writeProgram(source);
    return stack.failUp();
  }
  async function preview(source: string): Promise<string> {
    await stack.writeProgram(source);
    return stack.preview();
  }
  const refresh = () => stack.succeed("refresh", "--yes", "--skip-preview", "--run-program");

  it("Unconfirmed update: the next preview says why it's sent again; without `update`, a change replaces", async () => {
    await up(environment({}));
    api.answers = { "PATCH ": down };
    await failUp(environment({ branch: "next" }));
    expectGolden("unconfirmed/update", await preview(environment({ branch: "next" })));
    await enable("read");
    expectGolden("unconfirmed/not-enabled", await preview(environment({ branch: "third" })));
  });

  it("Unconfirmed update of a cache: the next preview says that everything is sent again", async () => {
    const program = (size: string) =>
      `new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "${size}", isPublic: true });\n`;
    api.answers = { "PATCH ": { status: 200, body: { data: { id: "cache-1", type: "caches", attributes: {} } } } };
    await up(program("250mb"));
    api.answers = { "PATCH ": down };
    await failUp(program("1gb"));
    expectGolden("unconfirmed/cache", await preview(program("1gb")));
  });

  it("Update answered 200 with errors: has failed, and is sent again", async () => {
    await up(environment({}));
    api.answers = {
      "PATCH ": { status: 200, body: { data: found().body.data, errors: { branch: ["does not exist"] } } },
    };
    expect(await failUp(environment({ branch: "next" }))).to.include("does not exist");
    api.answers = { "PATCH ": found() };
    expect(await up(environment({ branch: "next" }))).to.deep.equal([
      'PATCH /environments/env-9 {"name":"web","branch":"next"}',
    ]);
    await stack.preview("--expect-no-changes");
  });

  it("Update of an argument that no documented response has: no warning that nothing confirms it", async () => {
    await up(environment({}));
    api.answers = { "PATCH ": found({ name: "web" }) };
    await stack.writeProgram(environment({ branch: "next" }));
    expect(await stack.up()).not.to.include("warning:");
  });

  it("Adoption by an API that returns null: the next preview says that an update confirms it", async () => {
    const program = `new Application("web", { existingId: "app-9", name: "Shop", sourceControlProvider: "hostA",
  repository: "acme/web", rootDirectory: "web" });\n`;
    api.answers = {
      "GET ": found({ name: "Shop", root_directory: null }, "applications"),
      "PATCH ": found({ name: "Shop", root_directory: "web" }, "applications"),
    };
    expect(await up(program)).to.deep.equal(["GET /applications/app-9"]);
    expectGolden("unconfirmed/adoption", await preview(program));
    const sent = await up(program);
    expect(sent).to.have.lengthOf(1);
    expect(sent[0]).to.match(/^PATCH \/applications\/app-9 .*"root_directory":"web"/);
    await stack.preview("--expect-no-changes");
  });

  it("Drift of buildCommand: an up without `update` keeps it in the state, and it's sent once `update` is enabled again", async () => {
    const program = environment({ buildCommand: "make v1" });
    api.answers = { [create]: found({ build_command: "make v1" }), "GET ": found({ build_command: "make HUMAN" }) };
    await up(program);
    await refresh();
    await enable("read");
    expect(await up(program)).to.deep.equal([]);
    await enable("read,update");
    api.answers = { "PATCH ": found({ build_command: "make v1" }) };
    expect(await preview(program)).to.include("buildCommand: the program sets one value, but the API has another");
    expect(await up(program)).to.deep.equal(['PATCH /environments/env-9 {"build_command":"make v1"}']);
    await stack.preview("--expect-no-changes");
  });

  it("Made id: stays one after the program takes the API's name, and gets no PATCH and no DELETE", async () => {
    await enable("read,update,delete");
    const topic = (name: string, branch = "main") => environment({ name, branch }, { retainOnDelete: false });
    api.answers = {
      [create]: { status: 200, body: { data: { type: "environments", attributes: { name: "topic" } } } },
    };
    await up(topic("Topic"));
    expect(await up(topic("topic"))).to.deep.equal([]);
    expect((await stack.findResource("web")).id).to.equal("app-1/Topic");
    expect(await up("")).to.deep.equal([]);
  });

  it("Commands and triggers that the API returns: nowhere in plain text in the state, also in that of a cache", async () => {
    const commands = { build_command: "marked-build", deploy_command: "marked-deploy", start_command: "marked-start" };
    const cacheAnswer = {
      status: 200,
      body: {
        data: {
          id: "cache-1",
          type: "caches",
          attributes: { name: "sessions" },
          relationships: { environments: { data: [{ id: "env-9", type: "environments" }] } },
        },
        included: [{ id: "env-9", type: "environments", attributes: { name: "web", ...commands } }],
      },
    };
    api.answers = { [create]: found(commands), "GET ": found(commands), "PATCH /caches": cacheAnswer };
    await up(`${environment({})}new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: ["marked-trigger"] });
exports.of = [web.buildCommand, web.deployCommand, web.startCommand];\n`);
    const secrets = await stack.readState();
    for (const { outputs } of secrets.resources) expect(JSON.stringify(outputs)).not.to.include("marked-");
  });

  it("Secret command that becomes plain while the API has the old one: neither the state nor a preview shows the old one", async () => {
    const program = (command: string) =>
      `new Environment("web", { applicationId: "app-1", name: "web", branch: "main", buildCommand: ${command} });\n`;
    const secret = found({ build_command: "deploy --token marked-1" });
    api.answers = { [create]: secret };
    await up(program('pulumi.secret("deploy --token marked-1")'));
    api.answers = { "PATCH ": secret, "GET ": secret };
    await up(program('"make all"'));
    await refresh();
    expect(await stack.preview()).to.match(/~ buildCommand *: \[secret\] => "make all"/);
    expect((await stack.previewSteps()).steps.map((step) => JSON.stringify(step)).join()).not.to.include("marked-");
    expect(await stack.readBackend()).not.to.include("marked-");
  });

  it("Argument left out of an application whose output a protected environment uses: the preview shows it, and up sends nothing", async () => {
    const program = (args: string) => `
const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA"${args} });
new Environment("web", { applicationId: shop.id, name: "web", branch: "main", buildCommand: shop.rootDirectory }, { protect: true });\n`;
    api.answers = {
      "POST /applications/app-9/environments": found(),
      "POST /applications": found({ root_directory: "web" }, "applications"),
      "PATCH ": found(),
    };
    await up(program(', rootDirectory: "web"'));
    expectGolden("unconfirmed/left-out", await preview(program("")));
    expect(await up(program(""))).to.deep.equal([]);
    await stack.preview("--expect-no-changes");
  });
});
