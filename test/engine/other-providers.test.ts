import { expect } from "chai";
import { respondWith, startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

const environment = (name: string, existingId: string | undefined, options: string) => {
  const args = JSON.stringify({ applicationId: "app-1", name, branch: "main", existingId });
  return `new Environment("${name}", ${args}, { ${options} });\n`;
};

describeEngine("states of other providers", () => {
  const use = useStack(startFaultySandbox);

  it("State of another provider: up rejects it behind an alias, and adopts as the message says", async () => {
    const { api, stack } = use;
    await stack.configure({ "apphosting:operations": "read,update,delete" });
    const light = stack.environment.NODE_OPTIONS;
    const upFormer = async (options: string) => {
      // Closures need all of the SDK.
      stack.environment.NODE_OPTIONS = "";
      await stack.upProgram(`
class Former extends pulumi.dynamic.Resource {}
const stop = async () => { throw new Error("The old delete ran."); };
new Former({ create: async () => ({ id: "env-dynamic", outs: {} }), delete: stop }, "dynamic", {}, ${options});
new pulumi.Stash("full", { input: "env-full" }, ${options});\n`);
      stack.environment.NODE_OPTIONS = light;
    };
    await upFormer("{}");
    const alias = (type: string) => `retainOnDelete: false, aliases: [{ type: "${type}" }]`;
    const text = await stack.failProgram(
      environment("dynamic", undefined, alias("pulumi-nodejs:dynamic:Resource")) +
        environment("full", "env-full", alias("pulumi:index:Stash")),
      "--continue-on-error",
    );
    expect(text.split("another provider wrote the state of this environment")).to.have.lengthOf(3);
    expect(text).to.include("set `retainOnDelete: true` on the old resource and run `pulumi up`");

    await upFormer("{ retainOnDelete: true }");
    let adopting = "";
    for (const name of ["dynamic", "full"]) {
      api.addFault(respondWith(200, { data: { id: `env-${name}` } }), { path: new RegExp(`env-${name}$`) });
      adopting += environment(name, `env-${name}`, "");
    }
    expect(await stack.upProgram(adopting)).not.to.include("The old delete ran.");
    expect(await stack.readIds()).to.include({ dynamic: "env-dynamic", full: "env-full" });
  });
});
