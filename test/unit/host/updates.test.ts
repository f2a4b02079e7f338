/** Updates: what one PATCH holds, which responses are another resource's, what nothing confirms, and an unknown outcome. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import { StoredFailure } from "../../../provider/host/failures.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import {
  catchError,
  catchStoredFailure,
  createConfiguredHost,
  createHost,
  createRefusal,
  createResource,
  lost,
  type Response,
} from "../host-fixture.js";

const settings = { operations: "update" };
const show = (id: string, attributes: JsonObject = {}, type?: string): Response => ({
  body: { data: { id, ...(type === undefined ? {} : { type }), attributes } },
});

/** Updates an environment `id-1`. */
function updateEnvironment(changes: JsonObject, response: Response = { attributes: {} }, more: JsonObject = {}) {
  const { host, lines, requests } = createConfiguredHost(settings, environment, response);
  const state = { ...environment.nulls, ...environment.required, ...more };
  const updated = host.update("id-1", state, { ...environment.required, ...changes });
  return { updated, lines, requests, host };
}

describe("Request of an update", () => {
  for (const resource of resources) {
    const { documented, definition, valid } = resource;
    const rows = Object.entries(documented.arguments);
    const always = rows.flatMap(([name, { inEveryUpdate }]) => (inEveryUpdate ? [name] : []));

    for (const [name, { other, change, adopted }] of rows) {
      if (change === "replace" || adopted) continue;
      if (change === "record") {
        it(`Update of ${documented.className}: a changed ${name} sends nothing, and is no change then`, async () => {
          const { id, update, requests, host } = await createResource(settings, resource, valid);
          const news: JsonObject = { ...valid, [name]: other };
          expect(await host.diff(id, await update(news), news)).to.deep.equal({ changes: false });
          expect(requests).to.deep.equal([]);
        });
        continue;
      }

      it(`Update of ${documented.className}: a changed ${name} is one PATCH with what the API requires and nothing else, and then no change`, async () => {
        const { id, update, requests, host } = await createResource(settings, resource, valid);
        const news: JsonObject = { ...valid, [name]: other };
        const outs = await update(news);
        const sent = [...new Set([...always, name])].flatMap((one): [string, Json][] => {
          const { wire } = documented.arguments[one] ?? {};
          return wire === undefined ? [] : [[wire, news[one] ?? null]];
        });
        expect(requests).to.deep.equal([
          {
            operation: `update ${definition.names.label}`,
            method: "PATCH",
            path: `${definition.path}/${encodeURIComponent(id)}`,
            body: Object.fromEntries(sent),
          },
        ]);
        expect(await host.diff(id, outs, news)).to.deep.equal({ changes: false });
      });
    }
  }

  it("Update: an empty response, or one without id or attributes, is a success", async () => {
    for (const body of [undefined, {}, { data: { attributes: [] } }, { data: { id: "id-1", type: "environments" } }]) {
      const { updated, requests } = updateEnvironment({ name: "renamed" }, { body });
      expect((await updated).outs).to.include({ name: "renamed" });
      expect(requests).to.have.length(1);
    }
  });

  it("Update with nothing changed, which the engine asks for after a failure: sends nothing", async () => {
    const { id, state, host, requests, lines } = await createResource({}, cache, cache.required);
    const drifted = { ...state, __apphosting: { returned: { isPublic: true } } };
    expect((await host.update(id, drifted, cache.required)).outs).to.deep.equal(drifted);
    expect([...requests, ...lines]).to.deep.equal([]);
  });

  it("Update that the API refuses: the state stays as it was", async () => {
    const error = await catchError(updateEnvironment({ name: "renamed" }, createRefusal(422, "No.")).updated);
    expect(error).not.to.be.instanceOf(StoredFailure);
    expect(error.message).to.equal("update environment failed with status 422: No.");
  });
});

/** The warning that nothing confirms one argument, or several. */
const describeUnconfirmed = (title: string, what: string, them: "it" | "them" = "it") =>
  `warning: ${title}: the response to the update doesn't include ${what}, so nothing confirms that ${them === "it" ? "it was" : "they were"} applied. Some APIs return success and drop fields that they don't accept. Check the ${them === "it" ? "value" : "values"} in the web console.`;

