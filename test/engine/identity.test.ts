/** Which resource is ours: ids in responses, 404s to a DELETE, states of other providers. The API isn't the sandbox. */

import { expect } from "chai";
import { recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";
import { startScriptedApi } from "./scripted-api";

const consent = "{ retainOnDelete: false }";
const environment = (name: string, args: object = {}, options = consent) => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${options});\n`;
};
const found = (id: string) => ({ status: 200, body: { data: { id, type: "environments", attributes: {} } } });
const create = "POST /applications/app-1/environments";

describeEngine("the identity of a resource", () => {
  const use = useStack(startScriptedApi);
  beforeEach(() =>
    use.stack.configure({ "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" }),
  );

  it("Create answered with an id and errors, or with another type: fails, and a destroy deletes nothing", async () => {
    const { api, stack } = use;
    const stranger = { id: "env-of-somebody", type: "environments" };
    const job = { id: "41", type: "jobs", relationships: { environment: { data: stranger } } };
    api.answers = {
      "POST /applications/taken/environments": {
        status: 200,
        body: { data: stranger, errors: { name: ["The name is taken."] } },
        headers: { Location: "/api/environments/env-of-somebody" },
      },
      "POST /applications/limited/environments": { status: 200, body: { id: "req-8a7f", error: "Plan limit reached" } },
      "POST /applications/queued/environments": { status: 200, body: job },
    };
    const says = {
      taken: "The name is taken.",
      limited: "Plan limit reached",
      queued: '"jobs" instead of "environments"',
    };
    const names = Object.keys(says);
    const program = names.map((name) => environment(name, { applicationId: name })).join("");
    const text = await stack.failProgram(program, "--continue-on-error");
    for (const [name, words] of Object.entries(says)) {
      const [, block = ""] = text.split(`Environment (${name}):\n`);
      const [own = ""] = block.split(/^ {2}\S/m);
      expect(own).to.include(words).and.include("may have been created anyway").and.include("existingId");
    }
    expect(await stack.readIds()).to.not.have.any.keys(...names);
    expect(await recordRequests(api, () => stack.destroy())).to.deep.equal([]);
  });

  it("Delete answered 404: stays in the state unless it's about the environment, whatever the command", async () => {
    const { api, stack } = use;
    api.answers = { [create]: found("env-9"), "GET ": found("env-9") };
    await stack.upProgram(environment("topic"));
    for (const [body, ...args] of [
      ["404 page not found"],
      [{ message: "Not found." }, "--refresh"],
      [{ message: "Endpoint not found" }, "--refresh", "--run-program"],
    ] as const) {
      api.answers = { "GET ": found("env-9"), "DELETE ": { status: 404, body } };
      expect(await stack.failProgram("", ...args)).to.include("This 404 doesn't show whether the environment is gone");
      expect(await stack.readIds()).to.include.keys("topic");
    }
    api.answers = { "DELETE ": { status: 404, body: { message: "No environment env-9." } } };
    expect(await recordRequests(api, () => stack.up())).to.deep.equal(["DELETE /environments/env-9"]);
    expect(await stack.readIds()).to.not.have.any.keys("topic");
  });

  it("Consent withdrawn in a replacement by replaceOnChanges that fails: the error says that it still stands", async () => {
    const { api, stack } = use;
    api.answers = { [create]: found("env-9") };
    await stack.upProgram(environment("topic"));
    api.answers = { [create]: { status: 422, body: { message: "No.", errors: { name: ["name is taken."] } } } };
    const replaced = environment("topic", { branch: "next" }, '{ replaceOnChanges: ["branch"] }');
    expect(await stack.failProgram(replaced)).to.include(
      "Environment topic of app-1 (env-9) stays in the state, where retainOnDelete is still false",
    );
  });

  it("State of another provider: refused behind an alias, and adopted without a delete as the message says", async () => {
    const { api, stack } = use;
    const light = stack.environment.NODE_OPTIONS;
    const upFormer = async (options: string) => {
      // Closures need all of the SDK.
      stack.environment.NODE_OPTIONS = "";
      await stack.upProgram(`
class Former extends pulumi.dynamic.Resource {}
const stop = async () => { throw new Error("The old delete ran."); };
new Former({ create: async () => ({ id: "env-dynamic", outs: {} }), delete: stop }, "dynamic", {}, ${options});
new pulumi.Stash("full", { input: "env-full" }, ${options});\n`);
      stack.environment.NODE_OPTIONS = light;
    };
    api.answers = { "GET /environments/env-dynamic": found("env-dynamic"), "GET ": found("env-full") };
    await upFormer("{}");
    for (const program of [
      environment("dynamic", {}, '{ aliases: [{ type: "pulumi-nodejs:dynamic:Resource" }] }'),
      environment("full", { existingId: "env-full" }, '{ aliases: [{ type: "pulumi:index:Stash" }] }'),
    ]) {
      await stack.writeProgram(program);
      expect(await stack.fail("preview"))
        .to.include("another provider wrote the state of this environment")
        .and.include("set `retainOnDelete: true` on the old resource and run `pulumi up`");
    }
    await upFormer("{ retainOnDelete: true }");
    const adopt = (name: string) => environment(name, { existingId: `env-${name}` }, "{}");
    expect(await stack.upProgram(adopt("dynamic") + adopt("full"))).not.to.include("The old delete ran.");
    expect(await stack.readIds()).to.include({ dynamic: "env-dynamic", full: "env-full" });
  });
});
