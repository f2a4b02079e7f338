import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox/index.js";
import { all, required } from "./arguments.js";
import { failureOf, type Host, type HostOptions, startHost } from "./host.js";

describe("The configuration of the host process", () => {
  let sandbox: Sandbox;
  const hosts: Host[] = [];
  before(async () => {
    sandbox = await startSandbox({ token: "token-a" });
  });
  beforeEach(() => sandbox.reset());
  afterEach(() => Promise.all(hosts.splice(0).map((host) => host.stop())));
  after(() => sandbox.close());

  async function start(options: HostOptions): Promise<Host> {
    const host = await startHost(options);
    hosts.push(host);
    return host;
  }
  async function reasons(options: HostOptions): Promise<string[]> {
    const { failures } = await (await start(options)).check("cache", required.cache);
    expect(failures.map(({ property }) => property)).to.deep.equal(failures.map(() => ""));
    return failures.map(({ reason }) => reason);
  }

  it("is missing: the check says what to run, for everything at once", async () => {
    expect(await reasons({})).to.deep.equal([
      "apphosting:token is not set: the API token from the provider's web console. Run `pulumi config set --secret apphosting:token <token>`, or set APPHOSTING_TOKEN in the environment; for an explicit Provider, state its token.",
      "apphosting:baseUrl is not set: the address of the API. Run `pulumi config set apphosting:baseUrl https://<address of the API>`, or set APPHOSTING_BASE_URL in the environment.",
    ]);
  });

  it("is missing beside mistakes of the resource: both are shown", async () => {
    const host = await start({});
    const { failures } = await host.check("cache", {});
    expect(failures.map(({ reason }) => reason.split(" ")[0])).to.deep.equal([
      ...["apphosting:token", "apphosting:baseUrl"],
      ...["cacheId", "name"],
    ]);
  });

  it("is missing where create is called without a check: it fails with the same words, and sends nothing", async () => {
    const host = await start({ config: { baseUrl: sandbox.url } });
    const { message } = await failureOf(host.create("cache", required.cache));
    expect(message).to.match(/^apphosting:token is not set: /);
    expect(sandbox.requests()).to.deep.equal([]);
  });

  it("is malformed: each setting has its rule and a command, and no value is shown", async () => {
    const found = await reasons({
      config: {
        token: "marker with spaces",
        baseUrl: "http://marker.example.com",
        timeoutSeconds: "marker",
        maxRetries: "21",
        fieldNames: '{"marker":1}',
        allowUnlistedValues: "marker",
      },
    });
    expect(found.map((reason) => reason.split(" ")[0])).to.deep.equal([
      "apphosting:token",
      "apphosting:baseUrl",
      "apphosting:timeoutSeconds",
      "apphosting:maxRetries",
      "apphosting:fieldNames",
      "apphosting:allowUnlistedValues",
    ]);
    for (const reason of found) {
      expect(reason).to.contain("Run `pulumi config set ");
      expect(reason).not.to.contain("marker");
    }
  });

  it("comes from the environment where the stack has none, or an empty one", async () => {
    for (const config of [{}, { token: "", baseUrl: " " }]) {
      const host = await start({
        config,
        env: { APPHOSTING_TOKEN: "token-a", APPHOSTING_BASE_URL: sandbox.url },
      });
      expect((await host.create("cache", required.cache)).id).to.equal("cache-1");
    }
  });

  it("comes from the stack before the environment", async () => {
    const host = await start({
      config: { token: "token-a", baseUrl: `${sandbox.url}//` },
      env: { APPHOSTING_TOKEN: "token-b", APPHOSTING_BASE_URL: "https://nowhere.invalid" },
    });
    expect((await host.create("cache", required.cache)).id).to.equal("cache-1");
  });

  it("renames the request fields that are not documented", async () => {
    const fieldNames = { sourceControlProvider: "scm", size: "plan", evictionPolicy: "policy" };
    const renamed = await startSandbox({ fieldNames });
    try {
      const host = await start({
        config: { token: renamed.token, baseUrl: renamed.url, fieldNames: JSON.stringify(fieldNames) },
      });
      await host.create("application", required.application);
      const { properties } = await host.create("cache", all.cache);
      expect(properties).to.include({ size: all.cache.size, evictionPolicy: all.cache.evictionPolicy });
      expect(renamed.requests().map(({ body }) => Object.keys(body as object))).to.deep.equal([
        ["name", "scm"],
        [
          ...["name", "auto_upgrade_enabled", "is_public", "uses_hibernation", "hibernation_timeout"],
          ...["plan", "policy"],
        ],
      ]);
    } finally {
      await renamed.close();
    }
  });

  it("lets values through that are not listed, if it says so", async () => {
    const config = { token: "token-a", baseUrl: sandbox.url };
    const inputs = { ...required.cache, size: "3gb" };
    const strict = await (await start({ config })).check("cache", inputs);
    expect(strict.failures.map(({ reason }) => reason)).to.deep.equal([
      'size must be one of the 63 values of CacheSize, such as "1gb", "5gb", "12gb"; if the API knows another, run `pulumi config set apphosting:allowUnlistedValues true`',
    ]);
    const open = await start({ config: { ...config, allowUnlistedValues: "true" } });
    expect((await open.check("cache", inputs)).failures).to.deep.equal([]);
  });

  it("is each process's own: two organizations, two tokens", async () => {
    const other = await startSandbox({ token: "token-b" });
    try {
      const [a, b] = await Promise.all([
        start({ config: { token: "token-a", baseUrl: sandbox.url } }),
        start({ config: { token: "token-b", baseUrl: other.url } }),
      ]);
      await Promise.all([
        a.create("application", required.application),
        b.create("application", { ...required.application, name: "Store" }),
      ]);
      const names = ({ state }: Sandbox) => state().applications.map(({ attributes }) => attributes.name);
      expect([names(sandbox), names(other)]).to.deep.equal([["Shop"], ["Store"]]);
    } finally {
      await other.close();
    }
  });

  it("is there for 50 first calls at once, which arrive while the first of them still configures", async () => {
    const host = await start({ config: { token: "token-a", baseUrl: sandbox.url } });
    const calls = Array.from({ length: 50 }, (_, index) => {
      if (index % 3 === 0) return host.create("application", { ...required.application, name: `Shop ${index}` });
      return host.create("cache", { ...required.cache, cacheId: `cache-${index % 3}` });
    });
    const created = await Promise.all(calls);
    expect(created.every(({ id }) => id !== "")).to.equal(true);
    expect(sandbox.requests()).to.have.length(50);
    expect(new Set(sandbox.requests().map(({ status }) => status))).to.deep.equal(new Set([200, 201]));
  });
});
