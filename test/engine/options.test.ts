import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { recordRequests } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden, extractDiagnostics } from "./golden";

const cache = (resource: string, name: string, options = "{}", cacheId = resource) =>
  `new Cache("${resource}", { cacheId: "${cacheId}", name: "${name}" }, ${options});\n`;
const application = (resource: string, name: string, options = "{}", args = "{}") =>
  `new Application("${resource}", { name: "${name}", sourceControlProvider: "hostA", ...${args} }, ${options});\n`;

/** In both programs. */
const standing = `
class Shop extends pulumi.ComponentResource { constructor(name) { super("acme:index:Shop", name); } }
const shop = new Shop("shop");
const nested = ${cache("nested", "first", "{ parent: shop }", "cache-1")}
${application("ordered", "Ordered", "{ dependsOn: [nested] }")}
${application("protected", "Protected", "{ protect: true }")}
const press = new Provider("press", { tokenVariable: "PRESS_TOKEN" }, { envVarMappings: { MAPPED: "PRESS_TOKEN" } });
${cache("mapped", "first", "{ provider: press }")}
${cache("slow", "first", '{ customTimeouts: { create: "1s" } }')}`;

const formerly = `
const retail = new Provider("retail", { token: pulumi.secret("sandbox-token") });
${cache("retailed", "first", "{ provider: retail }")}
${cache("sessions", "first")}${cache("ignored", "first")}${application("ignored-too", "Web shop")}
${cache("replaced", "first")}${cache("transformed", "first")}
${cache("hidden", "first")}${application("adopted", "Adopted", "{ replacementTrigger: 1 }", '{ existingId: "app-9" }')}
const trigger = ${application("trigger", "Trigger", "{ replacementTrigger: 1 }")}
${application("follower", "Follower", "{ replaceWith: [trigger], deletedWith: trigger }")}`;

const transform = '({ props, opts }) => ({ props: { ...props, name: "second" }, opts })';
const changed = `
const retail = new Provider("retail", { tokenVariable: "RETAIL_TOKEN" });
${cache("retailed", "first", "{ provider: retail }")}
${cache("carts", "first", '{ aliases: [{ name: "sessions" }] }', "sessions")}
${cache("ignored", "second", '{ ignoreChanges: ["name"] }')}
${application("ignored-too", "Shop", '{ ignoreChanges: ["name"] }')}
${cache("replaced", "second", '{ replaceOnChanges: ["name"] }')}
${cache("transformed", "first", `{ transforms: [${transform}] }`)}
${cache("hidden", "second", '{ hideDiffs: ["name"] }')}
${application("adopted", "Adopted", "{ replacementTrigger: 2 }", '{ existingId: "app-9" }')}
const trigger = ${application("trigger", "Trigger", "{ replacementTrigger: 2 }")}
${application("follower", "Follower", "{ replaceWith: [trigger], deletedWith: trigger }")}`;

describeEngine("resource options", () => {
  const use = shareStack(async () => {
    const caches = "cache-1 mapped slow retailed sessions ignored replaced transformed hidden".split(" ");
    const api = await startFaultySandbox({ caches });
    api.addFault((request, next) => sleep(1500).then(() => next(request)), { lasts: true, path: /slow$/ });
    return api;
  });
  let preview: string;
  let planned: string[];

  before(async () => {
    const { stack, api } = use;
    Object.assign(stack.environment, { MAPPED: api.token, RETAIL_TOKEN: api.token });
    await stack.upProgram(standing + formerly);
    const plan = join(stack.folder, "plan.json");
    preview = await stack.previewProgram(standing + changed, "--save-plan", plan);
    planned = await recordRequests(api, () => stack.up("--plan", plan));
  });

  it("dependsOn and parent: order and nest resources", async () => {
    const place = (start: string) => use.api.listSent().findIndex((request) => request.startsWith(start));
    expect(place('POST /applications {"name":"Ordered"')).to.be.above(place("PATCH /caches/cache-1"));
    expect((await use.stack.findResource("nested")).urn).to.include("::acme:index:Shop$");
  });

  it("customTimeouts: has no effect", async () => {
    expect((await use.stack.findResource("slow")).id).to.equal("slow");
  });

  it("envVarMappings: gives a provider the variable with its token", async () => {
    expect(await use.stack.readBackend())
      .to.include("MAPPED")
      .and.not.include(use.api.token);
  });

  it("tokenVariable instead of a token: sends nothing and removes the token from the state", async () => {
    expect(planned.join()).not.to.include("retailed");
    const { inputs } = await use.stack.findResource("retail");
    expect(inputs).to.include({ "apphosting:tokenVariable": "RETAIL_TOKEN" }).and.not.have.property("apphosting:token");
  });

  it("Resource options: a preview follows ignoreChanges, aliases, transforms and others", () => {
    const [shown = ""] = preview.split("Update plan written");
    const masked = shown
      .replaceAll(/(app|env|deployment)-[1-8]/g, "$1-<number>")
      .replace(/(?<=id=)[\da-f-]{36}/, "<id>");
    expectGolden("options/preview", masked);
  });

  it("--plan: up sends only the changes in the saved preview, and nothing for an adoption", () => {
    const named = (name: string) => `POST /applications {"name":"${name}","source_control_provider_type":"hostA"}`;
    expect(planned).to.have.members([
      ...["replaced", "transformed", "hidden"].map((id) => `PATCH /caches/${id} {"name":"second"}`),
      ...["Trigger", "Follower"].map(named),
    ]);
  });

  it("protect: the preview of a replacement fails", async () => {
    await use.stack.writeProgram(standing.replace('name: "Protected"', 'name: "Replaced"'));
    const text = await use.stack.fail("preview", "--suppress-progress");
    expectGolden("options/protect", extractDiagnostics(text).replace(/app-\d+/, "app-<number>"));
  });
});
