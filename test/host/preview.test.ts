import { join } from "node:path";
import { expect } from "chai";
import { type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { all } from "./arguments.js";
import { type Host, startHost } from "./host.js";

describe("A preview, which is check and diff alone,", () => {
  let api: FaultySandbox;
  let host: Host;
  beforeEach(async () => {
    api = await startFaultySandbox();
    host = await startHost({
      config: { token: api.token, baseUrl: api.url },
      env: { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "loaded-packages.cjs"))}` },
    });
  });
  afterEach(() => api.close());

  /** The packages that the process has loaded by its end. */
  async function loaded(): Promise<string[]> {
    const [, names = ""] = /^loaded: (.*)$/m.exec(await host.stop()) ?? [];
    return names.split(" ");
  }

  async function preview(): Promise<void> {
    for (const resource of ["application", "environment", "cache"] as const) {
      const { failures } = await host.check(resource, all[resource]);
      expect(failures).to.deep.equal([]);
      await host.diff(resource, "some-id", {}, all[resource]);
    }
  }

  it("does not load axios, for it sends nothing", async () => {
    await preview();
    const packages = await loaded();
    expect(packages).to.include("zod").and.not.to.include("axios");
    expect(api.requests()).to.deep.equal([]);
  });

  it("leaves axios to the first request", async () => {
    await preview();
    await host.create("cache", all.cache);
    expect(await loaded()).to.include("axios");
    expect(api.requests()).to.have.length(1);
  });
});
