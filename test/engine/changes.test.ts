import { join } from "node:path";
import { expect } from "chai";
import type { JsonObject } from "../../provider/api/http/json";
import { application } from "../documented/application";
import { cache } from "../documented/cache";
import { environment } from "../documented/environment";
import type { DocumentedResource } from "../documented/facts";
import { addCaches, recordRequests, startAccount } from "./account";
import { describeEngine, shareStack } from "./describe";
import { expectGolden } from "./golden";

/** Which of the two documented values each argument has. */
type Which = "valid" | "other";

function valuesOf({ arguments: all }: DocumentedResource, which: Which, known: JsonObject = {}): JsonObject {
  const values = Object.entries(all).map(([name, argument]) => [name, argument[which]]);
  // With an id of what exists nothing would be created.
  return { ...Object.fromEntries(values.filter(([name]) => name !== "existingId")), ...known };
}

function program(which: Which): string {
  const declare = (documented: DocumentedResource, name: string, known?: JsonObject) =>
    `new ${documented.className}("${name}", ${JSON.stringify(valuesOf(documented, which, known))});`;
  const [added, left, command] = { valid: ["", "size: '1gb'", "'make'"], other: ["size: '1gb'", "", null] }[which];
  return `
const web = new Application("web", { name: "${which} shop", sourceControlProvider: "hostA" });
new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop" });
${declare(application, "application")}
${declare(environment, "environment", { applicationId: "app-1" })}
const cache = ${declare(cache, "cache", { cacheId: "cache-1" })}
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

describeEngine("a program in which every argument changes", () => {
  const use = shareStack(async () => {
    const api = await startAccount(1);
    addCaches(api);
    return api;
  });
  let first: string;
  let preview: string;
  let sentInPreview: string[];
  let sent: string[];

  before(async () => {
    const { stack, api } = use;
    await stack.writeProgram(program("valid"));
    first = await stack.preview();
    await stack.up();
    await stack.writeProgram(program("other"));
    const plan = join(stack.folder, "plan.json");
    sentInPreview = await recordRequests(api, async () => {
      preview = await stack.preview("--save-plan", plan);
    });
    sent = await recordRequests(api, () => stack.up("--plan", plan));
  });

  it("Changes: the first preview shows what is known: arguments, and the id of a cache", () => {
    expectGolden("changes/first-preview", first);
  });

  it("Changes: a cache is updated in place; an application, its dependents, an environment, and a cache of another id are replaced", () => {
    const [shown = ""] = preview.split("Update plan written");
    // The order in which resources are created is chance.
    expectGolden("changes/preview", shown.replaceAll(/(?<=\[id=|: "?)(app|env)-\d+/g, "$1-<number>"));
  });

  it("Every argument changed: the preview sends nothing", () => {
    expect(sentInPreview).to.deep.equal([]);
  });

  it("Every argument changed: up sends one request for each resource, with what is set", () => {
    const fields = Object.values(cache.arguments).flatMap(({ wire, other }) =>
      wire === undefined ? [] : [[wire, other]],
    );
    expect(sent.map((line) => line.split(" {")[0]?.replace(/app-\d+/, "app"))).to.have.members([
      ...["POST /applications", "POST /applications", ...Array(3).fill("POST /applications/app/environments")],
      ...["cache-1", "cache-3", "added", "left-beside", "triggered"].map((id) => `PATCH /caches/${id}`),
    ]);
    expect(sent).to.include.members([
      `PATCH /caches/cache-1 ${JSON.stringify(Object.fromEntries(fields))}`,
      'PATCH /caches/added {"name":"added","size":"1gb"}',
      'PATCH /caches/left-beside {"name":"other"}',
      'PATCH /caches/triggered {"name":"triggered"}',
      'POST /applications/app-1/environments {"name":"emptied-other","branch":"main","build_command":null}',
    ]);
  });

  it("Every argument changed: the preview after up is empty", async () => {
    expect((await use.stack.findResource("moved")).id).to.equal("cache-3");
    await use.stack.preview("--expect-no-changes");
  });
});
