import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox/index.js";
import { required } from "./arguments.js";
import { failureOf, type Host, type HostOptions, startHost } from "./host.js";

describe("The configuration of the host process", () => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

  async function start(options: HostOptions): Promise<Host> {
    const host = await startHost(options);
    open.push({ close: () => host.stop() });
    return host;
  }
  async function sandboxOf(options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> {
    const sandbox = await startSandbox(options);
    open.push(sandbox);
    return sandbox;
  }

  it("is missing: the check says so beside mistakes of the resource, and a create fails with the same words", async () => {
    const host = await start({});
    const { failures } = await host.check("cache", {});
    expect(failures.map(({ property, reason }) => [property, reason.split(" ")[0]])).to.deep.equal([
      ["", "apphosting:token"],
      ["", "apphosting:baseUrl"],
      ["", "cacheId"],
      ["", "name"],
    ]);
    const { message } = await failureOf(host.create("cache", required.cache));
    const [token, baseUrl] = failures.map(({ reason }) => reason);
    expect(message).to.equal(`${token}\n${baseUrl}`);
  });

  it("comes from the stack, and from the environment where the stack has none or an empty value", async () => {
    const fieldNames = { sourceControlProvider: "scm", size: "plan", evictionPolicy: "policy" };
    const sandbox = await sandboxOf({ fieldNames });
    const host = await start({
      config: { token: "", baseUrl: `${sandbox.url}//`, fieldNames: JSON.stringify(fieldNames) },
      env: { APPHOSTING_TOKEN: sandbox.token, APPHOSTING_BASE_URL: "https://nowhere.invalid" },
    });
    await host.create("application", required.application);
    const { properties } = await host.create("cache", { ...required.cache, size: "1gb" });
    expect(properties.size).to.equal("1gb");
    const fields = sandbox.requests().map(({ body }) => Object.keys(body as object));
    expect(fields).to.deep.equal([
      ["name", "scm"],
      ["name", "plan"],
    ]);
  });

  it("is each process's own, and is there for 50 first calls at once, of which the first still configures", async () => {
    const sandboxes = await Promise.all(["token-a", "token-b"].map((token) => sandboxOf({ token })));
    const calls = sandboxes.map(async ({ token, url }) => {
      const host = await start({ config: { token, baseUrl: url } });
      const creates = Array.from({ length: 50 }, (_, index) =>
        index % 3 === 0
          ? host.create("application", { ...required.application, name: `${token} ${index}` })
          : host.create("cache", { ...required.cache, cacheId: `cache-${index % 3}` }),
      );
      return Promise.all(creates);
    });
    for (const created of await Promise.all(calls)) expect(created.map(({ id }) => id)).not.to.include("");
    for (const sandbox of sandboxes) {
      expect(sandbox.requests()).to.have.length(50);
      const names = sandbox.state().applications.map(({ attributes }) => String(attributes.name));
      expect(names).to.have.length(17);
      expect(names.every((name) => name.startsWith(sandbox.token))).to.equal(true);
    }
  });
});