describe("Update that the response does not confirm", () => {
  const title = "Environment staging of app/1 (id-1)";
  const says = (what: string, them?: "them") => describeUnconfirmed(title, what, them);
  for (const [what, changes, attributes, ...lines] of [
    ["its arguments", { branch: "next", buildCommand: "make" }, {}, says("branch and buildCommand", "them")],
    ["one of them", { branch: "next", buildCommand: "make" }, { build_command: "make" }, says("branch")],
    ["a branch that is null", { branch: "next" }, { branch: null }, says("branch")],
    ["no argument: the documented one is there", { buildCommand: "make" }, { build_command: "make" }],
    ["no argument: an undocumented attribute has it, with any value", { branch: "next" }, { branch: "other" }],
    ["no argument: a buildCommand of null is a value", { buildCommand: null }, { build_command: null }],
    ["no buildCommand", { buildCommand: null }, {}, says("buildCommand")],
  ] as readonly (readonly [string, JsonObject, JsonObject, ...string[]])[]) {
    it(`Unconfirmed update: ${what}`, async () => {
      const update = updateEnvironment(changes, { attributes }, { buildCommand: "before" });
      await update.updated;
      expect(update.lines.filter((line) => line.includes("confirms"))).to.deep.equal(lines);
    });
  }
});

it("Unconfirmed update of a cache: said of each field that was sent, where the response has attributes at all", async () => {
  const news = { ...cache.required, isPublic: true, evictionPolicy: "noeviction" };
  const connection = { hostname: "h", port: 1, protocol: "redis" };
  const says = (what: string, them?: "them") => describeUnconfirmed("Cache sessions (cache/1)", what, them);
  for (const [attributes, ...expected] of [
    [{ name: "sessions", status: "available" }, says("isPublic and evictionPolicy", "them")],
    [{ name: "sessions", is_public: true }, says("evictionPolicy")],
    [{ connection }, says("name, isPublic, and evictionPolicy", "them")],
    [{ name: "sessions", is_public: true, eviction_policy: "noeviction" }],
    [{}],
  ] as const) {
    const { update, lines } = await createResource({}, cache, cache.required, { attributes: {} }, { attributes });
    await update(news);
    expect(lines.filter((line) => line.includes("confirms"))).to.deep.equal(expected);
  }
});

