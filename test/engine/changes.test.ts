import { expect } from "chai";
import type { JsonObject } from "../../provider/api/json";
import { application, cache, type Documented, environment } from "../documented";
import { type FaultySandbox, startFaultySandbox } from "../faults";
import { addApplications } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden } from "./golden";

/** Which of the two documented values each argument has. */
type Which = "valid" | "other";

function valuesOf({ arguments: all }: Documented, which: Which, known: JsonObject = {}): JsonObject {
  const values = Object.entries(all).map(([name, argument]) => [name, argument[which]]);
  // With an id of what exists nothing would be created.
  return { ...Object.fromEntries(values.filter(([name]) => name !== "existingId")), ...known };
}

function program(which: Which): string {
  const declare = (documented: Documented, name: string, known?: JsonObject) =>
    `new ${documented.kind}("${name}", ${JSON.stringify(valuesOf(documented, which, known))});`;
  return `
const web = new Application("web", { name: "${which} shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop" });
${declare(application, "application")}
${declare(environment, "environment", { applicationId: "app-1" })}
const cache = ${declare(cache, "cache", { cacheId: "cache-1" })}
new Cache("moved", { cacheId: "${{ valid: "cache-2", other: "cache-3" }[which]}", name: "moved" });
exports.cacheArguments = [cache.id, cache.cacheId, cache.name, cache.triggers];
exports.cacheStatus = cache.status;
exports.applicationSlug = web.slug;\n`;
}

async function startApi(): Promise<FaultySandbox> {
  const api = await startFaultySandbox();
  await addApplications(api, 1);
  return api;
}

describeEngine("a program in which every argument changes", () => {
  const use = shareStack(startApi);
  const requests = () => use.api.requests().map(({ method, path, body }) => ({ to: `${method} ${path}`, body }));
  let first: string;
  let preview: string;
  let sentInPreview: number;
  let sent: ReturnType<typeof requests>;

  before(async () => {
    const { stack } = use;
    await stack.program(program("valid"));
    first = await stack.preview();
    await stack.up();
    const before = requests().length;
    await stack.program(program("other"));
    preview = await stack.preview();
    sentInPreview = requests().length - before;
    await stack.up();
    sent = requests().slice(before);
  });

  it("shows in its first preview what is known: arguments, and the id of a cache", () => {
    expectGolden("changes/first-preview", first);
  });

  it("updates a cache in place, and replaces an application, what depends on it, an environment, and a cache of another id", () => {
    // The order in which resources are created is chance.
    expectGolden("changes/preview", preview.replaceAll(/(?<=\[id=|: "?)(app|env)-\d+/g, "$1-<number>"));
  });

  it("sends nothing in a preview", () => {
    expect(sentInPreview).to.equal(0);
  });

  it("sends in up one request for each resource, with what is set", () => {
    expect(sent.map(({ to }) => to.replace(/app-\d+/, "app"))).to.have.members([
      ...["POST /applications", "POST /applications", "POST /applications/app/environments"],
      ...["POST /applications/app/environments", "PATCH /caches/cache-1", "PATCH /caches/cache-3"],
    ]);
    const fields = Object.values(cache.arguments).flatMap(({ wire, other }) =>
      wire === undefined ? [] : [[wire, other]],
    );
    const patch = sent.find(({ to }) => to.endsWith("cache-1"));
    expect(JSON.parse(patch?.body ?? "")).to.deep.equal(Object.fromEntries(fields));
  });

  it("has nothing to do after up", async () => {
    expect((await use.stack.resource("moved")).id).to.equal("cache-3");
    await use.stack.preview("--expect-no-changes");
  });
});
