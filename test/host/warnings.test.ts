import { expect } from "chai";
import { type Engine, startEngine } from "./engine.js";
import { type Host, startHost } from "./host.js";

const ids = Array.from({ length: 50 }, (_, index) => `cache-${index + 1}`);
const findId = (message: string) => /\bcache-\d+\b/.exec(message)?.[0];

describe("Warnings of the host process", () => {
  let engine: Engine;
  let host: Host;
  beforeEach(async () => {
    engine = await startEngine();
  });
  afterEach(async () => {
    await host?.stop();
    engine.close();
  });

  it("Warnings: 50 at once reach the engine in their order, each once and before its call ends", async () => {
    host = await startHost({ engine });
    const late: string[] = [];
    // Each delete prints a warning, because a cache is never deleted, and sends nothing.
    const deletes = ids.map(async (id) => {
      await host.delete("cache", id, {});
      if (!engine.warnings.some((message) => findId(message) === id)) late.push(id);
    });
    await Promise.all(deletes);
    expect(late).to.deep.equal([]);
    expect(engine.warnings.map(findId)).to.deep.equal(ids);
    expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
  });

  const names = ["http_proxy", "https_proxy", "grpc_proxy"];
  for (const variables of [names, names.map((name) => name.toUpperCase())]) {
    it(`Warnings: reach the engine directly if ${variables.join(", ")} name a dead proxy`, async () => {
      const env = Object.fromEntries(variables.map((name) => [name, "http://127.0.0.1:1"]));
      host = await startHost({ engine, env });
      await host.delete("cache", "cache-1", {});
      expect(engine.warnings).to.have.length(1);
      expect(await host.stop(), "more than its port").to.match(/^\d+\s*$/);
    });
  }
});
