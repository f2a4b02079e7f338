/** Updates and deletes by the operations that the user names, where the API fails or is changed outside Pulumi. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { recordRequests, send, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const operations = JSON.stringify({ Environment: "GET, PATCH, DELETE /environments/{id}?include=branch" });
const environment = (resource: string, args = "", options = "") =>
  `new Environment("${resource}", { applicationId: "app-1", name: "${resource}", branch: "main", ${args} }, { ${options} });\n`;
const build = (command: string) => environment("web", `buildCommand: ${command}`);

describeEngine("by operations that the user names, an environment", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(() => use.stack.configure({ "apphosting:operations": operations, "apphosting:maxRetries": "0" }));

  /** Before an update, a read shows that the address has the resource of the state. */
  const read = (id: string | undefined) => `GET /environments/${id}?include=branch `;
  const found = (name: string) =>
    use.api.sandbox.state().environments.find(({ attributes }) => attributes.name === name)?.attributes;
  const up = async (program: string) =>
    recordRequests(use.api, async () => (await use.stack.writeProgram(program)).up());
  const failUp = async (program: string) =>
    recordRequests(use.api, async () => (await use.stack.writeProgram(program)).failUp());
  const outage = (takesEffect: boolean) =>
    use.api.addFault(respondWith(500, { message: "Down." }, { takesEffect }), { method: "PATCH" });

  it("buildCommand with PATCH named: going back after an update with an unknown outcome is shown and sent, also after a refresh", async () => {
    const { stack } = use;
    await up(build('"make"'));
    const { id } = await stack.findResource("web");
    const patch = (body: string) => [read(id), `PATCH /environments/${id} {"build_command":${body}}`];
    outage(true);
    expect(await failUp(build("null"))).to.deep.equal(patch("null"));
    await stack.succeed("refresh", "--yes", "--skip-preview");
    await stack.writeProgram(build('"make"'));
    expect(await stack.preview()).to.include("buildCommand: the outcome of the last update is unknown");
    expect(await up(build('"make"'))).to.deep.equal(patch('"make"'));
    expect(found("web")).to.include({ build_command: "make" });
    await stack.preview("--expect-no-changes");
  });

  it("buildCommand with PATCH named: null is sent after the program has left it out, which alone is no change", async () => {
    const { stack } = use;
    await up(build('"make"'));
    const { id } = await stack.findResource("web");
    expect(await up(environment("web"))).to.deep.equal([]);
    await stack.writeProgram(build("null"));
    expect(await stack.preview()).to.include(
      "buildCommand: the last update requested another value than the program sets; `pulumi up` sends it",
    );
    outage(false);
    const sent = [read(id), `PATCH /environments/${id} {"build_command":null}`];
    expect(await failUp(build("null"))).to.deep.equal(sent);
    expect((await stack.previewSteps()).changeSummary).to.include({ update: 1 });
    expect(await up(build("null"))).to.deep.equal(sent);
    expect(found("web")).to.include({ build_command: null });
    await stack.preview("--expect-no-changes");
  });

  it("Drift of an environment: a refresh shows it, and the next up corrects it", async () => {
    const { stack, api } = use;
    await up(build('"make"'));
    const { id } = await stack.findResource("web");
    await send(api, "PATCH", `/environments/${id}`, { name: "renamed", build_command: null });
    await stack.preview("--expect-no-changes");
    await stack.succeed("refresh", "--yes", "--skip-preview");
    const preview = await stack.preview();
    expect(preview).to.include(`Environment ${id}: name: the API has another value than the program sets`);
    expect(preview).to.include(`Environment ${id}: buildCommand: the API has another value than the program sets`);
    expect(await up(build('"make"'))).to.deep.equal([
      read(id),
      `PATCH /environments/${id} {"name":"web","build_command":"make"}`,
    ]);
    await stack.preview("--expect-no-changes");
  });

  it("Delete of an environment: one that fails or conflicts keeps it in the state; one that is gone or deleted later drops it", async () => {
    const { stack, api } = use;
    const names = ["failing", "gone", "conflicting", "slow"];
    await up(names.map((name) => environment(name, "", "retainOnDelete: false")).join(""));
    const ids = Object.fromEntries((await stack.readState()).resources.map(({ name, id }) => [name, id]));
    const on = (name: string, method: string) => ({ method, path: new RegExp(`/${ids[name]}\\b`) });
    api.addFault(respondWith(500, { message: "Down." }, { takesEffect: true }), on("failing", "DELETE"));
    api.addFault(respondWith(404, { message: "Not found." }), on("gone", "GET"));
    api.addFault(respondWith(409, { message: "In use." }), on("conflicting", "DELETE"));
    const destroy = ["destroy", "--yes", "--skip-preview", "--continue-on-error"];
    const text = await stack.fail(...destroy);
    expect(text).not.to.match(/^ +at /m);
    const left = (await stack.readState()).resources.map(({ name }) => name);
    expect(left).to.include.members(["failing", "conflicting"]).and.not.include.members(["gone", "slow"]);
    for (const said of [
      `Environment ${ids.failing}: delete environment failed with status 500: Down.`,
      "The environment may still have been deleted. It stays in the state: run the command again.",
      `Environment ${ids.gone} is removed from the state, and this run has sent no delete: the API does not find it.`,
      `Environment ${ids.conflicting}: delete environment failed with status 409: In use.`,
      "Delete what belongs to it first, or run the command again later.",
      `waiting: the API has accepted the delete of Environment ${ids.slow} and still finds it`,
    ]) {
      expect(text).to.include(said);
    }
    await stack.succeed(...destroy);
    for (const name of ["failing", "conflicting", "slow"]) expect(found(name), name).to.equal(undefined);
    expect(found("gone")).not.to.equal(undefined);
  });
});
