import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { attempt } from "../tools/command";
import { describeEngine, useStack, type Way } from "./describe";

/** An inline program, for the language host of a built CLI knows no hooks; a process of its own, for it imports one of both modules. */
const deploy = (module: string) => `const { ErrorHook } = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { Application } = require("${module}");
let asked = 0;

async function program() {
  const again = new ErrorHook("again", () => ++asked < 3);
  new Application("web", { name: "Web shop", sourceControlProvider: "hostA" }, { hooks: { onError: [again] } });
}
LocalWorkspace.selectStack({ stackName: "dev", projectName: "shop", program }, { workDir: __dirname })
  .then((stack) => stack.up())
  .catch((error) => console.log(error.message));
`;

for (const way of ["dynamic provider", "plugin"] as const satisfies Way[]) {
  describeEngine(`a hook that answers a failed create with true, with the ${way}`, () => {
    const use = useStack(startFaultySandbox, way);

    it("creates nothing twice in one up, and says why and what to do", async () => {
      const { stack, api } = use;
      await stack.program("");
      await stack.write("deploy.js", deploy(stack.module));
      api.fault({ kind: "answer", status: 500, body: { message: "Out of order." }, takesEffect: true });
      const { text } = await attempt(stack.folder, process.execPath, ["deploy.js"], stack.environment);
      expect(text)
        .to.include("retrying create due to on-error hook request")
        .and.include("create application was not sent: an identical request of this `pulumi up` has an unknown outcome")
        .and.include("Look for it in the provider's web console");
      expect(api.requests()).to.have.length(1);
    });
  });
}
