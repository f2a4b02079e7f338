/** Which resource is ours: ids of responses, a 404 to a DELETE, and state of another provider, by an API that isn't the sandbox. */

import { expect } from "chai";
import { describeEngine } from "./describe";
import { type ScriptedApi, startScriptedApi } from "./scripted-api";
import { TestStack } from "./stack";

const environment = (args = "", options = "{ retainOnDelete: false }", name = "topic") =>
  `new Environment("${name}", { applicationId: "app-1", name: "${name}", branch: "main"${args} }, ${options});\n`;
const found = (id: string, attributes: object = {}) => ({
  status: 200,
  body: { data: { id, type: "environments", attributes } },
});
const create = "POST /applications/app-1/environments";

describeEngine("the identity of a resource", () => {
  let api: ScriptedApi;
  let stack: TestStack;
  beforeEach(async () => {
    api = await startScriptedApi();
    stack = await TestStack.createLight(api);
    await stack.configure({ "apphosting:operations": "read,update,delete", "apphosting:maxRetries": "0" });
  });
  afterEach(async () => {
    await stack?.remove();
    await api?.close();
  });

  async function up(source: string, ...args: string[]): Promise<string> {
    await stack.writeProgram(source);
    return stack.up(...args);
  }
  const listNames = async () => (await stack.readState()).resources.map(({ name }) => name);

  const strangers = {
    "errors beside an id and a Location": {
      answer: {
        ...found("env-of-somebody"),
        body: { data: { id: "env-of-somebody", type: "environments" }, errors: { name: ["The name is taken."] } },
        headers: { Location: "/api/environments/env-of-somebody" },
      },
      said: "The name is taken.",
    },
    "an error beside the id of a request": {
      answer: { status: 200, body: { id: "req-8a7f", error: "Plan limit reached" } },
      said: "Plan limit reached",
    },
    "a resource of another type": {
      answer: {
        status: 200,
        body: {
          id: "41",
          type: "jobs",
          relationships: { environment: { data: { id: "env-9", type: "environments" } } },
        },
      },
      said: '"jobs" instead of "environments"',
    },
  };
  for (const [title, { answer, said }] of Object.entries(strangers)) {
    it(`Create answered with ${title}: fails with the API's words and how to adopt, and a destroy deletes nothing`, async () => {
      api.answers = { [create]: answer };
      await stack.writeProgram(environment());
      const text = await stack.failUp();
      expect(text).to.include(said).and.include("may have been created anyway").and.include("existingId");
      expect(await listNames()).to.not.include("topic");
      api.takeRequests();
      await stack.succeed("destroy", "--yes", "--skip-preview");
      expect(api.takeRequests()).to.deep.equal([]);
    });
  }

  const removals = {
    up: ["404 page not found"],
    "up --refresh": [{ message: "Not found." }, "--refresh"],
    "up --refresh --run-program": [{ message: "Endpoint not found" }, "--refresh", "--run-program"],
  } satisfies Record<string, readonly [object | string, ...string[]]>;
  for (const [command, [body, ...args]] of Object.entries(removals)) {
    it(`Delete by ${command}: a 404 that isn't about the environment keeps it in the state, one that is lets it go`, async () => {
      api.answers = { [create]: found("env-9"), "GET ": found("env-9") };
      await up(environment());
      await stack.writeProgram("");
      api.answers = { ...api.answers, "DELETE ": { status: 404, body } };
      const text = await stack.failUp(...args);
      expect(text).to.include("This 404 doesn't tell whether the environment is gone");
      expect(await listNames()).to.include("topic");
      api.answers = { ...api.answers, "DELETE ": { status: 404, body: { message: "No environment env-9." } } };
      api.takeRequests();
      await stack.up(...args);
      const sent = api.takeRequests().filter((line) => !line.startsWith("GET"));
      expect(sent).to.deep.equal(["DELETE /environments/env-9"]);
      expect(await listNames()).to.not.include("topic");
    });
  }

  it("Delete answered 200 with errors: fails with the API's words, and the environment stays in the state", async () => {
    api.answers = { [create]: found("env-9") };
    await up(environment());
    api.answers = { "DELETE ": { status: 200, body: { errors: { environment: ["It is locked."] } } } };
    expect(await stack.fail("destroy", "--yes", "--skip-preview")).to.include("It is locked.");
    expect(await listNames()).to.include("topic");
  });

  it("Consent withdrawn beside a replacement by replaceOnChanges whose create fails: the error says that the consent still stands", async () => {
    api.answers = { [create]: found("env-9") };
    await up(environment());
    api.answers = { [create]: { status: 422, body: { message: "No.", errors: { name: ["name is taken."] } } } };
    await stack.writeProgram(environment("", '{ replaceOnChanges: ["branch"] }').replace('"main"', '"next"'));
    const text = await stack.failUp();
    expect(text).to.include(
      "Environment topic of app-1 (env-9) stays in the state, where retainOnDelete is still false",
    );
  });

  const foreign = {
    "a dynamic provider": {
      type: "pulumi-nodejs:dynamic:Resource",
      resource: (options: string) =>
        `class Former extends pulumi.dynamic.Resource {}
new Former({ create: async () => ({ id: "env-9", outs: {} }), delete: async () => { throw new Error("The old delete ran."); } }, "topic", {}, ${options});\n`,
    },
    "a full provider": {
      type: "pulumi:index:Stash",
      resource: (options: string) => `new pulumi.Stash("topic", { input: "env-9" }, ${options});\n`,
    },
  };
  for (const [title, { type, resource }] of Object.entries(foreign)) {
    it(`State of ${title}: refused behind an alias, with existingId and without; adopted without a delete as the message says`, async () => {
      // Closures need all of the SDK.
      if (type.includes("dynamic")) delete stack.environment.NODE_OPTIONS;
      api.answers = { "GET ": found("env-9", { name: "topic" }) };
      await up(resource("{}"));
      const alias = `{ aliases: [{ type: "${type}" }] }`;
      for (const args of ["", ', existingId: "env-9"']) {
        await stack.writeProgram(environment(args, alias));
        const text = await stack.fail("preview");
        expect(text).to.include("another provider wrote the state of this environment");
        expect(text).to.include("set `retainOnDelete: true` on the old resource and run `pulumi up`");
      }
      await up(resource("{ retainOnDelete: true }"));
      const text = await up(environment(', existingId: "env-9"', "{}"));
      expect(text).not.to.include("The old delete ran.");
      expect((await stack.findResource("topic")).id).to.equal("env-9");
    });
  }
});
