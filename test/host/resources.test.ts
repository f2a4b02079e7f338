import { expect } from "chai";
import { application, cache, environment, outputNames } from "../documented/index.js";
import { dropFields, type FaultySandbox, startFaultySandbox } from "../faults/index.js";
import { all, required } from "./arguments.js";
import { failureOf, type Host, startHost } from "./host.js";

const documented = { application, environment, cache };
const kinds = ["application", "environment", "cache"] as const;

describe("In the host process", () => {
  let api: FaultySandbox;
  let host: Host;
  before(async () => {
    api = await startFaultySandbox();
    host = await startHost({ config: { token: api.token, baseUrl: api.url } });
  });
  beforeEach(async () => {
    api.reset();
    await host.lines();
  });
  after(async () => {
    await host?.stop();
    await api?.close();
  });

  /** The requests of this test so far: method and path, and the body. */
  const sent = () => api.requests().map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body)]);
  const diffOfCache = (olds: object, changed: object) =>
    host.diff("cache", "cache-1", { ...olds }, { ...all.cache, ...changed });

  for (const kind of kinds) {
    it(`the ${kind} is checked, made by one request, and then not changed by the same program`, async () => {
      if (kind === "environment") await host.create("application", required.application);
      const before = sent().length;
      for (const inputs of [required[kind], all[kind]]) {
        expect(await host.check(kind, inputs)).to.deep.equal({ inputs, failures: [] });
      }
      const { id, properties } = await host.create(kind, all[kind]);
      expect(id).to.match(/^(app-1|env-2|cache-1)$/);
      expect(sent()).to.have.length(before + 1);
      expect(properties).to.deep.include(all[kind]);
      expect(properties).to.have.all.keys(outputNames(documented[kind]));
      expect(await host.diff(kind, id, properties, all[kind])).to.deep.equal({ changes: "none", replaces: [] });
      expect(await host.lines()).to.deep.equal([]);
    });
  }

  it("an argument of null arrives as null", async () => {
    const { properties } = await host.create("application", { ...required.application, buildCommand: null });
    expect(sent()[0]?.[1]).to.have.property("build_command", null);
    expect(properties).to.have.property("buildCommand", null);
  });

  it("the password of a cache is an output for dependents, and variables of its environments are none", async () => {
    const { properties } = await host.create("cache", all.cache);
    expect(properties.credentials).to.deep.equal({ username: "sandbox", password: "sandbox-password" });
    expect(JSON.stringify(properties)).not.to.match(/variable/i);
  });

  it("a change is one that the engine looks into itself, and what replaces is named", async () => {
    const { properties: shop } = await host.create("application", all.application);
    const moved = await host.diff("application", "app-1", shop, { ...all.application, region: "us-east-1" });
    expect(moved).to.deep.equal({ changes: "unknown", replaces: ["region"] });
    const { properties: sessions } = await host.create("cache", all.cache);
    expect(await diffOfCache(sessions, { cacheId: "cache-2" })).to.deep.equal({
      changes: "unknown",
      replaces: ["cacheId"],
    });
    expect(await diffOfCache(sessions, { size: "5gb" })).to.deep.equal({ changes: "unknown", replaces: [] });
  });

  it("an update sends the change alone, and takes the outputs anew", async () => {
    const { properties } = await host.create("cache", all.cache);
    const news = { ...all.cache, name: "pages", triggers: [{ deep: [2] }] };
    const { properties: updated } = await host.update("cache", "cache-1", properties, news);
    expect(sent()[1]).to.deep.equal(["PATCH /caches/cache-1", { name: "pages" }]);
    expect(updated).to.deep.include({ ...news, status: "creating" });
    expect((await host.diff("cache", "cache-1", updated, news)).changes).to.equal("none");
  });

  it("a setting that the API did not apply is warned of on stderr, and is a change that the engine cannot see", async () => {
    api.fault(dropFields("size"));
    const { properties } = await host.create("cache", all.cache);
    expect(await diffOfCache(properties, {})).to.deep.equal({ changes: "some", replaces: [] });
    const lines = await host.lines();
    expect(lines.map((line) => line.split("; ")[0])).to.deep.equal([
      'warning: Cache cache-1: size: requested "1gb", the API answered "250mb". The API may still be applying it (status "creating"): run `pulumi up` again later, it sends the setting again. Or it ignores a field that it does not know: if its name for size is another, set apphosting:fieldNames',
      "warning: Cache cache-1: size: the API has another value than the program",
    ]);
  });

  it("a create of unknown outcome is not sent again, however often the engine asks", async () => {
    api.fault({ kind: "reset", when: "after" });
    expect((await failureOf(host.create("application", all.application))).message).to.include("may still have been");
    expect((await failureOf(host.create("application", all.application))).message).to.include("was not sent");
    expect(api.sandbox.state().applications).to.have.length(1);
  });

  it("an id is one segment of the path, whatever is in it", async () => {
    const ids = [
      "../caches/a b?c#d",
      "%2e%2e",
      "a/../..",
      "//elsewhere.test/x",
      "https://elsewhere.test",
      "é\u202e;\\",
    ];
    for (const id of ids) {
      for (const call of [
        () => host.create("environment", { ...required.environment, applicationId: id }),
        () => host.create("cache", { ...required.cache, cacheId: id }),
        () => host.update("cache", id, required.cache, { ...required.cache, cacheId: id, name: "pages" }),
      ]) {
        expect((await failureOf(call())).message).to.include(" failed with status 404");
      }
    }
    const paths = ids
      .map(encodeURIComponent)
      .flatMap((id) => [`POST /applications/${id}/environments`, ...[`PATCH /caches/${id}`, `PATCH /caches/${id}`]]);
    expect(sent().map(([request]) => request)).to.deep.equal(paths);
  });

  it("a connection that the API has closed while it was idle is made anew", async () => {
    await host.create("cache", required.cache);
    api.closeIdleAfter(20);
    await host.create("cache", required.cache);
    await api.allClosed();
    const { made } = api.connections();
    await host.create("cache", required.cache);
    expect(api.connections().made).to.equal(made + 1);
  });
});
