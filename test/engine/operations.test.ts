/** Updates and deletes of environments where `apphosting:operations` names them, also where the API fails or is changed outside Pulumi. */

import { expect } from "chai";
import { respondWith, rewriteResponse } from "../faults";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const environment = (name: string, args: object = {}, options: object = { retainOnDelete: false }) => {
  const all = { applicationId: "app-1", name, branch: "main", ...args };
  return `new Environment("${name}", ${JSON.stringify(all)}, ${JSON.stringify(options)});\n`;
};
const methods = ["read", "update", "delete"];

describeEngine("operations that the user names", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": methods.join(","), "apphosting:maxRetries": "0" }));

  const write = (program: string) => use.stack.writeProgram(program);
  const up = async (program: string) => recordRequests(use.api, async () => (await write(program)).up());
  const failUp = async (program: string) => recordRequests(use.api, async () => (await write(program)).failUp());
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

  it("Replacement whose DELETE is refused: up fails, the old environment stays, and the next up deletes it, as its preview shows", async () => {
    const { stack, api } = use;
    await up(environment("web"));
    const id = await readId("web");
    api.addFault(respondWith(409, { message: "In use." }, { takesEffect: false }), { method: "DELETE" });
    await write(environment("web", { name: "web 2", clusterId: "cluster-1" }));
    const said = await stack.failUp();
    expect(said).to.include(`Environment web of app-1 (${id}) will be replaced, and the old one deleted.`);
    expect(said).to.match(
      /\(env-\d+\): delete environment failed with status 409: In use\.\n.*\n *The environment stays/,
    );
    expect(await stack.succeed("preview", "--expect-no-changes")).to.include("delete original");
    expect(await recordRequests(api, () => stack.up())).to.deep.equal([`DELETE /environments/${id} `]);
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
    refuse("gone", 404, { message: "The environment was not found." });
    refuse("conflicting", 409, { message: "In use." });
    refuse("accepted", 200, { message: "It is locked.", errors: { environment: ["It is locked."] } });
    const text = await stack.fail("destroy", "--yes", "--skip-preview", "--continue-on-error");
    expect(text).not.to.match(/^ +at /m);
    const left = (await stack.readState()).resources.map(({ name }) => name);
    expect(left).to.include.members(["failing", "conflicting", "accepted"]).and.not.include("gone");
    for (const said of [
      `Environment failing of app-1 (${ids.failing}): delete environment failed with status 500: Down.`,
      "The environment may have been deleted anyway. It stays in the state: run the command again.",
      `Environment gone of app-1 (${ids.gone}) was removed from the state: the API can't find it.`,
      `Environment conflicting of app-1 (${ids.conflicting}): delete environment failed with status 409: In use.`,
      "Delete what depends on it first, or run the command again later.",
      "It is locked.",
    ]) {
      expect(text).to.include(said);
    }
    await destroy();
    expect(listNames()).to.include("gone").and.not.include.members(["failing", "conflicting", "accepted"]);
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
