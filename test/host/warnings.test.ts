import { expect } from "chai";
import { type Engine, type Host, startEngine, startHost } from "./host.js";

const ids = Array.from({ length: 50 }, (_, index) => `cache-${index + 1}`);
const findId = (message: string) => /\bcache-\d+\b/.exec(message)?.[0];

describe("Host process and its engine", () => {
  let engine: Engine;
  let host: Host;
  beforeEach(async () => {
    engine = await startEngine();
  });
  afterEach(async () => {
    expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
    engine.close();
  });

  /** Makes the host print a warning: a cache is never deleted. Nothing is sent. */
  const warnAbout = (id: string) => host.delete("cache", id, {});

  it("Warnings: 50 at once reach the engine in their order, each once and before its call ends", async () => {
    host = await startHost({ engine });
    const late: string[] = [];
    const calls = ids.map(async (id) => {
      await warnAbout(id);
      if (!engine.warnings.some((message) => findId(message) === id)) late.push(id);
    });
    await Promise.all(calls);
    expect(late).to.deep.equal([]);
    expect(engine.warnings.map(findId)).to.deep.equal(ids);
  });

  it("Warnings: reach the engine directly if the environment names a dead proxy", async () => {
    const names = ["http_proxy", "https_proxy", "grpc_proxy"];
    host = await startHost({ engine, env: Object.fromEntries(names.map((name) => [name, "http://127.0.0.1:1"])) });
    await warnAbout("cache-1");
    expect(engine.warnings).to.have.length(1);
  });

  it("Host process: exits when its engine ends", async () => {
    // How the engine passes its --logtostderr, -v and --tracing.
    host = await startHost({ engine, args: ["--logtostderr", "-v=3", "--tracing", "127.0.0.1:1"] });
    await warnAbout("cache-1");
    engine.close();
    expect(await host.ended).to.equal(1);
  });
});
