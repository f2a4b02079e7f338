/** Updates and deletes of environments where `apphosting:operations` names them, also where the API fails or is changed outside Pulumi. */

import { expect } from "chai";
import { respondWith, rewriteResponse } from "../faults";
import { recordRequests, send, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const environment = (name: string, args: object = {}, options: object = { retainOnDelete: false }) => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${JSON.stringify(options)});\n`;
};
const methods = ["read", "update", "delete"];
const earlierForm = JSON.stringify({ Environment: "GET, PATCH, DELETE /environments/{id}" });

describeEngine("operations that the user names", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": methods.join(","), "apphosting:maxRetries": "0" }));

  const write = (program: string) => use.stack.writeProgram(program);
  const up = async (program: string) => recordRequests(use.api, async () => (await write(program)).up());
  const failUp = async (program: string) => recordRequests(use.api, async () => (await write(program)).failUp());
  const refresh = (...args: string[]) => use.stack.succeed("refresh", "--yes", "--skip-preview", ...args);
  const destroy = () => use.stack.succeed("destroy", "--yes", "--skip-preview");
  const readId = async (name: string) => (await use.stack.findResource(name)).id;
  const listNames = () => use.api.sandbox.state().environments.map(({ attributes }) => attributes.name);

  it("replaceOnChanges with retainOnDelete: false: deleted, as the preview says", async () => {
    const { stack, api } = use;
    const options = { retainOnDelete: false, replaceOnChanges: ["name"] };
    const program = (name: string) => environment("web", { name }, options);
    await up(program("one"));
    const id = await readId("web");
    await write(program("two"));
    expect((await stack.previewSteps()).changeSummary).to.include({ replace: 1 });
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.deep.equal([
      'POST /applications/app-1/environments {"name":"two","branch":"main"}',
      `DELETE /environments/${id} `,
    ]);
    expect(listNames()).to.include("two").and.not.include("one");
  });

  it("Replacement whose POST returns what exists: a delete that is left over by another failure deletes nothing", async () => {
    const { stack, api } = use;
    await up(environment("web"));
    const id = await readId("web");
    const returns = rewriteResponse(({ data, ...rest }) => ({ ...rest, data: { ...data, id } }));
    api.addFault(returns, { method: "POST", path: /environments$/ });
    const other = 'new Application("other", { name: "Other", sourceControlProvider: "hostA" });\n';
    api.addFault(respondWith(422, { message: "No." }), { method: "POST", path: /^\/applications$/ });
    const replaced = environment("web", { name: "web 2", clusterId: "cluster-1" });
    await failUp(replaced + other);
    const sent = await up(replaced + other);
    expect(sent.filter((line) => line.startsWith("DELETE"))).to.deep.equal([]);
    expect(api.sandbox.state().environments.map((one) => one.id)).to.include(id);
    expect(await readId("web")).to.equal(id);
    await stack.preview("--expect-no-changes");
  });

  it("Delete: a refusal keeps the environment in the state, a 2xx with errors too; one that is not found leaves it", async () => {
    const { stack, api } = use;
    const names = ["failing", "gone", "conflicting", "accepted"];
    await up(names.map((name) => environment(name)).join(""));
    const ids = Object.fromEntries((await stack.readState()).resources.map(({ name, id }) => [name, id]));
    const refuse = (name: string, status: number, body: object, takesEffect = false) =>
      api.addFault(respondWith(status, body, { takesEffect }), {
        method: "DELETE",
        path: new RegExp(`/${ids[name]}$`),
      });
    refuse("failing", 500, { message: "Down." }, true);
    refuse("gone", 404, { message: "Not found." });
    refuse("conflicting", 409, { message: "In use." });
    refuse("accepted", 200, { message: "It is locked.", errors: { environment: ["It is locked."] } });
    const text = await stack.fail("destroy", "--yes", "--skip-preview", "--continue-on-error");
    expect(text).not.to.match(/^ +at /m);
    const left = (await stack.readState()).resources.map(({ name }) => name);
    expect(left).to.include.members(["failing", "conflicting", "accepted"]).and.not.include("gone");
    for (const said of [
      `Environment failing (${ids.failing}): delete environment failed with status 500: Down.`,
      "The environment may still have been deleted. It stays in the state: run the command again.",
      `Environment gone (${ids.gone}) is removed from the state: the API does not find it.`,
      `Environment conflicting (${ids.conflicting}): delete environment failed with status 409: In use.`,
      "Delete what belongs to it first, or run the command again later.",
      "It is locked.",
    ]) {
      expect(text).to.include(said);
    }
    await destroy();
    expect(listNames()).to.include("gone").and.not.include.members(["failing", "conflicting", "accepted"]);
  });

  it("Settings of 0.4.0: refused in a preview with the command, which works over structured configuration", async () => {
    const { stack } = use;
    await stack.succeed("config", "rm", "apphosting:operations");
    const path = ["--path", "apphosting:operations.Environment", "GET, PATCH, DELETE /environments/{id}"];
    await stack.succeed("config", "set", ...path);
    await write(environment("web", {}, {}));
    const text = await stack.fail("preview");
    const [, command = ""] = /`pulumi (config set apphosting:operations \S+)`/.exec(text) ?? [];
    expect(command).to.equal("config set apphosting:operations read,update,delete");
    await stack.succeed(...command.split(" "));
    await stack.preview();
  });

  it("Settings of 0.4.0 in the state: a refresh says that nothing was read, a delete is an error, and an up heals both", async () => {
    const { stack, api } = use;
    const program = environment("web");
    await up(program);
    await stack.succeed("stack", "export", "--file", "stored.json");
    const stored = await stack.read("stored.json");
    await stack.write("stored.json", stored.replaceAll('"read,update,delete"', JSON.stringify(earlierForm)));
    await stack.succeed("stack", "import", "--file", "stored.json");
    let text = "";
    const sent = await recordRequests(api, async () => {
      text = await refresh();
    });
    expect(sent).to.deep.equal([]);
    expect(text).to.include("nothing was read, because the settings of the last `pulumi up` cannot be used");
    expect(await stack.fail("destroy", "--yes", "--skip-preview")).to.include(
      "Run `pulumi up` first, without `--refresh`, or this command with `--run-program`.",
    );
    expect(listNames()).to.include("web");
    await up(program);
    expect(await recordRequests(api, () => refresh())).to.have.length(1);
    await destroy();
    expect(listNames()).to.not.include("web");
  });

  it("State of 0.4.0 that a refresh reads before a whole up: a secret that has drifted is in no plain text", async () => {
    const { stack, api } = use;
    await stack.succeed("config", "rm", "apphosting:operations");
    const secret = (options: string) =>
      `new Environment("web", { applicationId: "app-1", name: "web", branch: "main", buildCommand: pulumi.secret("make marked-secret") }, ${options});\n`;
    await up(secret("{}"));
    await stack.succeed("stack", "export", "--file", "stored.json");
    const stored = JSON.parse(await stack.read("stored.json"));
    for (const { outputs = {}, ...resource } of stored.deployment.resources) {
      delete outputs.__v;
      const index = (resource.additionalSecretOutputs ?? []).indexOf("__apphosting");
      if (index !== -1) resource.additionalSecretOutputs.splice(index, 1);
    }
    await stack.write("stored.json", JSON.stringify(stored));
    await stack.succeed("stack", "import", "--file", "stored.json");
    await stack.configure({ "apphosting:operations": "read,update" });
    const broken = 'const broken = new Cache("broken", { cacheId: "cache-1", name: "B" });\n';
    await failUp(broken + secret("{ dependsOn: broken }"));
    await send(api, "PATCH", `/environments/${await readId("web")}`, { build_command: "make other" });
    expect(await recordRequests(api, () => refresh())).to.have.length(1);
    expect(Object.keys((await stack.findResource("web")).outputs)).to.include("asked");
    expect(await stack.readBackend()).not.to.include("marked-secret");
    expect(await up(secret("{}"))).to.deep.equal([
      `PATCH /environments/${await readId("web")} {"build_command":"make marked-secret"}`,
    ]);
    expect(Object.keys((await stack.findResource("web")).outputs)).to.not.include("asked");
  });

  it("up --refresh --run-program: a replaced environment that depends on another one is deleted, as the engine says", async () => {
    const { stack, api } = use;
    const program = (args: object) => {
      const [first, second] = [environment("a"), environment("b", args).replace('{"retain', '{ dependsOn: a, "retain')];
      return `const a = ${first}${second}`;
    };
    await up(program({}));
    const id = await readId("b");
    await write(program({ name: "b 2", clusterId: "cluster-1" }));
    const sent = await recordRequests(api, () => stack.up("--refresh", "--run-program"));
    expect(sent.filter((line) => line.startsWith("DELETE"))).to.deep.equal([`DELETE /environments/${id} `]);
  });
});
