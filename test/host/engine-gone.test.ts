import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { required } from "./arguments.js";
import { type Host, startHost } from "./host.js";

describe("The host process of an engine", () => {
  const engine = createServer();
  const address = () => `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  let host: Host | undefined;

  before(async () => {
    await once(engine.listen(0, "127.0.0.1"), "listening");
  });
  afterEach(() => host?.stop());
  after(() => engine.close());

  // As the engine's own --logtostderr, -v and --tracing put it.
  for (const flags of [[], ["--logtostderr", "-v=3", "--tracing", "127.0.0.1:1"]]) {
    it(`ends with it, without a line: started with ${flags.length} flags`, async () => {
      const connected = once(engine, "session");
      host = await startHost({ args: [...flags, address()] });
      await host.check("cache", required.cache);
      const [session] = (await connected) as [ServerHttp2Session];
      session.destroy();
      expect(await host.ended).to.equal(1);
      expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
    });
  }
});
