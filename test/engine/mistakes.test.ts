import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

describeEngine("mistakes in a program", () => {
  const use = useStack(() => startSandbox());

  async function refused(program: string, ...command: string[]): Promise<string> {
    await use.stack.program(program);
    const { code, text } = await use.stack.run(...command, "--suppress-progress");
    expect(code, text).not.to.equal(0);
    expect(use.api.requests()).to.deep.equal([]);
    return diagnostics(text);
  }
  const cache = 'new Cache("main", { cacheId: "cache-1", name: "sessions" });\n';

  // The host's level has the rules of the other resources, and what each requires.
  it("are all said at once for a resource, before its request, and no secret value among them", async () => {
    const program = `new Application("main", {
  name: "\\u{1f680}",
  region: "eu-central-9",
  repository: "/acme//web",
  sourceControlProvider: "hostD",
  buildCommand: pulumi.secret("marked-" + "x".repeat(2000)),
  rootDirectory: 5,
  clusterId: false,
  domain: "example.com",
});\n`;
    const shown = await refused(program, "preview");
    expectGolden("mistakes/application", shown);
    const deployed = await refused(program, "up", "--yes", "--skip-preview");
    expect(deployed).to.include("buildCommand");
    expect(shown + deployed).not.to.include("marked-");
  });

  it("in the configuration are said with the command to run", async () => {
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
    expectGolden("mistakes/configuration", await refused(cache, "preview"));
  });

  it("in the configuration are said when all of it is missing", async () => {
    use.stack.environment.APPHOSTING_TOKEN = "";
    use.stack.environment.APPHOSTING_BASE_URL = " ";
    expectGolden("mistakes/no-configuration", await refused(cache, "preview"));
  });

  it("in the options are said: retainOnDelete: false cannot work", async () => {
    const program = cache.replace(" });", " }, { retainOnDelete: false });");
    expectGolden("mistakes/retain-on-delete", await refused(program, "preview"));
  });

  it("in a Provider are said: an empty token, and none in a program without types", async () => {
    const empty = await refused('new Provider("other", { token: " " });\n', "preview");
    expectGolden("mistakes/provider-token", empty);
    expect(await refused('new Provider("other");\n', "preview")).to.equal(empty);
  });
});
