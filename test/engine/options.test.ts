import { join } from "node:path";
import { expect } from "chai";
import { startFaultySandbox } from "../faults";
import { addCaches } from "./account";
import { describeEngine, shareStack } from "./describe";
import { diagnostics, expectGolden } from "./golden";

const cache = (resource: string, name: string, options = "{}", cacheId = resource) =>
  `new Cache("${resource}", { cacheId: "${cacheId}", name: "${name}" }, ${options});\n`;
const application = (resource: string, name: string, options = "{}") =>
  `new Application("${resource}", { name: "${name}", sourceControlProvider: "hostA" }, ${options});\n`;

const first = `
class Shop extends pulumi.ComponentResource { constructor(name) { super("acme:index:Shop", name); } }
const shop = new Shop("shop");
const nested = ${cache("nested", "first", "{ parent: shop }", "cache-1")}
${application("ordered", "Ordered", "{ dependsOn: [nested] }")}
${application("protected", "Protected", "{ protect: true }")}`;

const formerly = `
const { cache } = require("pulumi-apphosting/host");
class Former extends pulumi.dynamic.Resource {}
new Former({ check: (o, n) => require("pulumi-apphosting/host").cache.check(o, n),
  diff: (i, o, n) => require("pulumi-apphosting/host").cache.diff(i, o, n),
  create: (n) => require("pulumi-apphosting/host").cache.create(n) },
  "former", { cacheId: "former", name: "first" });
${cache("sessions", "first")}${cache("slow", "first")}
${cache("ignored", "first")}${application("ignored-too", "Web shop")}
${cache("replaced", "first")}${cache("transformed", "first")}${application("deleted-first", "Web shop")}`;

const transform = '({ props, opts }) => ({ props: { ...props, name: "second" }, opts })';
const changed = `
${cache("former", "first", '{ aliases: [{ type: "pulumi-nodejs:dynamic:Resource" }] }')}
${cache("carts", "first", '{ aliases: [{ name: "sessions" }] }', "sessions")}${cache("slow", "first")}
${cache("ignored", "second", '{ ignoreChanges: ["name"] }')}
${application("ignored-too", "Shop", '{ ignoreChanges: ["name"] }')}
${cache("replaced", "second", '{ replaceOnChanges: ["name"] }')}
${cache("transformed", "first", `{ transforms: [${transform}] }`)}
${application("deleted-first", "Shop", "{ deleteBeforeReplace: true }")}`;

describeEngine("an option", () => {
  const use = shareStack(async () => {
    const api = await startFaultySandbox();
    addCaches(api);
    return api;
  });
  let preview: string;
  let planned: string[];
  const sent = () => use.api.requests().map(({ method, path, body }) => `${method} ${path} ${body}`);

  before(async () => {
    const { stack } = use;
    const { NODE_OPTIONS } = stack.environment;
    // A provider given as closures needs all of the SDK.
    delete stack.environment.NODE_OPTIONS;
    await (await stack.program(first + formerly)).up();
    stack.environment.NODE_OPTIONS = NODE_OPTIONS;
    const before = sent().length;
    await stack.program(first + changed);
    const plan = join(stack.folder, "plan.json");
    preview = await stack.preview("--save-plan", plan);
    await stack.up("--plan", plan);
    planned = sent().slice(before);
  });

  it("dependsOn orders resources, and parent nests them", async () => {
    const place = (start: string) => sent().findIndex((request) => request.startsWith(start));
    expect(place('POST /applications {"name":"Ordered"')).to.be.above(place("PATCH /caches/cache-1"));
    expect((await use.stack.resource("nested")).urn).to.include("::acme:index:Shop$pulumi-nodejs:dynamic/");
  });

  it("ignoreChanges, aliases, replaceOnChanges, transforms and deleteBeforeReplace do what they say", () => {
    const [shown = ""] = preview.split("Update plan written");
    expectGolden("options/preview", shown.replace(/\[id=app-\d+\]/, "[id=app-<number>]"));
  });

  it("deleteBeforeReplace retains the old resource before it creates the new one", () => {
    const names = use.api.sandbox.state().applications.map(({ attributes }) => attributes.name);
    expect(names.filter((name) => name === "Shop")).to.have.length(1);
    expect(names.filter((name) => name === "Web shop")).to.have.length(2);
  });

  it("--plan has up do what the saved preview showed", () => {
    const patch = '{"name":"second"}';
    expect(planned).to.have.members([
      `PATCH /caches/replaced ${patch}`,
      `PATCH /caches/transformed ${patch}`,
      'POST /applications {"name":"Shop","source_control_provider_type":"hostA"}',
    ]);
  });

  it("--target previews the named resource alone, and --json holds the steps, their reasons and no secret", async () => {
    const target = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/apphosting:Cache::slow";
    const both = changed
      .replace(cache("slow", "first"), cache("slow", "second"))
      .replace('"carts", {', "$& size: '1gb',");
    await use.stack.program(first + both);
    const { steps, changeSummary } = await use.stack.foreseen("--target", target);
    expect(changeSummary).to.deep.equal({ same: 12, update: 1 });
    const updates = steps.filter(({ op }) => op === "update").map(({ urn, diffReasons }) => ({ urn, diffReasons }));
    expect(updates).to.deep.equal([{ urn: target, diffReasons: ["name"] }]);
    expect(JSON.stringify(steps)).to.include("credentials").and.not.include("sandbox-password");
  });

  it("protect keeps a replacement from being carried out", async () => {
    await use.stack.program(first.replace('name: "Protected"', 'name: "Replaced"'));
    const { code, text } = await use.stack.run("preview", "--suppress-progress");
    expect(code).not.to.equal(0);
    expectGolden("options/protect", diagnostics(text).replace(/app-\d+/, "app-<number>"));
  });
});
