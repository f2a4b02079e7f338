import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { describeEngine, useStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const cache = 'new Cache("main", { cacheId: "cache-1", name: "sessions" });\n';

const malformed = {
  baseUrl: "http://example.com/?a=1",
  timeoutSeconds: "soon",
  maxRetries: "-1",
  fieldNames: '{"sizes":"size"}',
  allowUnlistedValues: "yes",
};

describeEngine("mistakes", () => {
  const use = useStack(startFaultySandbox);

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

  it("Mistakes in the configuration: preview reports them with those in arguments", async () => {
    const entries = Object.entries(malformed).map(([key, value]) => [`apphosting:${key}`, value]);
    await use.stack.configure(Object.fromEntries(entries), { "apphosting:token": "marked\ntoken" });
    const said = await refused(cache.replace('"sessions"', '"sessions", isPublic: "no"'), "preview");
    expectGolden("mistakes/configuration", said);
  });

  it("Unknown setting of the stack: preview warns once and suggests a similar setting", async () => {
    await use.stack.configure({ "apphosting:operation": "read" });
    await use.stack.writeProgram(cache + cache.replace("main", "other").replace("cache-1", "cache-2"));
    const says =
      "warning: apphosting:operation isn't a setting of pulumi-apphosting, so it has no effect. Did you mean operations?";
    expect((await use.stack.preview()).split(says)).to.have.lengthOf(2);
  });
});
