import { expect } from "chai";
import { type Engine, startEngine } from "./engine.js";
import { type Host, startHost } from "./host.js";

const ids = Array.from({ length: 50 }, (_, index) => `cache-${index + 1}`);
const findId = (message: string) => /\bcache-\d+\b/.exec(message)?.[0];

/** Deletes caches at once. Each delete prints a warning, because a cache is never deleted, and sends nothing. */
const deleteAll = (host: Host, then: (id: string) => void) =>
  Promise.all(ids.map((id) => host.delete("cache", id, {}).then(() => then(id))));

describe("Warnings of the host process", () => {
  let engine: Engine;
  let host: Host;
  afterEach(async () => {
    await host?.stop();
    engine?.close();
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    engine = await startEngine();
    host = await startHost({ args: [engine.address], env });
  }

  it("Warnings: 50 at once reach the engine, each once and before its call ends", async () => {
    await start();
    const late: string[] = [];
    await deleteAll(host, (id) => {
      if (!engine.warnings.some((message) => findId(message) === id)) late.push(id);
    });
    expect(late).to.deep.equal([]);
    expect(engine.warnings.map(findId)).to.have.members(ids);
    expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
  });

  it("Warnings: reach the engine directly, even with a proxy in the environment", async () => {
    await start({ http_proxy: "http://127.0.0.1:1", https_proxy: "http://127.0.0.1:1" });
    await host.delete("cache", "cache-1", {});
    expect(engine.warnings).to.have.length(1);
  });
});
