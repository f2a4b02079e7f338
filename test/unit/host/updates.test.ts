import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { PartialFailure } from "../../../provider/host/failures.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import { catchError, catchPartial, createHost, createResource, diffs, type Response } from "../host-fixture.js";

const settings = { operations: "update" };
const show = (id: string, attributes: JsonObject = {}, type?: string): Response => ({
  body: { data: { id, ...(type === undefined ? {} : { type }), attributes } },
});

function updateEnvironment(changes: JsonObject, response: Response = { attributes: {} }, more: JsonObject = {}) {
  const { host, lines, requests } = createHost(settings, environment, response);
  const state = { ...environment.nulls, ...environment.required, ...more };
  const updated = host.update("id-1", state, { ...environment.required, ...changes });
  return { updated, lines, requests, host };
}

for (const resource of resources) {
  const { documented, definition, valid } = resource;
  const rows = Object.entries(documented.arguments);
  const always = rows.flatMap(([name, { inEveryUpdate }]) => (inEveryUpdate ? [name] : []));

  for (const [name, { other, onChange, adopted }] of rows) {
    if (onChange === "replace" || adopted) continue;
    it(`Update of ${documented.className}.${name}: sends one PATCH with it and required arguments only`, async () => {
      const { id, update, requests, host } = await createResource(settings, resource, valid);
      const news: JsonObject = { ...valid, [name]: other };
      const outs = await update(news);
      // Without its provider, the API can't resolve a repository.
      const together = name === "repository" ? ["sourceControlProvider"] : [];
      const sent = [...new Set([...always, name, ...together])].flatMap((one): [string, Json][] => {
        const { wire } = documented.arguments[one] ?? {};
        return wire === undefined ? [] : [[wire, news[one] ?? null]];
      });
      const path = `${definition.path}/${encodeURIComponent(id)}`;
      const action = `update ${definition.names.label}`;
      expect(requests).to.deep.equal([{ action, method: "PATCH", path, body: Object.fromEntries(sent) }]);
      expect(await host.diff(id, outs, news)).to.deep.equal(diffs.none);
    });
  }
}

it("Update: succeeds if the response is empty or lacks an id or attributes", async () => {
  for (const body of [undefined, {}, { data: { attributes: [] } }, { data: { id: "id-1", type: "Environment" } }]) {
    const { updated, requests } = updateEnvironment({ name: "renamed" }, { body });
    expect((await updated).outs).to.include({ name: "renamed" });
    expect(requests).to.have.length(1);
  }
});

it("Update without changes, as the engine requests after a failure: sends nothing", async () => {
  const { id, state, host, requests, lines } = await createResource({}, cache, cache.required);
  expect((await host.update(id, state, cache.required)).outs).to.deep.equal(state);
  expect([...requests, ...lines]).to.deep.equal([]);
});

const describeUnconfirmed = (title: string, what: string, them: "it" | "them" = "it") =>
  `warning: ${title}: the response to the update doesn't include ${what}, so nothing confirms that ${them === "it" ? "it was" : "they were"} applied. Some APIs return success and drop fields that they don't accept. Check the ${them === "it" ? "value" : "values"} in the web console.`;

const noCommand = describeUnconfirmed("Environment staging of app/1 (id-1)", "buildCommand");
for (const [what, changes, attributes, ...lines] of [
  ["warns if the response lacks buildCommand", { branch: "next", buildCommand: "make" }, {}, noCommand],
  ["no warning if the response has buildCommand", { buildCommand: "make" }, { build_command: "make" }],
  ["no warning about branch, which no response has", { branch: "next" }, { branch: null }],
  ["no warning if the response has a null buildCommand", { buildCommand: null }, { build_command: null }],
  ["warns if the response lacks a null buildCommand", { buildCommand: null }, {}, noCommand],
] as readonly (readonly [string, JsonObject, JsonObject, ...string[]])[]) {
  it(`Unconfirmed update: ${what}`, async () => {
    const update = updateEnvironment(changes, { attributes }, { buildCommand: "before" });
    await update.updated;
    expect(update.lines.filter((line) => line.includes("confirms"))).to.deep.equal(lines);
  });
}