for (const [what, repository, says] of [
  ["has it", { full_name: "acme/store" }, /^$/],
  [
    "has another",
    { full_name: "acme/shop" },
    /repository: the program sets one value, but the API returned another\. /,
  ],
  ["has nothing of it", {}, /the response to the update doesn't include repository, /],
  ["has null", null, /the response to the update doesn't include repository, /],
] as const) {
  it(`Update of a repository: the response ${what} in its object \`repository\``, async () => {
    const { update, lines } = await createResource(
      settings,
      application,
      { ...application.required, repository: "acme/shop" },
      { attributes: { repository: { full_name: "acme/shop" } } },
      { attributes: { repository } },
    );
    await update({ ...application.required, repository: "acme/store" });
    expect(lines.join()).to.match(says);
  });
}

it("Unconfirmed update: not said of a create", async () => {
  const { written } = await createResource(settings, environment, environment.required);
  expect(written).to.deep.equal([]);
});

describe("Response about another resource", () => {
  const may = "The change may have gone through anyway. The next `pulumi up` sends it again.";
  const check = (title: string, id: string) =>
    `Check the id, apphosting:baseUrl, and the token's organization. If ${title} no longer exists, run \`pulumi state delete\` with its URN (see \`pulumi stack --show-urns\`), or set ${id} to the id of another one.`;
  const secret = { connection: { hostname: "h", port: 1, protocol: "redis", password: "of-somebody-else" } };
  for (const [what, response, differs] of [
    ["another id", show("id-2", { name: "renamed" }), 'the id "id-2" instead of "id-1"'],
    ["an id in other letters", show("ID-1", {}), 'the id "ID-1" instead of "id-1"'],
    ["another type", show("id-1", {}, "caches"), 'the type "caches" instead of "environments"'],
  ] as const) {
    it(`Update whose response has ${what}: an error of unknown outcome that says how they differ; the state gets neither the name nor words of the API`, async () => {
      const { updated, lines } = updateEnvironment({ name: "renamed" }, response);
      const error = await catchStoredFailure(updated);
      const says = (difference: string) =>
        `update environment got a response with ${difference}, so it may be about a different environment than Environment id-1. ${check("Environment id-1", "existingId")}\n${may}`;
      expect(error.message).to.equal(says("another id or type"));
      expect(lines).to.deep.equal([`warning: Environment renamed of app/1 (id-1): ${says(differs)}`]);
      expect(error.properties).to.deep.include({ __apphosting: { returned: { name: { outcome: "unknown" } } } });
    });
  }

  for (const [what, response] of [
    ["id", show("cache-2", secret)],
    ["type", show("cache/1", secret, "applications")],
  ] as const) {
    it(`Update and adoption of a cache whose response has another ${what}: an error, and none of its values are kept`, async () => {
      const { update } = await createResource({}, cache, cache.required, { attributes: {} }, response);
      const { properties } = await catchStoredFailure(update({ ...cache.required, size: "5gb" }));
      expect(JSON.stringify(properties)).not.to.include("of-somebody-else");
      const error = await catchError(createHost(cache, response).host.create(cache.required));
      expect(error).not.to.be.instanceOf(StoredFailure);
      // The state does not have it, so that there is nothing to take out of it.
      expect(error.message).to.include(`Check the id, apphosting:baseUrl, and the token's organization.\n${may}`);
    });
  }
});

describe("Update of an unknown outcome", () => {
  const loader = 'exports.handler=()=>require("pulumi-apphosting/host").cache';
  const small = { ...cache.required, cacheId: "cache-1", size: "250mb" };
  const resized = { ...small, size: "1gb", triggers: [1], __provider: loader };

  async function failUpdate(response: Response = lost, news: JsonObject = resized) {
    const created = await createResource({}, cache, small, { attributes: {} }, response);
    return { ...created, thrown: await catchError(created.update(news)) };
  }

  it("Update of an unknown outcome: is kept with the inputs and the loader, as Pulumi's SDK expects a partial failure", async () => {
    // The second one is of an attempt after one that may have had an effect.
    for (const response of [lost, createRefusal(404, "No such cache.", "unknown")]) {
      const { thrown, state, lines } = await failUpdate(response);
      const unknown = { outcome: "unknown" };
      expect({ ...thrown }).to.deep.equal({
        id: "cache-1",
        properties: {
          ...{ ...state, ...resized },
          __apphosting: { returned: { size: unknown, triggers: unknown } },
        },
        reasons: [thrown.message],
      });
      // What the API itself says is all that the reason does not have.
      expect(lines).to.have.length(response === lost ? 0 : 1);
    }
  });

  it("Update of an unknown outcome: a refresh returns no input that the engine does not have, which it would not mark as a secret", async () => {
    const { properties } = (await failUpdate()).thrown as StoredFailure;
    expect(properties.__set).to.deep.equal(["cacheId", "name", "size"]);
    const { host } = createConfiguredHost({ operations: "read" }, cache, { attributes: {} });
    const { inputs } = await host.read("cache-1", properties as JsonObject);
    expect(Object.keys(inputs ?? {})).to.deep.equal(["cacheId", "name", "size"]);
    const { size: _, ...without } = resized;
    const left = ((await failUpdate(lost, { ...without, isPublic: true })).thrown as StoredFailure).properties;
    expect(left.__set).to.deep.equal(["cacheId", "name"]);
  });

  it("Update of an unknown outcome: is an update in the next preview, whatever the program sets then", async () => {
    const { properties } = (await failUpdate()).thrown as StoredFailure;
    for (const size of ["1gb", "250mb", "5gb"]) {
      const { host, lines, requests } = createHost(cache);
      expect(await host.diff("cache-1", properties, { ...small, size })).to.deep.equal({ changes: true, replaces: [] });
      expect(lines).to.deep.equal([
        "warning: Cache sessions (cache-1): the outcome of the last update of size is unknown. `pulumi up` will send it again.",
        "warning: Cache sessions (cache-1): the program no longer sets triggers, so it's no longer managed. Nothing is sent for it.",
      ]);
      const { outs } = await host.update("cache-1", properties, { ...small, size });
      expect(outs).to.include({ size }).and.not.to.have.nested.property("__apphosting.returned.size");
      expect(requests.map(({ body }) => body)).to.deep.equal([{ name: "sessions", size }]);
    }
    const { size: _, ...without } = small;
    // The triggers, which the state may not keep unmarked, are recorded as left out.
    const recorded = { changes: true, replaces: [] };
    expect(await createHost(cache).host.diff("cache-1", properties, without)).to.deep.equal(recorded);
    const triggers = { ...without, triggers: [1] };
    expect(await createHost(cache).host.diff("cache-1", properties, triggers)).to.deep.equal(recorded);
  });

  it("Update of an unknown outcome: the API's words are printed, and not in the state", async () => {
    const quoting = createRefusal(500, "SECRET is bad.", "unknown", { size: ["SECRET"] });
    const { thrown, lines } = await failUpdate(quoting, { ...small, size: "1gb" });
    expect(JSON.stringify({ ...thrown })).not.to.include("SECRET");
    expect(thrown.message).to.match(/^update cache failed with status 500\n/);
    expect(lines.join()).to.match(
      /^warning: Cache sessions \(cache-1\): update cache failed with status 500: SECRET is bad\.\n {2}size: SECRET\n/,
    );
  });

  it("Update of an unknown outcome: with a state of more than 256 KiB, an error says what no preview shows", async () => {
    const { thrown } = await failUpdate(lost, { ...resized, triggers: ["x".repeat(256 * 1024)] });
    expect(thrown).not.to.be.instanceOf(StoredFailure);
    expect(thrown.message).to.match(
      /\nThe state is too large to record this, and stays as it was: the API may have the changed settings, and a withdrawn consent still counts\.$/,
    );
  });
});
