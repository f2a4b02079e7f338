import { expect } from "chai";
import { describeEngine, useStack } from "../engine/describe";
import { startFaultySandbox } from "../faults";
import { readJobs, runStep } from "./workflow-step";

describeEngine("preview workflow", () => {
  const use = useStack(startFaultySandbox);
  const { preview } = readJobs("preview.yml");

  it("preview.yml: fails if the stack's configuration has the token, and never prints it", async () => {
    const { stack } = use;
    const check = () => runStep(stack, preview, "The stack must not have apphosting:token");
    expect(await check()).to.include({ code: 0, text: "true\n" });
    await stack.configure({ "apphosting:maxRetries": "1" }, { theme: "dark" });
    expect(await check()).to.include({ code: 0, text: "true\n" });
    await stack.configure({ "apphosting:token": "plain-token" });
    expect(await check()).to.include({ code: 1, text: "false\n" });
    await stack.configure({}, { "apphosting:token": "secret-token" });
    expect(await check()).to.include({ code: 1, text: "false\n" });
  });

  it("preview.yml: needs no token, and its comment has [retain] and the warnings", async () => {
    const { stack, api } = use;
    const program = (name: string) => `new Application("web", { name: "${name}", sourceControlProvider: "hostA" });\n`;
    await stack.upProgram(`${program("Web shop")}new Cache("main", { cacheId: "cache-1", name: "sessions" });`);
    await stack.writeProgram(program("Shop"));
    const sent = api.listSent();
    stack.environment.APPHOSTING_TOKEN = "";

    const { with: options } = preview?.steps.at(-1) ?? {};
    expect(options).to.include({ command: "preview", "comment-on-pr": true }).and.not.have.property("diff");
    // The action runs this command, and comments with its standard output.
    const { stdout, text } = await stack.run("preview", "--suppress-progress");
    expect(stdout, text)
      .to.match(/Application web replace\[retain\].*~name/)
      .and.match(/Cache main delete\[retain\]/)
      .and.match(/^ +warning: Application Web shop \(app-1\) will be replaced/m);
    expect(api.listSent()).to.deep.equal(sent);
  });
});
