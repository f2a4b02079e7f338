import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { type Sandbox, startSandbox } from "../../provider/sandbox/index.js";
import { all, required } from "./arguments.js";
import { type Host, startHost } from "./host.js";

describe("The host process", () => {
  let sandbox: Sandbox;
  let host: Host | undefined;
  before(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => host?.stop());
  after(() => sandbox.close());

  it("does not load axios for a preview, which is check and diff alone, but with the first request", async () => {
    const preload = join(__dirname, "loaded-packages.cjs");
    const running = await startHost({
      config: { token: sandbox.token, baseUrl: sandbox.url },
      env: { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` },
    });
    host = running;
    async function loaded(): Promise<string[]> {
      running.signal("SIGUSR2");
      for (;;) {
        const line = (await running.lines()).find((written) => written.startsWith("loaded: "));
        if (line !== undefined) return line.split(" ");
      }
    }
    for (const resource of ["application", "environment", "cache"] as const) {
      expect((await running.check(resource, all[resource])).failures).to.deep.equal([]);
      await running.diff(resource, "some-id", {}, all[resource]);
    }
    expect(await loaded())
      .to.include("zod")
      .and.not.to.include("axios");
    expect(sandbox.requests()).to.deep.equal([]);
    await running.create("cache", all.cache);
    expect(await loaded()).to.include("axios");
  });

  it("ends with its engine, without a line", async () => {
    const engine = createServer();
    await once(engine.listen(0, "127.0.0.1"), "listening");
    try {
      const connected = once(engine, "session");
      const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
      // As the engine's own --logtostderr, -v and --tracing put it.
      host = await startHost({ args: ["--logtostderr", "-v=3", "--tracing", "127.0.0.1:1", address] });
      await host.check("cache", required.cache);
      const [session] = (await connected) as [ServerHttp2Session];
      session.destroy();
      expect(await host.ended).to.equal(1);
      expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
    } finally {
      engine.close();
    }
  });
});
