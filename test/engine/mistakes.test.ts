import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

describeEngine("mistakes", () => {
  const use = useStack(() => startSandbox());

  async function refused(program: string, ...command: string[]): Promise<string> {
    await use.stack.program(program);
    const { code, text } = await use.stack.run(...command, "--suppress-progress");
    expect(code, text).not.to.equal(0);
    return diagnostics(text);
  }

  // The host's level has the rules of each resource, and what each requires.
  it("in a resource and the configuration are all said at once, before a request, and no secret value among them", async () => {
    await use.stack.configure(
      {
        "apphosting:baseUrl": "http://example.com/?a=1",
        "apphosting:timeoutSeconds": "soon",
        "apphosting:maxRetries": "-1",
        "apphosting:fieldNames": '{"sizes":"size"}',
        "apphosting:allowUnlistedValues": "yes",
      },
      { "apphosting:token": "two\nlines" },
    );
    const program = `new Application("main", {
  name: "\\u{1f680}",
  region: "eu-central-9",
  repository: "/acme//web",
  sourceControlProvider: "hostD",
  buildCommand: pulumi.secret("marked-" + "x".repeat(2000)),
  rootDirectory: 5,
  domain: "example.com",
});\n`;
    const shown = await refused(program, "up", "--yes", "--skip-preview");
    expectGolden("mistakes/application", shown);
    expect(shown).not.to.include("marked-");
    expect(use.api.requests()).to.deep.equal([]);
  });

  it("in the configuration are said when all of it is missing", async () => {
    use.stack.environment.APPHOSTING_TOKEN = "";
    use.stack.environment.APPHOSTING_BASE_URL = " ";
    const program = 'new Cache("main", { cacheId: "cache-1", name: "sessions" });\n';
    expectGolden("mistakes/no-configuration", await refused(program, "preview"));
  });

  it("are two caches of a program with one id, plain or from an output", async () => {
    const twice = (id: string) => `
new Cache("one", { cacheId: "cache-1", name: "sessions" });
new Cache("two", { cacheId: ${id}, name: "sessions" });\n`;
    expectGolden("mistakes/one-cache-twice", await refused(twice('"cache-1"'), "preview"));
    const output = await refused(twice('pulumi.output("cache-1")'), "up", "--yes", "--skip-preview");
    expect(output).to.include('Cache "one" of this program has the same cacheId');
  });
});
