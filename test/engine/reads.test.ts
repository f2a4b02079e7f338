/** Refresh, drift and existingId with an API that reads, where `read` is named. */

import { expect } from "chai";
import { normaliseAttributes, respondWith } from "../faults";
import { recordRequests, send, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { extractDiagnostics } from "./golden";

const settings = { "apphosting:operations": "read", "apphosting:include": '{"Environment":["branch"]}' };

const program = (web: string) => `
const web = new Application("web", { ${web}, sourceControlProvider: "hostA" });
const hidden = new Application("hidden", { name: config.requireSecret("name"), sourceControlProvider: "hostA" });
const cache = new Cache("sessions", { cacheId: "cache-1", name: "sessions", size: "1gb" });
const name = web.name.apply((name) => "built for " + name);
new Environment("built", { applicationId: "app-1", name, branch: "main", buildCommand: cache.size });
`;

describeEngine("reads", () => {
  const use = shareStack(() => startAccount(1, { operations: true }));
  const gets = async (act: () => Promise<unknown>) =>
    (await recordRequests(use.api, act)).filter((line) => line.startsWith("GET")).map((line) => line.split(" ")[1]);
  const refresh = (...args: string[]) => use.stack.succeed("refresh", "--yes", "--skip-preview", ...args);
  const renameWeb = () => {
    const ofWeb = { lasts: true, method: "GET", path: new RegExp(`${read[0]}$`) };
    use.api.addFault(normaliseAttributes({ name: "Renamed" }), ofWeb);
  };
  let read: (string | undefined)[];
  /** What each command reads after the settings have changed, in this order. */
  let reads: Readonly<Record<"refresh" | "refresh --run-program" | "up" | "refresh after up", typeof read>>;

  before(async () => {
    const { stack } = use;
    await stack.configure({}, { name: "hidden-name" });
    await (await stack.writeProgram(program('name: "Shop"'))).up();
    const ids = Object.fromEntries((await stack.readState()).resources.map(({ name, id }) => [name, id]));
    read = [ids.web, ids.hidden].map((id) => `/applications/${id}`);
    read.push("/caches/cache-1", `/environments/${ids.built}?include=branch`);
    await stack.configure(settings);
    reads = {
      refresh: await gets(() => refresh()),
      "refresh --run-program": await gets(() => refresh("--run-program")),
      up: await gets(() => stack.up("--expect-no-changes")),
      "refresh after up": await gets(() => refresh("--expect-no-changes")),
    };
  });

  it("Reads: sent by a refresh alone, with the configuration of the last up, or today's with --run-program", () => {
    expect(reads.refresh).to.deep.equal([]);
    expect(reads["refresh --run-program"]).to.have.members(read);
    expect(reads.up).to.deep.equal([]);
    expect(reads["refresh after up"]).to.have.members(read);
  });

  it("Drift: each command marks a cache, which is corrected, and warns of an application; dependents are not touched", async () => {
    const { stack, api } = use;
    renameWeb();
    const ofHidden = { method: "GET", path: new RegExp(`${read[1]}$`), lasts: true };
    api.addFault(normaliseAttributes({ name: "marked-other" }), ofHidden);
    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", size: "5gb" });
    const foreseen = await stack.fail("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(foreseen).to.match(/~ size *: "1gb" => "5gb"/);
    const refreshing = await stack.preview("--refresh");
    expect(refreshing).to.match(/~ size *: "5gb" => "1gb"/);
    const refreshed = await refresh();
    const said = extractDiagnostics(refreshed);
    expect(said).to.match(
      /Application Shop \(app-\d+\): name: the state has "Shop", but the API has "Renamed"\. It can't be updated\./,
    );
    expect((await stack.findResource("web")).outputs).to.include({ name: "Shop" });
    // Nothing of the package's own is shown: the state keeps what was requested in a property that the engine hides.
    const { outputs } = await stack.findResource("sessions");
    expect(outputs).to.include({ size: "5gb" }).and.to.include.keys("__apphosting");
    const detailed = await stack.preview();
    expect(detailed).to.match(/~ size *: "5gb" => "1gb"/);
    const brief = await stack.succeed("preview", "--suppress-progress");
    expect(brief).to.include("[diff: ~size]");
    const preview = await stack.previewSteps();
    expect(preview.steps.find(({ op }) => op === "update")?.detailedDiff).to.have.all.keys("size");
    expect(preview.changeSummary).to.include({ update: 1 }).and.not.to.have.any.keys("replace", "create");
    expect(preview.diagnostics ?? []).to.deep.equal([]);
    let corrected = "";
    const sent = await recordRequests(api, async () => {
      corrected = await stack.up("--refresh");
    });
    expect(sent.filter((line) => !line.startsWith("GET"))).to.deep.equal([
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
    ]);
    const texts = [foreseen, refreshing, refreshed, detailed, brief, corrected].join("\n");
    expect(texts).not.to.match(/__apphosting|warning: (?!Application )/);
    await stack.preview("--expect-no-changes");
    expect(said + JSON.stringify(preview)).not.to.include("sandbox-password");
    expect(await stack.readBackend()).not.to.match(/marked-|sandbox-password/);
  });

  it("Drift of an application: up with existingId accepts it, and the next refresh is silent", async () => {
    const { stack } = use;
    renameWeb();
    const id = read[0]?.split("/").at(-1);
    await stack.writeProgram(program(`name: "Renamed", existingId: "${id}"`));
    const sent = await recordRequests(use.api, () => stack.up());
    // What is built from the name follows it.
    expect(sent.map((line) => line.split(" ").slice(0, 2).join(" "))).to.deep.equal([
      "POST /applications/app-1/environments",
    ]);
    expect(await refresh()).not.to.include(`(${id}): name:`);
    expect((await stack.findResource("web")).outputs).to.include({ name: "Renamed", slug: "shop" });
  });

  it("Refresh: a resource that the API does not find stays in the state, with a warning", async () => {
    const { stack, api } = use;
    api.addFault(respondWith(404, { message: "Not found." }), { method: "GET", path: /^\/environments/ });
    const said = await refresh();
    expect(said).to.match(
      /Environment built for \w+ of app-\d+ \(env-\d+\) stays in the state, but the API can't find it\. .*pulumi state delete/,
    );
    await stack.preview("--expect-no-changes");
  });

  it("Refresh with another organization's token: fails with the resource's name, and leaves the state", async () => {
    const { stack, api } = use;
    const { size, status } = (await stack.findResource("sessions")).outputs;
    api.addFault(respondWith(403, { message: "No." }), { path: /^\/caches/ });
    const text = await stack.fail("refresh", "--yes", "--skip-preview");
    expect(text)
      .to.include("Cache sessions (cache-1): read cache failed with status 403: No.")
      .and.include("Check the token");
    expect(text).not.to.match(/^ +at /m);
    expect((await stack.findResource("sessions")).outputs).to.include({ size, status });
  });

  const adopting = (id: string) => `
const other = new Provider("other", { token: config.requireSecret("token"), operations: ["read"] });
const adopted = new Application("adopted", { existingId: "${id}", name: "Shop 1", sourceControlProvider: "hostA" }, { provider: other });
exports.slug = adopted.slug;\n`;

  it("existingId with read named on an explicit provider: fills in the outputs, and fails for an id that the API does not know", async () => {
    const { stack, api } = use;
    await stack.succeed("config", "rm", "apphosting:operations");
    await stack.configure({}, { token: api.token });
    await stack.writeProgram(adopting("app-99"));
    expect(await stack.failUp()).to.include(`Check existingId: the API doesn't know "app-99"`);
    await stack.writeProgram(adopting("app-1"));
    expect(await stack.preview()).to.match(/slug *: \[unknown\]/);
    await stack.up();
    expect((await stack.findResource("adopted")).outputs).to.include({
      name: "Shop 1",
      slug: "shop-1",
      region: "us-east-1",
    });
    await stack.preview("--expect-no-changes");
    await stack.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  });
});
