/** Mistakes in programs and settings, and commands without a token. */

import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { recordRequests } from "./account";
import { describeEngine, useStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const malformed = {
  baseUrl: "http://example.com/?a=1",
  timeoutSeconds: "soon",
  maxRetries: "-1",
  fieldNames: '{"sizes":"size"}',
  allowUnlistedValues: "yes",
  operation: "read",
};

describeEngine("mistakes", () => {
  const use = useStack(() => startFaultySandbox({ operations: true }));

  async function refused(program: string, ...command: string[]): Promise<string> {
    await use.stack.writeProgram(program);
    const text = await use.stack.fail(...command, "--suppress-progress");
    expect(use.api.listSent()).to.deep.equal([]);
    expect(text).not.to.include("marked");
    return extractDiagnostics(text);
  }

  // The unit tests have each resource's rules and requirements.
  it("Mistakes in arguments: up reports each with its resource, without secret values", async () => {
    const program = `new Application("main", {
  name: "\\u{1f680}",
  region: "eu-central-9",
  repository: "/acme//web",
  sourceControlProvider: "hostD",
  buildCommand: pulumi.secret("marked-" + "x".repeat(2000)),
  rootDirectory: 5,
  clusterId: \`\${pulumi.output("cluster-1")}\`,
  domain: "example.com",
});\n`;
    expectGolden("mistakes/application", await refused(program, "up", "--yes", "--skip-preview"));
  });

  it("Mistakes in the configuration: preview reports each with its resource, and warns of a setting once", async () => {
    const entries = Object.entries(malformed).map(([key, value]) => [`apphosting:${key}`, value]);
    await use.stack.configure(Object.fromEntries(entries), { "apphosting:token": "marked\ntoken" });
    // Pulumi stops at the first resource with mistakes.
    const program = `
const main = new Cache("main", { cacheId: "cache-1", name: "sessions", isPublic: "no" });
new Cache("other", { cacheId: "cache-2", name: "pages" }, { dependsOn: main });\n`;
    expectGolden("mistakes/configuration", await refused(program, "preview"));
  });

  it("No token: a preview shows creates and updates, and up and get fail", async () => {
    const { stack, api } = use;
    const program = (name: string) => `new Cache("sessions", { cacheId: "cache-1", name: "${name}" });\n`;
    const web = 'new Application("web", { name: "Shop", sourceControlProvider: "hostA" });\n';
    const missing = /apphosting:token is required/g;
    await stack.configure({ "apphosting:operations": "read" });
    await stack.upProgram(program("first"));
    stack.environment.APPHOSTING_TOKEN = "";
    await stack.writeProgram(program("second") + web);
    const sent = await recordRequests(api, async () => {
      expect((await stack.previewSteps()).changeSummary).to.deep.equal({ create: 1, same: 1, update: 1 });
      expect(await stack.fail("preview", "--refresh", "--suppress-progress")).to.match(missing);
      const [, diagnostics = ""] = (await stack.failUp("--continue-on-error")).split("Diagnostics:");
      expect(diagnostics.match(missing)).to.have.lengthOf(2);
      await stack.writeProgram('Cache.get("other", "cache-2");\n');
      expect(await stack.fail("preview", "--suppress-progress")).to.match(missing);
    });
    expect(sent).to.deep.equal([]);
  });
});
