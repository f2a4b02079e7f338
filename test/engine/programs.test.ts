/** Programs beyond a list of resources. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";

describeEngine("programs", () => {
  const use = useStack(startFaultySandbox);

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
    const { type, stackTrace = [] } = await use.stack.findResource("sessions");
    // The documented type, not the subclass's name.
    expect(type).to.equal("pulumi-nodejs:dynamic/apphosting:Cache");
    // A line of the package, not of the program: the SDK counts the frames of two constructors, and there are more.
    expect(stackTrace[0]?.sourcePosition).to.match(/\/dist\/resources\/\w+\.js#\d+/);
  });
});
