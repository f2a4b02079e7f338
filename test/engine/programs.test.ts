/** Programs of other shapes than a list of resources. */

import { expect } from "chai";
import { buildSync } from "esbuild";
import { describeEngine, useStack } from "./describe";

describeEngine("a program", () => {
  const use = useStack();

  /** The lines of the stack trace in the state. */
  async function linesOf(name: string): Promise<string[]> {
    const { stackTrace = [] } = await use.stack.findResource(name);
    return stackTrace.map(({ sourcePosition = "nowhere" }) => sourcePosition.replace(/,\d+$/, "")).slice(0, 1);
  }

  it("Program: resources that are declared late, from promises and outputs, and by subclasses are created, in order", async () => {
    await use.stack.writeProgram(`
class Sessions extends Cache {}
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
    await use.stack.up();
    expect(use.api.listSent()).to.deep.equal([
      'POST /applications {"name":"Web shop","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"for web-shop","branch":"web-shop-us-east-1"}',
      'PATCH /caches/cache-1 {"name":"sessions"}',
    ]);
    // The documented type, whatever the class is called.
    expect((await use.stack.findResource("sessions")).type).to.equal("pulumi-nodejs:dynamic/apphosting:Cache");
    expect(await linesOf("web")).to.deep.equal(["project:///index.js#8"]);
  });

  it("Program: the state has the source line of each new resource, also where the SDK compiles TypeScript", async () => {
    delete use.stack.environment.NODE_OPTIONS;
    await use.stack.writeProgram(`// Line 4.
      function sessions() {
        return new Cache("sessions", { cacheId: "cache-1", name: "sessions" });
      }
      sessions();\n`);
    await use.stack.up();
    expect(await linesOf("sessions")).to.deep.equal(["project:///index.js#6"]);
  });

  it("Program: may change its working directory (folder) before it makes a resource", async () => {
    await use.stack.writeProgram(`process.chdir("/");
new Cache("sessions", { cacheId: "cache-1", name: "sessions" });\n`);
    await use.stack.up();
    expect(use.api.listSent()).to.have.length(1);
  });

  for (const external of [["@pulumi/*"], ["@pulumi/*", "pulumi-apphosting"]]) {
    it(`Program as a bundle without ${external.join(" and ")}: up works, the next preview is empty, and destroy works`, async () => {
      const { stack, api } = use;
      await stack.writeProgram('new Cache("sessions", { cacheId: "cache-1", name: "sessions" });\n');
      buildSync({
        absWorkingDir: stack.folder,
        entryPoints: ["index.js"],
        outfile: "bundle/index.js",
        bundle: true,
        platform: "node",
        external,
        logLevel: "error",
      });
      await stack.write("Pulumi.yaml", "name: shop\nruntime: nodejs\nmain: bundle/index.js\n");
      await stack.up();
      expect(api.listSent()).to.deep.equal(['PATCH /caches/cache-1 {"name":"sessions"}']);
      await stack.preview("--expect-no-changes");
      await stack.succeed("destroy", "--yes", "--skip-preview");
    });
  }

  it("Program: an error that a transformation throws is shown with the line that makes the resource", async () => {
    // The SDK's source maps take part in writing the stack trace, and a light program has none.
    delete use.stack.environment.NODE_OPTIONS;
    await use.stack.writeProgram(`// Line 4.
      const mistaken = () => { throw new TypeError("mistaken"); };
      new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, { transformations: [mistaken] });\n`);
    expect(await use.stack.fail("preview")).to.match(/TypeError: mistaken\n *at .*index\.js:6:/);
  });
});
