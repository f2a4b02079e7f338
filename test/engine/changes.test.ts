import { join } from "node:path";
import { expect } from "chai";
import { type Run, record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden } from "./golden";

/** The program before and after the change. */
type Which = "valid" | "other";

function program(which: Which): string {
  const [added, left, command] = { valid: ["", "size: '1gb'", "'make'"], other: ["size: '1gb'", "", null] }[which];
  const settings = {
    valid: { name: "sessions", isPublic: true, size: "1gb", hibernationTimeout: 5, triggers: [1] },
    other: { name: "pages", isPublic: false, size: "5gb", hibernationTimeout: 15, triggers: [2] },
  }[which];
  return `
const web = new Application("web", { name: "${which} shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop" });
const cache = new Cache("cache", ${JSON.stringify({ cacheId: "cache-1", ...settings })});
new Cache("moved", { cacheId: "${{ valid: "cache-2", other: "cache-3" }[which]}", name: "moved" });
new Cache("added", { cacheId: "added", name: "added", ${added} });
new Cache("left", { cacheId: "left", name: "left", ${left} });
new Cache("left-beside", { cacheId: "left-beside", name: "${which}", ${left} });
new Cache("triggered", { cacheId: "triggered", name: "triggered", triggers: ["${which}"] });
new Environment("emptied", { applicationId: "app-1", name: "emptied-${which}", branch: "main",
  buildCommand: ${command} });
exports.cacheArguments = [cache.id, cache.cacheId, cache.name, cache.triggers];
exports.cacheStatus = cache.status;
exports.applicationSlug = web.slug;\n`;
}

describeEngine("a changed program", () => {
  const caches = ["cache-1", "cache-2", "cache-3", "added", "left", "left-beside", "triggered"];
  const use = shareStack(() => startAccount(1, { caches }));
  let first: string;
  let preview: Run<string>;
  let sent: string[];

  before(async () => {
    const { stack, api } = use;
    first = await stack.previewProgram(program("valid"));
    await stack.up();
    const plan = join(stack.folder, "plan.json");
    preview = await record(api, () => stack.previewProgram(program("other"), "--save-plan", plan));
    sent = await recordRequests(api, () => stack.up("--plan", plan));
  });

  it("Changes: the first preview shows arguments and the id of a cache", () => {
    expectGolden("changes/first-preview", first);
  });

  it("Changes: the preview replaces every resource except a cache with the same id", () => {
    expect(preview.sent).to.deep.equal([]);
    const [shown = ""] = preview.result.split("Update plan written");
    // The engine creates resources in any order.
    expectGolden("changes/preview", shown.replaceAll(/(?<=\[id=|: "?)(app|env)-\d+/g, "$1-<number>"));
  });

  it("Changes: up sends one request per changed resource, with its arguments", () => {
    expect(sent.map((line) => line.split(" {")[0]?.replace(/app-\d+/, "app"))).to.have.members([
      ...["POST /applications", ...Array(2).fill("POST /applications/app/environments")],
      ...["cache-1", "cache-3", "added", "left-beside", "triggered"].map((id) => `PATCH /caches/${id}`),
    ]);
    expect(sent).to.include.members([
      'PATCH /caches/cache-1 {"name":"pages","is_public":false,"hibernation_timeout":15,"size":"5gb"}',
      'PATCH /caches/added {"name":"added","size":"1gb"}',
      'PATCH /caches/left-beside {"name":"other"}',
      'PATCH /caches/triggered {"name":"triggered"}',
      'POST /applications/app-1/environments {"name":"emptied-other","branch":"main","build_command":null}',
    ]);
  });

  it("Changes: the preview after up is empty", async () => {
    expect((await use.stack.findResource("moved")).id).to.equal("cache-3");
    await use.stack.preview("--expect-no-changes");
  });
});
