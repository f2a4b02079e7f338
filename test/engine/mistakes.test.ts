import { delimiter } from "node:path";
import { expect } from "chai";
import { describeWays, useStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const cache = 'new Cache("main", { cacheId: "cache-1", name: "sessions" });\n';
const another = 'new Cache("other", { cacheId: "cache-2", name: "sessions" });\n';

const malformed = {
  baseUrl: "http://example.com/?a=1",
  timeoutSeconds: "soon",
  maxRetries: "-1",
  fieldNames: '{"sizes":"size"}',
  allowUnlistedValues: "yes",
};

describeWays("mistakes", (way) => {
  const use = useStack(undefined, way);

  async function refused(program: string, ...command: string[]): Promise<string> {
    await use.stack.writeProgram(program);
    const text = await use.stack.fail(...command, "--suppress-progress");
    expect(use.api.listSent()).to.deep.equal([]);
    expect(text).not.to.include("marked");
    return extractDiagnostics(text);
  }

  // The unit tests have the rules of each resource, and what each requires.
  it("Mistakes in arguments: each is reported beside its resource, and no secret value is shown", async () => {
    const program = `new Application("main", {
  name: "\\u{1f680}",
  region: "eu-central-9",
  repository: "/acme//web",
  sourceControlProvider: "hostD",
  buildCommand: pulumi.secret("marked-" + "x".repeat(2000)),
  rootDirectory: 5,
  domain: "example.com",
});\n`;
    expectGolden("mistakes/application", await refused(program, "up", "--yes", "--skip-preview"), way);
  });

  it("Missing configuration: is reported, and by the plugin once for all resources", async () => {
    Object.assign(use.stack.environment, { APPHOSTING_TOKEN: "", APPHOSTING_BASE_URL: " " });
    const program = way === "plugin" ? cache + another : cache;
    expectGolden("mistakes/no-configuration", await refused(program, "preview"), way);
  });

  it("Misspelt setting: one warning for all resources, and the preview goes on", async () => {
    await use.stack.configure({ "apphosting:maxRetry": "2" });
    await use.stack.writeProgram(cache + another);
    const said = extractDiagnostics(await use.stack.succeed("preview", "--suppress-progress"));
    const warning = "apphosting:maxRetry is no setting and has no effect. Did you mean apphosting:maxRetries?";
    expect(said.split(warning)).to.have.lengthOf(2);
  });

  if (way === "dynamic provider") {
    it("Two caches with one cacheId: the program is refused", async () => {
      const twice = cache + another.replace("cache-2", "cache-1");
      expectGolden("mistakes/one-cache-twice", await refused(twice, "preview"));
    });
  } else {
    it("Settings of an explicit provider: wrong and unknown ones are reported on it", async () => {
      const program = `class Untyped extends pulumi.ProviderResource {}
const settings = { token: "marked-token", baseUrl: "ftp://example.com", retries: "marked-5" };
const provider = new Untyped("apphosting", "press", settings);
${cache.replace(" }", " }, { provider }")}`;
      expectGolden("mistakes/provider", await refused(program, "preview"), way);
    });

    it("pulumi import: is refused, with what to do instead", async () => {
      const said = await refused("", "import", "--yes", "apphosting:index:Application", "web", "app-1");
      expectGolden("mistakes/import", said, way);
    });
  }

  it("Mistakes in the configuration: are reported beside those in arguments, and no secret value is shown", async () => {
    const entries = Object.entries(malformed).map(([key, value]) => [`apphosting:${key}`, value]);
    await use.stack.configure(Object.fromEntries(entries), { "apphosting:token": "marked\ntoken" });
    const said = await refused(cache.replace('"sessions"', '"sessions", isPublic: "no"'), "preview");
    expectGolden("mistakes/configuration", said, way);
  });

  if (way === "plugin") {
    it("Plugin missing in Pulumi.yaml: is reported, with the stanza to add", async () => {
      const { environment } = use.stack;
      // npm puts the folder of the plugin there, and the engine looks there, too.
      const folders = environment.PATH?.split(delimiter).filter((folder) => !folder.endsWith("node_modules/.bin"));
      environment.PATH = folders?.join(delimiter);
      await use.stack.usePlugin("");
      const none = await refused(cache, "preview");
      expectGolden("mistakes/stanza", none.replace(/ in \S+Pulumi.yaml/, " in <folder>/Pulumi.yaml"), way);
    });
  }
});
