/** Programs beyond a list of resources. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

describeEngine("programs", () => {
  const use = useStack(startFaultySandbox);

  /** Reads the source line from the stack trace in the state. */
  async function linesOf(name: string): Promise<string[]> {
    const { stackTrace = [] } = await use.stack.findResource(name);
    return stackTrace.map(({ sourcePosition = "nowhere" }) => sourcePosition.replace(/,\d+$/, "")).slice(0, 1);
  }

  it("Program: can use late resources, promises, outputs, subclasses and another directory", async () => {
    await use.stack.upProgram(`
class Sessions extends Cache {}
process.chdir("/");
module.exports = async () => {
  const later = await new Promise((settle) => setTimeout(() => settle("Web shop"), 50));
  const web = new Application("web", { name: later, sourceControlProvider: Promise.resolve("hostA") });
  const branch = pulumi.all([web.slug, web.region]).apply(([slug, region]) => slug + "-" + region);
  const staging = new Environment("staging", { applicationId: web.id, name: pulumi.interpolate\`for \${web.slug}\`, branch });
  const ready = new Promise((settle) => staging.id.apply((id) => settle(id)));
  if (pulumi.runtime.isDryRun()) return {};
  const id = await ready;
  new Sessions("sessions", { cacheId: "cache-1", name: "sessions", triggers: [id] });
  return { id };
};\n`);
    expect(use.api.listSent()).to.deep.equal([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"for web-shop","branch":"web-shop-us-east-1"}',
      'PATCH /caches/cache-1 {"name":"sessions"}',
    ]);
    // The documented type, not the subclass's name.
    expect((await use.stack.findResource("sessions")).type).to.equal("pulumi-nodejs:dynamic/apphosting:Cache");
    expect(await linesOf("web")).to.deep.equal(["project:///index.js#9"]);
  });

  it("Program: the state has a resource's source line, even if the SDK compiles TypeScript", async () => {
    delete use.stack.environment.NODE_OPTIONS;
    await use.stack.upProgram(`// Line 4.
      function sessions() {
        return new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
      }
      sessions();\n`);
    expect(await linesOf("sessions")).to.deep.equal(["project:///index.js#6"]);
  });
});
