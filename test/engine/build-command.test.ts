/** A build command: a secret in the outputs, always. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { send, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";
import { expectGolden } from "./golden";

const program = (branch: string, buildCommand?: string) =>
  `new Environment("web", { applicationId: "app-1", name: "web", branch: "${branch}"${buildCommand ? `, buildCommand: ${buildCommand}` : ""} });\n`;

describeEngine("a build command", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  beforeEach(async () => {
    await use.stack.configure(
      { "apphosting:operations": "read,update", "apphosting:maxRetries": "0" },
      { command: "marked-1" },
    );
  });
  const up = async (text: string) => (await use.stack.writeProgram(text)).up();
  const refresh = () => use.stack.succeed("refresh", "--yes", "--skip-preview");

  it("Secret buildCommand that was left out: not in plain text after a plain one of unknown outcome and a refresh", async () => {
    const { stack, api } = use;
    await up(program("main", 'config.requireSecret("command")'));
    await up(program("next"));
    api.addFault(respondWith(500, { message: "No." }, { takesEffect: false }), { method: "PATCH" });
    await stack.writeProgram(program("next", '"make"'));
    await stack.failUp();
    await refresh();
    expect(await stack.readBackend()).not.to.include("marked-1");
  });

  it("Plain buildCommand: a secret in the outputs after each refresh, and its drift shows without its value", async () => {
    const { stack, api } = use;
    await up(`${program("main", '"make"')}`);
    await refresh();
    await refresh();
    const { id, outputs } = await stack.findResource("web");
    expect(outputs.buildCommand).to.have.property("ciphertext");
    await send(api, "PATCH", `/environments/${id}`, { build_command: "make all" });
    await refresh();
    expect(await stack.preview()).to.match(/~ buildCommand *: \[secret\] => "make"/);
  });

  it("Plain buildCommand in previews: readable after a change, a drift, and the way back", async () => {
    const { stack, api } = use;
    await up(program("main", '"make one"'));
    await stack.writeProgram(program("main", '"make two"'));
    expectGolden("commands/plain-changed", await stack.preview());
    await stack.up();
    await refresh();
    const { id } = await stack.findResource("web");
    await send(api, "PATCH", `/environments/${id}`, { build_command: "marked-drift" });
    await refresh();
    expectGolden("commands/plain-drifted", await stack.preview());
    await stack.up();
    await stack.writeProgram(program("main", '"make one"'));
    expectGolden("commands/plain-back", await stack.preview());
    expect(await stack.readBackend()).not.to.include("marked-drift");
  });

  it("Secret buildCommand in previews: never shown", async () => {
    const { stack } = use;
    await up(program("main", 'config.requireSecret("command")'));
    await stack.writeProgram(program("main", 'config.requireSecret("command").apply((text) => text + "-next")'));
    expectGolden("commands/secret-changed", await stack.preview());
    expect((await stack.previewSteps()).steps.map((step) => JSON.stringify(step)).join()).not.to.include("marked-");
  });

  it("Secret buildCommand made plain beside a withdrawn consent, and the PATCH is refused: not in plain text in the state", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    const consenting = program("main", 'config.requireSecret("command")').replace(
      " });",
      " }, { retainOnDelete: false });",
    );
    await up(consenting);
    api.addFault(respondWith(422, { message: "No." }, { takesEffect: false }), { method: "PATCH" });
    await stack.writeProgram(program("main", '"make all"'));
    await stack.failUp();
    const { outputs } = await stack.findResource("web");
    expect(outputs.buildCommand).to.have.property("ciphertext");
    expect(await stack.readBackend()).not.to.include("marked-1");
    expect(await stack.preview()).not.to.include("marked-1");
  });
});
