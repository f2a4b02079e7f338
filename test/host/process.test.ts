import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type Host, startHost } from "./host.js";

it("Host process: exits when its engine ends, and prints only its port", async () => {
  const engine = createServer();
  await once(engine.listen(0, "127.0.0.1"), "listening");
  const connected = once(engine, "session");
  const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  let host: Host | undefined;
  try {
    // How the engine passes its --logtostderr, -v and --tracing.
    const args = ["--logtostderr", "-v=3", "--tracing", "127.0.0.1:1"];
    host = await startHost({ args, engine: { address } });
    await host.check("cache", { cacheId: "cache-1", name: "sessions" });
    const [session] = (await connected) as [ServerHttp2Session];
    session.destroy();
    expect(await host.ended).to.equal(1);
    expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
  } finally {
    await host?.stop();
    engine.close();
  }
});
