/** buildCommand, the one argument of which null is a value, and that often holds a secret. */

import { expect } from "chai";
import { recordRequests, startAccount } from "./account";
import { describeEngine, useStack } from "./describe";

const environment = (args: string) =>
  `new Environment("web", { applicationId: "app-1", name: "web", branch: "main", ${args} });\n`;

describeEngine("a build command", () => {
  const use = useStack(() => startAccount(1, { operations: true }));
  const up = async (program: string) => (await use.stack.writeProgram(program)).up();

  it("buildCommand set, left out, then null: the preview shows the replacement and names the argument, and up replaces", async () => {
    const { stack, api } = use;
    await up(environment('buildCommand: "make"'));
    const { id } = await stack.findResource("web");
    expect(await recordRequests(api, () => up(environment("")))).to.deep.equal([]);
    await stack.writeProgram(environment("buildCommand: null"));
    const preview = await stack.preview();
    const line = `Environment web of app-1 (${id}) will be replaced because the program sets buildCommand to null.`;
    expect(preview).to.include(line).and.include("1 to replace");
    // Only one environment of an application has a name.
    const renamed = environment("buildCommand: null").replace('name: "web"', 'name: "web 2"');
    await stack.writeProgram(renamed);
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.have.length(1);
    expect(sent[0]).to.match(/^POST .*"build_command":null/);
    await stack.preview("--expect-no-changes");
  });

  it("buildCommand that was secret and is left out: not in the state in plain text, also where a later update returns it", async () => {
    const { stack } = use;
    await stack.configure({ "apphosting:operations": "read,update" });
    await up(environment('buildCommand: pulumi.secret("marked-command")'));
    await up(environment("").replace("main", "next"));
    expect((await stack.findResource("web")).outputs).to.include({ branch: "next" });
    await stack.succeed("refresh", "--yes", "--skip-preview");
    expect(await stack.readBackend()).not.to.include("marked-command");
    await stack.preview("--expect-no-changes");
  });
});
