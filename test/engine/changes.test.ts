/** A changed program, and values that the API normalised, in one stack. */

import { join } from "node:path";
import { expect } from "chai";
import { dropFields, normaliseAttributes } from "../faults";
import { type Run, record, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

/** The program before and after the change. */
type Which = "valid" | "other";

function program(which: Which): string {
  const [added, left, command] = { valid: ["", "size: '1gb'", "'make'"], other: ["size: '1gb'", "", null] }[which];
  const settings = {
    valid: { name: "sessions", isPublic: true, size: "1gb", hibernationTimeout: 5, triggers: [1] },
    other: { name: "pages", isPublic: false, size: "5gb", hibernationTimeout: 15, triggers: [2] },
  }[which];
  const [accepted, another] = { valid: ["eu-central-1", "eu-central-1"], other: ["us-east-1", "eu-west-1"] }[which];
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
exports.applicationSlug = web.slug;
// The API normalises the values of these.
const regions = { normalised: "eu-central-1", accepted: "${accepted}", another: "${another}" };
for (const [name, region] of Object.entries(regions)) new Application(name, { name, sourceControlProvider: "hostA", region });
new Environment("trimmed", { applicationId: "app-1", name: "trimmed ", branch: "develop", buildCommand: null });
new Cache("ignored", { cacheId: "ignored", name: "ignored", size: "1gb" });
new Cache("ignored-beside", { cacheId: "ignored-beside", name: "ignored-${which}", size: "1gb" });\n`;
}

describeEngine("a changed program", () => {
  const caches = "cache-1 cache-2 cache-3 added left left-beside triggered ignored ignored-beside".split(" ");
  const use = shareStack(() => startAccount(1, { caches }));
  /** Ids of what this program creates, in any order. */
  const mask = (text: string) => text.replaceAll(/\b(app|env)-(?!1\b)\d+/g, "$1-<number>");
  let first: string;
  let said: string;
  let preview: Run<string>;
  let json: Awaited<ReturnType<typeof use.stack.previewSteps>>;
  let sent: string[];

  before(async () => {
    const { stack, api } = use;
    first = await stack.previewProgram(program("valid"));
    const region = normaliseAttributes((sent) => (sent.region === "eu-central-1" ? { region: "us-east-1" } : {}));
    api.addFault(region, { lasts: true, path: /^\/applications$/ });
    const trim = normaliseAttributes(({ name }) =>
      name === "trimmed " ? { name: "trimmed", build_command: "npm run build" } : {},
    );
    api.addFault(trim, { lasts: true, path: /environments$/ });
    api.addFault(dropFields("size"), { path: /ignored$/ });
    api.addFault(dropFields("size"), { path: /ignored-beside$/ });
    said = extractDiagnostics(await stack.up());
    const plan = join(stack.folder, "plan.json");
    preview = await record(api, () => stack.previewProgram(program("other"), "--save-plan", plan));
    json = await stack.previewSteps();
    sent = await recordRequests(api, () => stack.up("--plan", plan));
  });

  it("Changes: the first preview shows arguments and the id of a cache", () => {
    expectGolden("changes/first-preview", mask(first));
  });

  it("Normalised value: up warns once, with the requested and the returned value", () => {
    expectGolden("changes/first-up", mask(said));
  });

  it("Changes: the preview replaces all but an equal id, and values requested or returned before", () => {
    expect(preview.sent).to.deep.equal([]);
    const [shown = ""] = preview.result.split("Update plan written");
    expectGolden("changes/preview", mask(shown));
  });

  it("preview --json: an ignored setting is an update, with a message of severity warning", () => {
    const { steps, diagnostics } = json;
    expect(steps.find(({ name }) => name === "ignored")).to.deep.include({ op: "update", detailedDiff: null });
    const warning = diagnostics?.find(({ message }) => message.startsWith("warning: Cache ignored (ignored): size"));
    expect(warning).to.include({ severity: "warning" });
  });

  it("Changes: up sends one request per changed resource, with its arguments", () => {
    const replaced = { name: "another", region: "eu-west-1", source_control_provider_type: "hostA" };
    expect(sent.map((line) => line.replace(/app-[2-9]/, "app"))).to.have.members([
      'POST /applications {"name":"other shop","source_control_provider_type":"hostA"}',
      'POST /applications/app/environments {"name":"staging","branch":"develop"}',
      'POST /applications/app-1/environments {"name":"emptied-other","branch":"main","build_command":null}',
      'PATCH /caches/cache-1 {"name":"pages","is_public":false,"hibernation_timeout":15,"size":"5gb"}',
      'PATCH /caches/cache-3 {"name":"moved"}',
      'PATCH /caches/added {"name":"added","size":"1gb"}',
      'PATCH /caches/left-beside {"name":"other"}',
      'PATCH /caches/triggered {"name":"triggered"}',
      `POST /applications ${JSON.stringify(replaced)}`,
      'PATCH /caches/ignored {"name":"ignored","size":"1gb"}',
      'PATCH /caches/ignored-beside {"name":"ignored-other","size":"1gb"}',
    ]);
  });

  it("Changes: the preview after up is empty", async () => {
    expect((await use.stack.findResource("moved")).id).to.equal("cache-3");
    await use.stack.preview("--expect-no-changes");
  });
});
