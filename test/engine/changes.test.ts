import { expect } from "chai";
import { startSandbox } from "../../provider/sandbox";
import { describeEngine, useStack } from "./describe";
import { expectGolden } from "./golden";

const settings = {
  cacheId: "cache-1",
  name: "sessions",
  autoUpgradeEnabled: true,
  isPublic: false,
  usesHibernation: true,
  hibernationTimeout: 30,
  size: "1gb",
  evictionPolicy: "allkeys-lru",
  triggers: ["first"],
};
const changedSettings = {
  name: "carts",
  autoUpgradeEnabled: false,
  isPublic: true,
  usesHibernation: false,
  hibernationTimeout: 45,
  size: "valkey-pro.2.5gb",
  evictionPolicy: "volatile-ttl",
  triggers: ["second"],
};

const application = {
  name: "Web shop",
  region: "eu-central-1",
  repository: "acme/web-shop",
  sourceControlProvider: "hostA",
  buildCommand: "npm run build",
  rootDirectory: "web",
  clusterId: "cluster-1",
};
const changedApplication = {
  name: "Shop",
  region: "us-east-1",
  repository: "acme/shop",
  sourceControlProvider: "hostB",
  buildCommand: null,
  rootDirectory: "shop",
  clusterId: "cluster-2",
};

const environment = {
  applicationId: "app-1",
  name: "staging",
  branch: "develop",
  buildCommand: "npm run build",
  clusterId: "cluster-1",
  edgeNetworkId: "edge-1",
};
const changedEnvironment = {
  applicationId: "app-2",
  name: "review",
  branch: "main",
  buildCommand: null,
  clusterId: "cluster-2",
  edgeNetworkId: "edge-2",
};

describeEngine("a changed argument", () => {
  const use = useStack(startSandbox);
  const program = (kind: string, args: object) =>
    use.stack.program(`new ${kind}("main", ${JSON.stringify(args)});\n`);

  it("of a cache shows as an update in place with the old and the new value, and is what up sends", async () => {
    await (await program("Cache", settings)).up();
    for (const [name, value] of Object.entries(changedSettings)) {
      await program("Cache", { ...settings, [name]: value });
      expectGolden(`changes/cache-${name}`, await use.stack.preview());
    }
    const before = use.api.requests().length;
    await program("Cache", { ...settings, ...changedSettings });
    expectGolden("changes/cache-all", await use.stack.preview());
    expect(use.api.requests()).to.have.length(before);
    await use.stack.up();
    expect(use.api.requests().slice(before)).to.have.length(1);
    expect(use.api.requests().at(-1)?.body).to.deep.equal({
      name: "carts",
      auto_upgrade_enabled: false,
      is_public: true,
      uses_hibernation: false,
      hibernation_timeout: 45,
      size: "valkey-pro.2.5gb",
      eviction_policy: "volatile-ttl",
    });
    expectGolden("changes/cache-after-all", await use.stack.preview());
  });

  it("triggers sends the name alone and brings new outputs", async () => {
    await (await program("Cache", settings)).up();
    await (await program("Cache", { ...settings, triggers: ["second"] })).up();
    expect(use.api.requests().at(-1)?.body).to.deep.equal({ name: "sessions" });
    expect((await use.stack.resource("main")).outputs.triggers).to.deep.equal(["second"]);
  });

  it("cacheId shows as a replacement that retains the old cache, and adopts the new one", async () => {
    await (await program("Cache", settings)).up();
    await program("Cache", { ...settings, cacheId: "cache-2" });
    expectGolden("changes/cache-cacheId", await use.stack.preview());
    expectGolden("changes/cache-cacheId-summary", await use.stack.succeed("preview", "--suppress-progress"));
    await use.stack.up();
    expect(use.api.requests().map(({ path }) => path)).to.deep.equal(["/caches/cache-1", "/caches/cache-2"]);
    expect((await use.stack.resource("main")).id).to.equal("cache-2");
  });

  it("of an application shows as a replacement with that argument as the reason", async () => {
    await (await program("Application", application)).up();
    for (const [name, value] of Object.entries(changedApplication)) {
      await program("Application", { ...application, [name]: value });
      expectGolden(`changes/application-${name}`, await use.stack.preview());
    }
    expectGolden("changes/application-summary", await use.stack.succeed("preview", "--suppress-progress"));
    expect(use.api.requests()).to.have.length(1);
  });

  it("of an environment shows as a replacement with that argument as the reason", async () => {
    const create = { method: "POST", headers: { authorization: `Bearer ${use.api.token}` } };
    const body = JSON.stringify({ name: "Web shop", source_control_provider_type: "hostA" });
    await fetch(`${use.api.url}/applications`, { ...create, body });
    await (await program("Environment", environment)).up();
    for (const [name, value] of Object.entries(changedEnvironment)) {
      await program("Environment", { ...environment, [name]: value });
      expectGolden(`changes/environment-${name}`, await use.stack.preview());
    }
    expectGolden("changes/environment-summary", await use.stack.succeed("preview", "--suppress-progress"));
    expect(use.api.requests()).to.have.length(2);
  });

  it("that is left out shows nothing, and a minus beside a real change, for which nothing is sent", async () => {
    const { size, evictionPolicy, ...others } = settings;
    await (await program("Cache", settings)).up();
    await program("Cache", others);
    expectGolden("changes/left-out", await use.stack.preview());
    await program("Cache", { ...others, isPublic: true });
    expectGolden("changes/left-out-beside-a-change", await use.stack.preview());
    await use.stack.up();
    expect(use.api.requests().at(-1)?.body).to.deep.equal({ name: "sessions", is_public: true });
    expectGolden("changes/left-out-after-up", await use.stack.preview());
  });

  it("from null to left out, and back, shows nothing", async () => {
    const { buildCommand, ...others } = application;
    await (await program("Application", { ...others, buildCommand: null })).up();
    await program("Application", others);
    expectGolden("changes/null-to-left-out", await use.stack.preview());
    await use.stack.up();
    await program("Application", { ...others, buildCommand: null });
    expectGolden("changes/left-out-to-null", await use.stack.preview());
  });
});
