import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

/** Every rule of every argument broken at once, and arguments that are not there. */
const mistakes = {
  Application: {
    name: "\u{1f680}",
    region: "eu-central-9",
    repository: "/acme//web",
    sourceControlProvider: "hostD",
    buildCommand: "x".repeat(2001),
    rootDirectory: 5,
    clusterId: false,
    domain: "example.com",
  },
  Environment: {
    applicationId: "..",
    name: "näme!",
    branch: 1,
    buildCommand: [],
    clusterId: 1,
    edgeNetworkId: {},
  },
  Cache: {
    cacheId: "",
    name: "Sessions",
    autoUpgradeEnabled: "yes",
    isPublic: 1,
    usesHibernation: "true",
    hibernationTimeout: 61,
    size: "valkey-pro-2.5gb",
    evictionPolicy: "lru",
    triggers: "now",
  },
};

describeEngine("mistakes in a program", () => {
  const use = useStack(() => startSandbox());

  async function refused(...command: string[]): Promise<string> {
    const { code, text } = await use.stack.run(...command, "--suppress-progress");
    expect(code, text).not.to.equal(0);
    expect(use.api.requests()).to.deep.equal([]);
    return diagnostics(text);
  }

  for (const [kind, args] of Object.entries(mistakes)) {
    it(`are all said at once for a resource of type ${kind}`, async () => {
      await use.stack.program(`new ${kind}("main", ${JSON.stringify(args)});\n`);
      expectGolden(`mistakes/${kind.toLowerCase()}`, await refused("preview"));
    });

    it(`are said for each required argument that a resource of type ${kind} leaves out`, async () => {
      await use.stack.program(`new ${kind}("main", {});\n`);
      expectGolden(`mistakes/${kind.toLowerCase()}-empty`, await refused("preview"));
    });
  }

  it("keep a secret value out of the message", async () => {
    await use.stack.program(
      `new Environment("main", { applicationId: "app-1", name: "a", branch: "b",
        buildCommand: pulumi.secret("marked-" + "x".repeat(2000)) });\n`,
    );
    const text = await refused("up", "--yes", "--skip-preview");
    expect(text).to.include("buildCommand").and.not.to.include("marked-");
  });

  it("are no mistakes with apphosting:allowUnlistedValues, which sends values outside the documented lists", async () => {
    await use.stack.program(
      `new Cache("main", { cacheId: "cache-1", name: "sessions", size: "valkey-pro.3gb" });\n`,
    );
    await use.stack.config("apphosting:allowUnlistedValues", "true");
    expectGolden("mistakes/allowed", await use.stack.preview());
  });

  it("in the configuration are said with the command to run", async () => {
    await use.stack.program(`new Cache("main", { cacheId: "cache-1", name: "sessions" });\n`);
    await use.stack.config("apphosting:baseUrl", "http://example.com/?a=1");
    await use.stack.config("apphosting:token", "two\nlines", "--secret");
    await use.stack.config("apphosting:timeoutSeconds", "soon");
    await use.stack.config("apphosting:maxRetries", "-1");
    await use.stack.config("apphosting:fieldNames", '{"sizes":"size"}');
    await use.stack.config("apphosting:allowUnlistedValues", "yes");
    expectGolden("mistakes/configuration", await refused("preview"));
  });

  it("in the configuration are said when all of it is missing", async () => {
    await use.stack.program(`new Cache("main", { cacheId: "cache-1", name: "sessions" });\n`);
    use.stack.environment.APPHOSTING_TOKEN = "";
    use.stack.environment.APPHOSTING_BASE_URL = " ";
    expectGolden("mistakes/no-configuration", await refused("preview"));
  });

  it("in the options are said: retainOnDelete: false cannot work", async () => {
    await use.stack.program(
      `new Cache("main", { cacheId: "cache-1", name: "sessions" }, { retainOnDelete: false });\n`,
    );
    expectGolden("mistakes/retain-on-delete", await refused("preview"));
  });

  it("in a Provider are said: an empty token, and none in a program without types", async () => {
    await use.stack.program(`new Provider("other", { token: " " });\n`);
    const empty = await refused("preview");
    expectGolden("mistakes/provider-token", empty);
    await use.stack.program(`new Provider("other");\n`);
    expect(await refused("preview")).to.equal(empty);
  });
});
