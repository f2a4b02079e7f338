import { expect } from "chai";
import type { JsonObject } from "../../provider/api/http/json";
import { type FaultySandbox, normaliseAttributes, respondWith } from "../faults";
import { recordRequests, send, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import type { TestStack } from "./stack";

const first = { name: "", region: '"eu-central-1"', resized: "250mb", unknown: 30, normalised: 30, isPublic: false };
const second = { ...first, region: "undefined", resized: "1gb", unknown: 45, normalised: 45, isPublic: true };
const third = { ...second, name: " 2", resized: "250mb", unknown: 30 };

const program = ({ name, region, resized, unknown, normalised, isPublic }: typeof first) => `
new Application("web", { name: "Shop${name}", sourceControlProvider: "hostA", region: ${region} });
const environment = (name, buildCommand, title = name) =>
  new Environment(name, { applicationId: "app-1", name: title, branch: "main", buildCommand });
const prod = environment("prod", "make", "prod${name}");
environment("copy", prod.buildCommand);
new Cache("resized", { cacheId: "cache-1", name: "sessions", size: "${resized}" });
new Cache("unknown", { cacheId: "cache-2", name: "pages", hibernationTimeout: ${unknown} });
const settings = { hibernationTimeout: ${normalised}, isPublic: ${isPublic} };
const drifting = new Cache("drifting", { cacheId: "cache-3", name: "queue", size: "1gb", ...settings });
environment("built", drifting.size);
`;

/** Answers of which each leads the next step astray, if its value takes the place of the program's. */
async function startApi(): Promise<FaultySandbox> {
  const api = await startAccount(1);
  const ofProd = ({ name }: JsonObject) => (String(name).startsWith("prod") ? { build_command: null } : {});
  api.addFault(normaliseAttributes(ofProd), { lasts: true, path: /environments$/ });
  api.addFault(normaliseAttributes({ hibernation_timeout: 45 }), { path: /cache-3$/ });
  return api;
}

/** The resources that a preview changes, by what it does to them. */
async function foreseen(stack: TestStack): Promise<Record<string, string>> {
  const changes = (await stack.previewSteps()).steps.filter(
    ({ op }) => op === "update" || op === "replace" || op === "create",
  );
  return Object.fromEntries(changes.map(({ op, name }) => [name, op]));
}

describeEngine("a sequence of programs", () => {
  const use = shareStack(startApi);
  const cache = (id: string) => use.api.sandbox.state().caches.find((one) => one.id === id)?.attributes;

  let foreseenSecond: Record<string, string>;
  let sentSecond: readonly string[];

  before(async () => {
    const { stack, api } = use;
    await stack.configure({ "apphosting:maxRetries": "0" });
    await (await stack.writeProgram(program(first))).up();
    api.addFault(normaliseAttributes({ size: "250mb", status: "updating" }), { path: /cache-1$/ });
    api.addFault(respondWith(500, undefined, { takesEffect: true }), { path: /cache-2$/ });
    await send(api, "PATCH", "/caches/cache-3", { name: "queue", size: "5gb" });
    await stack.writeProgram(program(second));
    foreseenSecond = await foreseen(stack);
    sentSecond = await recordRequests(api, () => stack.failUp("--continue-on-error"));
  });

  it("Cache: a newly set setting is sent although the API returned its value, and dependents of a drifted one are not touched", () => {
    expect(foreseenSecond).to.deep.equal({
      resized: "update",
      unknown: "update",
      drifting: "update",
      web: "update",
    });
    expect(sentSecond).to.have.members([
      'PATCH /caches/cache-1 {"name":"sessions","size":"1gb"}',
      'PATCH /caches/cache-2 {"name":"pages","hibernation_timeout":45}',
      'PATCH /caches/cache-3 {"name":"queue","is_public":true,"hibernation_timeout":45}',
    ]);
  });

  it("Update with an unknown outcome: going back to the old value is shown and sent, also after a refresh", async () => {
    const { stack, api } = use;
    await stack.succeed("refresh", "--yes", "--skip-preview");
    await stack.writeProgram(program(third));
    expect(await foreseen(stack)).to.deep.equal({
      resized: "update",
      unknown: "update",
      drifting: "update",
      web: "replace",
      prod: "replace",
    });
    const preview = await stack.preview();
    expect(preview).to.include("an earlier update may or may not have been carried out");
    expect(preview).to.include('size: the program sets "1gb", but the API has "5gb". `pulumi up` will send');
    expect(preview).to.match(/Application Shop \(app-\d+\) will be replaced\. .* keeps running, and billing/);
    const sent = await recordRequests(api, () => stack.up());
    expect(sent).to.have.members([
      'POST /applications {"name":"Shop 2","source_control_provider_type":"hostA"}',
      'POST /applications/app-1/environments {"name":"prod 2","branch":"main","build_command":"make"}',
      'PATCH /caches/cache-1 {"name":"sessions","size":"250mb"}',
      'PATCH /caches/cache-2 {"name":"pages","hibernation_timeout":30}',
      'PATCH /caches/cache-3 {"name":"queue","size":"1gb"}',
    ]);
    expect(cache("cache-1")).to.include({ size: "250mb" });
    expect(cache("cache-2")).to.include({ hibernation_timeout: 30 });
    expect(cache("cache-3")).to.include({ size: "1gb", hibernation_timeout: 45, is_public: true });
    await stack.preview("--expect-no-changes");
  });
});