const [flag, policy] = ["isPublic", "evictionPolicy"];
const connection = { hostname: "h", port: 1, protocol: "redis" };
for (const [what, them, attributes] of [
  [`${flag} and ${policy}`, "them", { name: "sessions", status: "available" }],
  [policy, "it", { name: "sessions", is_public: true }],
  [`name, ${flag}, and ${policy}`, "them", { connection }],
  ["nothing", "it", { name: "sessions", is_public: true, eviction_policy: "noeviction" }],
  ["nothing", "it", {}],
] as const) {
  it(`Unconfirmed cache update: warns about ${what} if the response has ${Object.keys(attributes).join(", ") || "no attributes"}`, async () => {
    const { update, lines } = await createResource({}, cache, cache.required, { attributes: {} }, { attributes });
    await update({ ...cache.required, isPublic: true, evictionPolicy: "noeviction" });
    const expected = what === "nothing" ? [] : [describeUnconfirmed("Cache sessions (cache/1)", what, them)];
    expect(lines.filter((line) => line.includes("confirms"))).to.deep.equal(expected);
  });
}

const lacksIt = /the response to the update doesn't include repository, /;
for (const [what, repository, says] of [
  ["no warning if the response has it", { full_name: "acme/store" }, /^$/],
  [
    "a warning if the response has another one",
    { full_name: "acme/shop" },
    /repository: the program sets "acme\/store", but the API returned "acme\/shop"\. /,
  ],
  ["a warning if the response's object is empty", {}, lacksIt],
  ["a warning if the response has null", null, lacksIt],
] as const) {
  it(`Update of a repository: ${what}`, async () => {
    const before = { ...application.required, repository: "acme/shop" };
    const responses = [{ attributes: { repository: { full_name: "acme/shop" } } }, { attributes: { repository } }];
    const { update, lines } = await createResource(settings, application, before, ...responses);
    await update({ ...application.required, repository: "acme/store" });
    expect(lines.join()).to.match(says);
  });
}

const may = "The change may have gone through anyway. The next `pulumi up` sends it again.";
const check = (title: string, id: string) =>
  `Check the id, apphosting:baseUrl, and the token's organization. If ${title} no longer exists, run \`pulumi state delete\` with its URN (see \`pulumi stack --show-urns\`), or set ${id} to the id of another one.`;
const secret = { connection: { hostname: "h", port: 1, protocol: "redis", password: "of-somebody-else" } };
for (const [what, response, differs] of [
  ["another id", show("id-2", { name: "renamed" }), 'the id "id-2" instead of "id-1"'],
  ["an id in another case", show("ID-1", {}), 'the id "ID-1" instead of "id-1"'],
  ["another type", show("id-1", {}, "caches"), 'the type "caches" instead of "environments"'],
] as const) {
  it(`Update whose response has ${what}: fails with unknown outcome, and keeps the old name`, async () => {
    const { updated, lines } = updateEnvironment({ name: "renamed" }, response);
    const error = await catchPartial(updated);
    const says = (difference: string) =>
      `update environment got a response with ${difference}, so it may be for a different environment than Environment id-1. ${check("Environment id-1", "existingId")}\n${may}`;
    expect(error.message).to.equal(says("another id or type"));
    expect(lines).to.deep.equal([`warning: Environment renamed of app/1 (id-1): ${says(differs)}`]);
    expect(error.properties.__apphosting).to.include({ unconfirmed: "update" });
    expect(error.properties.name).to.equal("staging");
  });
}

for (const [what, response] of [
  ["id", show("cache-2", secret)],
  ["type", show("cache/1", secret, "applications")],
] as const) {
  it(`Cache update or adoption with another ${what} in the response: fails, and stores none of its values`, async () => {
    const { update } = await createResource({}, cache, cache.required, { attributes: {} }, response);
    const { properties } = await catchPartial(update({ ...cache.required, size: "5gb" }));
    expect(JSON.stringify(properties)).not.to.include("of-somebody-else");
    const error = await catchError(createHost({}, cache, response).host.create(cache.required));
    expect(error).not.to.be.instanceOf(PartialFailure);
    // The state doesn't have it, so there's nothing to remove from it.
    expect(error.message).to.include(`Check the id, apphosting:baseUrl, and the token's organization.\n${may}`);
  });
}
