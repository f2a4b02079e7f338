import { expect } from "chai";
import { application, cache, environment, outputNames } from "../documented/index.js";
import { type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { all, required } from "./arguments.js";
import { type Host, startHost } from "./host.js";

const documented = { application, environment, cache };
const kinds = ["application", "environment", "cache"] as const;

describe("In the host process", () => {
  let api: FaultySandbox;
  let host: Host;
  before(async () => {
    api = await startFaultySandbox();
    host = await startHost({ config: { token: api.token, baseUrl: api.url } });
  });
  beforeEach(() => api.reset());
  after(async () => {
    await host?.stop();
    await api?.close();
  });

  for (const kind of kinds) {
    it(`the ${kind} is checked, made by one request, and then not changed by the same program`, async () => {
      if (kind === "environment") await host.create("application", required.application);
      const before = api.requests().length;
      for (const inputs of [required[kind], all[kind]]) {
        expect(await host.check(kind, inputs)).to.deep.equal({ inputs, failures: [] });
      }
      const { id, properties } = await host.create(kind, all[kind]);
      expect(id).to.match(/^(app-1|env-2|cache-1)$/);
      expect(api.requests()).to.have.length(before + 1);
      expect(properties).to.deep.include(all[kind]);
      expect(properties).to.have.all.keys(outputNames(documented[kind]));
      expect(await host.diff(kind, id, properties, all[kind])).to.deep.equal({ changes: "none", replaces: [] });
      expect(await host.lines()).to.deep.equal([]);
    });
  }

  it("an argument of null arrives as null", async () => {
    const { properties } = await host.create("application", { ...required.application, buildCommand: null });
    expect(JSON.parse(api.requests()[0]?.body ?? "")).to.have.property("build_command", null);
    expect(properties).to.have.property("buildCommand", null);
  });

  it("a change is one that the engine looks into itself, and what replaces is named", async () => {
    const { properties: shop } = await host.create("application", all.application);
    const moved = await host.diff("application", "app-1", shop, { ...all.application, name: "Store" });
    expect(moved).to.deep.equal({ changes: "unknown", replaces: ["name"] });
    const { properties: sessions } = await host.create("cache", all.cache);
    const renamed = await host.diff("cache", "cache-1", sessions, { ...all.cache, name: "pages" });
    expect(renamed).to.deep.equal({ changes: "unknown", replaces: [] });
  });
});
