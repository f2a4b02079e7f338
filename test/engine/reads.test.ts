/** Refresh and drift with `read` enabled. */

import { expect } from "chai";
import { normaliseAttributes } from "../faults";
import { record, recordRequests, send, startAccount } from "./account";
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
  let read: (string | undefined)[];
  /** What each command reads after the settings have changed, in this order. */
  let reads: Readonly<Record<"refresh" | "refresh --run-program" | "up" | "refresh after up", typeof read>>;

  before(async () => {
    const { stack } = use;
    await stack.configure({}, { name: "hidden-name" });
    await stack.upProgram(program('name: "Shop"'));
    const ids = await stack.readIds();
    read = [ids.web, ids.hidden].map((id) => `/applications/${id}`);
    read.push("/caches/cache-1", `/environments/${ids.built}?include=branch`);
    await stack.configure(settings);
    reads = {
      refresh: await gets(() => stack.refresh()),
      "refresh --run-program": await gets(() => stack.refresh("--run-program")),
      up: await gets(() => stack.up("--expect-no-changes")),
      "refresh after up": await gets(() => stack.refresh("--expect-no-changes")),
    };
  });

  it("Reads: only refresh sends them, with the last up's settings unless --run-program is set", () => {
    expect(reads.refresh).to.deep.equal([]);
    expect(reads["refresh --run-program"]).to.have.members(read);
    expect(reads.up).to.deep.equal([]);
    expect(reads["refresh after up"]).to.have.members(read);
  });

  it("Drift: up corrects it in a cache, and refresh warns about it in an application", async () => {
    const { stack, api } = use;
    const onRead = (path = "") => ({ lasts: true, method: "GET", path: new RegExp(`${path}$`) });
    api.addFault(normaliseAttributes({ name: "Renamed" }), onRead(read[0]));
    api.addFault(normaliseAttributes({ name: "marked-other" }), onRead(read[1]));
    await send(api, "PATCH", "/caches/cache-1", { name: "sessions", size: "5gb" });
    const foreseen = await stack.fail("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(foreseen).to.match(/~ size *: "1gb" => "5gb"/);
    const refreshed = await stack.refresh();
    const said = extractDiagnostics(refreshed);
    expect(said).to.match(
      /Application Shop \(app-\d+\): name: the state has "Shop", but the API has "Renamed"\. It can't be updated\./,
    );
    expect((await stack.findResource("web")).outputs).to.include({ name: "Shop" });
    // The state keeps the requested values in a property that the engine hides.
    const { outputs } = await stack.findResource("sessions");
    expect(outputs).to.include({ size: "5gb" }).and.to.include.keys("__apphosting");
    const detailed = await stack.preview();
    expect(detailed).to.match(/~ size *: "5gb" => "1gb"/);
    const preview = await stack.previewSteps();
    expect(preview.steps.find(({ op }) => op === "update")?.detailedDiff).to.have.all.keys("size");
    expect(preview.changeSummary).to.include({ update: 1 }).and.not.to.have.any.keys("replace", "create");
    expect(preview.diagnostics ?? []).to.deep.equal([]);
    const { sent, result: corrected } = await record(api, () => stack.up("--refresh"));
    expect(sent.filter((line) => !line.startsWith("GET"))).to.deep.equal([
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
    ]);
    const texts = [foreseen, refreshed, detailed, corrected].join("\n");
    expect(texts).not.to.match(/__apphosting|warning: (?!Application )/);
    await stack.preview("--expect-no-changes");
    expect(said + JSON.stringify(preview)).not.to.include("sandbox-password");
    expect(await stack.readBackend()).not.to.match(/marked-|sandbox-password/);
  });
});
