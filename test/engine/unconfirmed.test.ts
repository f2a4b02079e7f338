/** Updates that nothing confirms, drift, and removed arguments. The API isn't the sandbox. */

import { expect } from "chai";
import { type Run, record, recordRequests } from "./account";
import { describeEngine, shareStack, useStack } from "./describe";
import { expectGolden } from "./golden";
import { startScriptedApi } from "./scripted-api";
import type { TestStack } from "./stack";

const environment = (args: object, options: object = {}, name = "web") => {
  const all = JSON.stringify({ applicationId: "app-1", name, branch: "main", ...args });
  return `const ${name} = new Environment("${name}", ${all}, ${JSON.stringify(options)});\n`;
};
const respond = (id: string, type: string, attributes: object = {}) => ({
  status: 200,
  body: { data: { id, type, attributes } },
});
const found = (attributes: object = {}) => respond("env-9", "environments", attributes);
const create = "POST /applications/app-1/environments";
const enable = (stack: TestStack, operations: string) =>
  stack.configure({ "apphosting:operations": operations, "apphosting:maxRetries": "0" });

describeEngine("updates of which some fail", () => {
  const use = shareStack(startScriptedApi);
  let update: string;
  let previews: { readonly next: string; readonly notEnabled: string };
  let again: Run<string>;

  const names = ["failing", "refused", "quiet"] as const;
  const program = (branch: string, size: string) =>
    names.map((name) => environment({ applicationId: `app-${name}`, branch }, {}, name)).join("") +
    `new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "${size}", isPublic: true });\n`;

  before(async () => {
    const { api, stack } = use;
    await enable(stack, "read,update");
    const answers = Object.fromEntries([
      ...names.map((name) => [`POST /applications/app-${name}/`, respond(`env-${name}`, "environments")]),
      ...names.map((name) => [`PATCH /environments/env-${name}`, respond(`env-${name}`, "environments", { name })]),
      ["PATCH /caches", respond("cache-1", "caches")],
    ]);
    api.answers = answers;
    await stack.upProgram(program("main", "250mb"));
    const down = { status: 500, body: { message: "Down." } };
    const { data } = respond("env-refused", "environments").body;
    const refused = { status: 200, body: { data, errors: { branch: ["does not exist"] } } };
    api.answers = {
      "PATCH /environments/env-failing": down,
      "PATCH /environments/env-refused": refused,
      "PATCH /caches": down,
      "PATCH /environments/env-quiet": answers["PATCH /environments/env-quiet"] as typeof refused,
    };
    update = await stack.failProgram(program("next", "1gb"), "--continue-on-error");
    const next = await stack.preview();
    await enable(stack, "read");
    previews = { next, notEnabled: await stack.previewProgram(program("third", "1gb")) };
    await enable(stack, "read,update");
    api.answers = answers;
    again = await record(api, () => stack.upProgram(program("next", "1gb")));
  });

  it("Update with an unknown outcome: the next preview says why it's sent again", () =>
    expectGolden("unconfirmed/update", previews.next));

  it("Update with an unknown outcome: a change replaces where `update` isn't enabled any more", () =>
    expectGolden("unconfirmed/not-enabled", previews.notEnabled));

  it("Update with an unknown outcome, or answered 200 with errors: the next up sends it again", async () => {
    expect(update).to.include("does not exist");
    expect(again.sent).to.have.members([
      'PATCH /environments/env-failing {"name":"failing","branch":"next"}',
      'PATCH /environments/env-refused {"name":"refused","branch":"next"}',
      'PATCH /caches/cache-1 {"name":"sessions","is_public":true,"size":"1gb"}',
    ]);
    await use.stack.preview("--expect-no-changes");
  });

  it("Update of an argument that no documented response has: no warning that nothing confirms it", () =>
    expect(update).not.to.include("warning: Environment quiet"));
});

