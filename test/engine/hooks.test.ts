import { expect } from "chai";
import { respondWith, startFaultySandbox } from "../faults";
import { attempt } from "../tools/command";
import { describeEngine, useStack } from "./describe";

/** An inline program, because the language host of a built CLI has no hooks. */
const deploy = `const { ErrorHook } = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { Application, Cache } = require("pulumi-apphosting");
let asked = 0;

async function program() {
  const again = new ErrorHook("again", () => ++asked < 3);
  new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { hooks: { onError: [again] } });
  new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
}
LocalWorkspace.selectStack({ stackName: "dev", projectName: "shop", program }, { workDir: __dirname })
  .then((stack) => stack.up({ continueOnError: true }))
  .catch((error) => console.log(error.message));
`;

describeEngine("hooks", () => {
  const use = useStack(startFaultySandbox);

  it("Error hook: retrying a failed create doesn't send it again", async () => {
    const { stack, api } = use;
    await stack.writeProgram("");
    await stack.write("deploy.js", deploy);
    api.addFault(respondWith(500, { message: "Out of order." }, { takesEffect: true }), { method: "POST" });
    const { text } = await attempt(stack.folder, process.execPath, ["deploy.js"], stack.environment);
    expect(text)
      .to.include("retrying create due to on-error hook request")
      .and.include(
        "create application was not sent: the outcome of an identical request in this `pulumi up` is unknown",
      )
      .and.include("Look for it in the provider's web console");
    expect(api.listSent()).to.have.length(2);
  });
});
