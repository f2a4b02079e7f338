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

  it("Plain buildCommand in previews: readable after a change, a drift, and the way back", async () => {
    const { stack, api } = use;
    await stack.upProgram(program("main", '"make one"'));
    expectGolden("commands/plain-changed", await stack.previewProgram(program("main", '"make two"')));
    await stack.up();
    const { id, outputs } = await stack.findResource("web");
    expect(outputs.buildCommand).to.have.property("ciphertext");
    await send(api, "PATCH", `/environments/${id}`, { build_command: "marked-drift" });
    await stack.refresh();
    expectGolden("commands/plain-drifted", await stack.preview());
    await stack.up();
    expectGolden("commands/plain-back", await stack.previewProgram(program("main", '"make one"')));
    expect(await stack.readBackend()).not.to.include("marked-drift");
  });

  it("Secret buildCommand in previews: never shown", async () => {
    const { stack } = use;
    await stack.upProgram(program("main", 'config.requireSecret("command")'));
    const changed = program("main", 'config.requireSecret("command").apply((text) => text + "-next")');
    expectGolden("commands/secret-changed", await stack.previewProgram(changed));
    expect((await stack.previewSteps()).steps.map((step) => JSON.stringify(step)).join()).not.to.include("marked-");
  });

  it("Secret buildCommand made plain beside a withdrawn consent, and the PATCH is refused: not in plain text in the state", async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    const secret = program("main", 'config.requireSecret("command")');
    await stack.upProgram(secret.replace(" });", " }, { retainOnDelete: false });"));
    api.addFault(respondWith(422, { message: "No." }, { takesEffect: false }), { method: "PATCH" });
    await stack.failProgram(program("main", '"make all"'));
    const { outputs } = await stack.findResource("web");
    expect(outputs.buildCommand).to.have.property("ciphertext");
    expect(await stack.readBackend()).not.to.include("marked-1");
    expect(await stack.preview()).not.to.include("marked-1");
  });
});