describeEngine("what the API has", () => {
  const use = useStack(startScriptedApi);
  beforeEach(async () => {
    await enable(use.stack, "read,update");
    use.api.answers = { [create]: found() };
  });
  const up = (source: string) => recordRequests(use.api, () => use.stack.upProgram(source));
  const refresh = () => use.stack.refresh("--run-program");

  it("Adoption by an API that returns null: the next preview says that an update confirms it", async () => {
    const program = `new Application("web", { existingId: "app-9", name: "Shop", sourceControlProvider: "hostA",
  repository: "acme/web", rootDirectory: "web" });\n`;
    use.api.answers = {
      "GET ": respond("app-9", "applications", { name: "Shop", root_directory: null }),
      "PATCH ": respond("app-9", "applications", { name: "Shop", root_directory: "web" }),
    };
    expect(await up(program)).to.deep.equal(["GET /applications/app-9"]);
    expectGolden("unconfirmed/adoption", await use.stack.previewProgram(program));
    const sent = await up(program);
    expect(sent).to.have.lengthOf(1);
    expect(sent[0]).to.match(/^PATCH \/applications\/app-9 .*"root_directory":"web"/);
    await use.stack.preview("--expect-no-changes");
  });

  it("Drift of buildCommand: kept by an up without `update`, and corrected once `update` is enabled again", async () => {
    const program = environment({ buildCommand: "make v1" });
    use.api.answers = { [create]: found({ build_command: "make v1" }), "GET ": found({ build_command: "make HUMAN" }) };
    await up(program);
    await refresh();
    await enable(use.stack, "read");
    expect(await up(program)).to.deep.equal([]);
    await enable(use.stack, "read,update");
    use.api.answers = { "PATCH ": found({ build_command: "make v1" }) };
    expect(await use.stack.previewProgram(program)).to.include(
      "buildCommand: the program sets one value, but the API has another",
    );
    expect(await up(program)).to.deep.equal(['PATCH /environments/env-9 {"build_command":"make v1"}']);
    await use.stack.preview("--expect-no-changes");
  });

  it("Fallback id: stays one after the program takes the API's name, and gets no PATCH and no DELETE", async () => {
    await enable(use.stack, "read,update,delete");
    const topic = (name: string, branch = "main") => environment({ name, branch }, { retainOnDelete: false });
    use.api.answers = {
      [create]: { status: 200, body: { data: { type: "environments", attributes: { name: "topic" } } } },
    };
    await up(topic("Topic"));
    expect(await up(topic("topic"))).to.deep.equal([]);
    expect((await use.stack.findResource("web")).id).to.equal("app-1/Topic");
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
    use.api.answers = { [create]: found(commands), "GET ": found(commands), "PATCH /caches": cacheAnswer };
    await up(`${environment({})}new Cache("sessions", { cacheId: "cache-1", name: "sessions", triggers: ["marked-trigger"] });
exports.of = [web.buildCommand, web.deployCommand, web.startCommand];\n`);
    const secrets = await use.stack.readState();
    for (const { outputs } of secrets.resources) expect(JSON.stringify(outputs)).not.to.include("marked-");
  });

  it("Secret command that becomes plain while the API has the old one: neither the state nor a preview shows it", async () => {
    const program = (command: string) =>
      `new Environment("web", { applicationId: "app-1", name: "web", branch: "main", buildCommand: ${command} });\n`;
    const secret = found({ build_command: "deploy --token marked-1" });
    use.api.answers = { [create]: secret };
    await up(program('pulumi.secret("deploy --token marked-1")'));
    use.api.answers = { "PATCH ": secret, "GET ": secret };
    await up(program('"make all"'));
    await refresh();
    expect(await use.stack.preview()).to.match(/~ buildCommand *: \[secret\] => "make all"/);
    expect((await use.stack.previewSteps()).steps.map((step) => JSON.stringify(step)).join()).not.to.include("marked-");
    expect(await use.stack.readBackend()).not.to.include("marked-");
  });

  it("Removed argument that a protected environment uses as an output: the preview shows it, and up sends nothing", async () => {
    const program = (args: string) => `
const shop = new Application("shop", { name: "Shop", sourceControlProvider: "hostA"${args} });
new Environment("web", { applicationId: shop.id, name: "web", branch: "main", buildCommand: shop.rootDirectory }, { protect: true });\n`;
    use.api.answers = {
      "POST /applications/app-9/environments": found(),
      "POST /applications": respond("app-9", "applications", { root_directory: "web" }),
      "PATCH ": found(),
    };
    await up(program(', rootDirectory: "web"'));
    expectGolden("unconfirmed/left-out", await use.stack.previewProgram(program("")));
    expect(await up(program(""))).to.deep.equal([]);
    await use.stack.preview("--expect-no-changes");
  });
});
