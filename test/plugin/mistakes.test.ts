import { delimiter } from "node:path";
import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, shareStack } from "../engine/describe";
import { diagnostics, expectGolden } from "../engine/golden";

const cache = 'new Cache("sessions", { cacheId: "cache-1", name: "sessions" });\n';

describeEngine("mistakes, with the plugin", () => {
  const use = shareStack(() => startSandbox());
  before(() => use.stack.usePlugin());

  async function refused(program: string, ...command: string[]): Promise<string> {
    await use.stack.program(program);
    const { code, text } = await use.stack.run(...command, "--suppress-progress");
    expect(code, text).not.to.equal(0);
    expect(use.api.requests()).to.deep.equal([]);
    return diagnostics(text);
  }

  it("in arguments are all said, beside their resource, and no secret value among them", async () => {
    const said = await refused(
      `new Application("main", { name: "\\u{1f680}", region: "eu-central-9", sourceControlProvider: "hostD",
  buildCommand: pulumi.secret("marked-" + "x".repeat(2000)), rootDirectory: 5, domain: "example.com" });\n`,
      ...["up", "--yes", "--skip-preview"],
    );
    expectGolden("plugin/mistakes-arguments", said);
    expect(said).not.to.include("marked-");
  });

  it("in the configuration are said once, on the provider, whatever the number of resources", async () => {
    const { environment } = use.stack;
    const { APPHOSTING_TOKEN, APPHOSTING_BASE_URL } = environment;
    Object.assign(environment, { APPHOSTING_TOKEN: "", APPHOSTING_BASE_URL: "http://example.com" });
    const program = cache + cache.replace("sessions", "carts").replace("cache-1", "cache-2");
    expectGolden("plugin/mistakes-configuration", await refused(program, "preview"));
    Object.assign(environment, { APPHOSTING_TOKEN, APPHOSTING_BASE_URL });
  });

  it("in the settings of an explicit provider are said on it, unknown ones, too", async () => {
    const program = `class Untyped extends pulumi.ProviderResource {}
const settings = { token: "marked-token", baseUrl: "ftp://example.com", retries: "marked-5" };
const provider = new Untyped("apphosting", "press", settings);
new Cache("sessions", { cacheId: "cache-1", name: "sessions" }, { provider });\n`;
    const said = await refused(program, "preview");
    expectGolden("plugin/mistakes-provider", said);
    expect(said).not.to.include("marked-");
  });

  it("are both imports in one program, and a stack where the engine would find no plugin", async () => {
    const { stack } = use;
    const both = await refused(`require("pulumi-apphosting");\n${cache}`, "preview");
    expect(both).to.include(
      "This program imports pulumi-apphosting/plugin and pulumi-apphosting, itself or by a library.",
    );
    // npm puts the folder of the plugin there, and the engine looks there, too.
    const { PATH = "" } = stack.environment;
    stack.environment.PATH = PATH.split(delimiter)
      .filter((folder) => !folder.endsWith("node_modules/.bin"))
      .join(delimiter);
    await stack.usePlugin("");
    const none = await refused(cache, "preview");
    expectGolden("plugin/mistakes-stanza", none.replace(/ in \S+Pulumi.yaml/, " in <folder>/Pulumi.yaml"));
    stack.environment.PATH = PATH;
    await stack.usePlugin();
  });

  it("is an import: it says what to do instead", async () => {
    const { stack } = use;
    await stack.program("");
    const command = ["import", "--yes", "apphosting:index:Application", "web", "app-1"];
    const { code, text } = await stack.run(...command, "--suppress-progress");
    expect(code, text).not.to.equal(0);
    expectGolden("plugin/mistakes-import", diagnostics(text));
  });
});
