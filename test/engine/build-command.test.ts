/** A build command: a secret in the outputs, always. */

import { expect } from "chai";
import { respondWith } from "../faults";
import { send, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

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
});
