import { expect } from "chai";
import { cachePassword } from "../../provider/sandbox/cache.js";
import { type FaultySandbox, normalise, startFaultySandbox } from "../faults/index.js";
import { all, required } from "./arguments.js";
import { failureOf, type Host, startHost } from "./host.js";

const token = "marker-of-the-token";

describe("A secret", () => {
  let api: FaultySandbox;
  let host: Host;
  beforeEach(async () => {
    api = await startFaultySandbox({ sandbox: { token } });
    host = await startHost({ config: { token, baseUrl: api.url } });
  });
  afterEach(async () => {
    await host.stop();
    await api.close();
  });

  it("is on no line of the process, whatever goes wrong", async () => {
    const told = { message: `Token ${token}, password ${cachePassword}`, errors: { name: [token] } };
    const errors: string[] = [];
    for (const status of [302, 401, 422, 500]) {
      api.fault({ kind: "answer", status, body: told, headers: { location: token }, takesEffect: false });
      const args = { ...required.application, rootDirectory: String(status) };
      errors.push((await failureOf(host.create("application", args))).message);
    }
    api.fault({ kind: "reset", when: "after" });
    errors.push((await failureOf(host.create("application", required.application))).message);
    api.fault(normalise({ name: cachePassword, hibernation_timeout: 1, size: cachePassword }));
    const { properties } = await host.create("cache", all.cache);
    await host.diff("cache", "cache-1", properties, all.cache);
    await host.delete("cache", "cache-1", properties);
    const output = await host.stop();
    expect(output).to.contain("hibernationTimeout: requested 30");
    expect(output).not.to.contain(token).and.not.to.contain(cachePassword);
    expect(errors.join("\n")).not.to.contain(token);
  });

  it("in a build command is not shown where the API quotes the command", async () => {
    const buildCommand = "deploy --key marker-in-the-command";
    api.fault({
      kind: "answer",
      status: 422,
      body: { message: "Not valid.", errors: { build_command: [`"${buildCommand}" is not valid.`] } },
      takesEffect: false,
    });
    const { message } = await failureOf(host.create("application", { ...required.application, buildCommand }));
    expect(message).to.contain('buildCommand: "[buildCommand]" is not valid.');
  });

  it("is not sent to the place that a redirect names", async () => {
    const elsewhere = await startFaultySandbox({ sandbox: { token } });
    try {
      for (const status of [301, 302, 307, 308]) {
        api.fault({
          kind: "answer",
          status,
          headers: { location: `${elsewhere.url}/applications` },
          takesEffect: false,
        });
        const { message } = await failureOf(
          host.create("application", { ...required.application, rootDirectory: String(status) }),
        );
        const target = `${new URL(elsewhere.url).host}/api/applications`;
        expect(message).to.include(
          `create application failed with status ${status}\nRedirects are not followed; this one leads to ${target}. Check`,
        );
      }
      expect(elsewhere.requests()).to.deep.equal([]);
    } finally {
      await elsewhere.close();
    }
  });

  it("does not go through a proxy of the environment over plain http", async () => {
    const proxied = await startHost({
      config: { token, baseUrl: api.url },
      env: {
        HTTP_PROXY: "http://127.0.0.1:9",
        http_proxy: "http://127.0.0.1:9",
        ALL_PROXY: "http://127.0.0.1:9",
      },
    });
    try {
      expect((await proxied.create("cache", required.cache)).id).to.equal("cache-1");
    } finally {
      await proxied.stop();
    }
  });
});
