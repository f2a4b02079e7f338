/** What requests have, and which resource a response is about. */

import { expect } from "chai";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import type { DocumentedArgument, DocumentedResource } from "../../documented/facts.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import { catchError, createHost, createResource, diffs, listSent, type Response } from "../host-fixture.js";

type Names = Readonly<Record<string, string>>;

/** The documented body of a request with these inputs. */
function createBody({ arguments: args }: DocumentedResource, inputs: JsonObject, names: Names = {}) {
  const sent = Object.entries(args).filter(([name, { wire }]) => wire !== undefined && name in inputs);
  const fieldName = (name: string, { wire = "", undocumentedName }: DocumentedArgument) =>
    (undocumentedName && names[name]) || wire;
  return Object.fromEntries(sent.map(([name, argument]) => [fieldName(name, argument), inputs[name]]));
}

for (const resource of resources) {
  const { documented, valid, required, table } = resource;
  const { className, create } = documented;
  const args = Object.entries(documented.arguments);
  const nullsOf = (isSelected: (argument: DocumentedArgument) => boolean): JsonObject => {
    const selected = args.filter(([name, argument]) => !(name in required) && isSelected(argument));
    return Object.fromEntries(selected.map(([name]) => [name, null]));
  };
  const fields = args.flatMap(([name, { undocumentedName }]) => (undocumentedName ? [name] : []));
  const renamed = Object.fromEntries(fields.map((name) => [name, `our_${name}`]));

  for (const [what, inputs, sent, names] of [
    ["every argument under its field name", valid, valid, {}],
    ["every argument under its name in apphosting:fieldNames", valid, valid, renamed],
    ["only what is set", required, required, {}],
    [
      "null only where it's a value",
      { ...required, ...nullsOf(({ nullable }) => nullable !== "refused") },
      { ...required, ...nullsOf(({ nullable }) => nullable === "value") },
      {},
    ],
  ] as readonly (readonly [string, JsonObject, JsonObject, Names])[]) {
    it(`Create of ${className}: sends ${what}`, async () => {
      const { host, requests } = createHost({ fieldNames: names }, resource);
      await host.create({ ...inputs, __provider: "text" });
      expect(requests).to.deep.equal([{ ...create, body: createBody(documented, sent, names) }]);
    });
  }

  const always = args.flatMap(([name, { inEveryUpdate }]) => (inEveryUpdate ? [name] : []));
  for (const [name, { other, onChange, adopted }] of args) {
    if (onChange === "replace" || adopted) continue;
    it(`Update of ${className}.${name}: one PATCH with it, and what the API requires with it`, async () => {
      const { id, update, requests, host } = await createResource({ operations: "update" }, resource, valid);
      const news: JsonObject = { ...valid, [name]: other };
      const outs = await update(news);
      // Without its provider, the API can't resolve a repository.
      const along = name === "repository" ? ["sourceControlProvider"] : always;
      const sent = Object.fromEntries([...along, name].map((one) => [one, news[one] ?? null]));
      const path = `${table.path}/${encodeURIComponent(id)}`;
      const action = `update ${table.noun}`;
      expect(requests).to.deep.equal([{ action, method: "PATCH", path, body: createBody(documented, sent) }]);
      expect(await host.diff(id, outs, news)).to.deep.equal(diffs.none);
    });
  }

  for (const [what, include, query] of [
    ["without apphosting:include", {}, ""],
    ["with apphosting:include", { [className]: ["branch", "domains"] }, "?include=branch,domains"],
  ] as const) {
    it(`Read of ${className} ${what}: one GET`, async () => {
      const { host, requests } = createHost({ operations: "read", include }, resource);
      await host.read("a/1", required);
      expect(listSent(requests)).to.deep.equal([`GET ${table.path}/a%2F1${query}`]);
      expect(requests[0]?.action).to.equal(`read ${table.noun}`);
    });
  }
}

for (const id of ["..", "."]) {
  it(`Request with the id "${id}": not sent, because it would change the path`, async () => {
    const { host, requests } = createHost({ operations: "read,delete" }, environment);
    const { message } = await catchError(host.delete(id, environment.required));
    expect(message).to.include(`DELETE /environments/${id} was not sent: it has no valid id of the environment.`);
    expect(requests).to.deep.equal([]);
  });
}

describe("Id of a new resource", () => {
  const made =
    "warning: Environment staging of app/1 (app/1/staging): the response has no id, so the package made this one from the arguments.";
  const limit = { success: false, message: "The environment limit of the plan is reached." };
  const showsNothing =
    "warning: Environment staging of app/1 (dep-77): the response shows nothing of the environment but this id. Look in the provider's web console whether it's the environment's.";
  for (const [what, of, body, id, ...lines] of [
    ["a cache: its cacheId", cache, { data: {} }, "cache/1"],
    ["data.id", environment, { data: { id: "env-1", type: "environments" } }, "env-1"],
    ["id of a flat body", environment, { id: "env-7", type: "environments" }, "env-7"],
    ["a number", application, { data: { id: 41, type: "applications" } }, "41"],
    ["a singular type", environment, { data: { id: "env-7", type: "environment" } }, "env-7"],
    ["an unreadable type", application, { data: { id: "app-1", type: 7, attributes: { name: "Shop" } } }, "app-1"],
    ["an id and attributes", environment, { data: { id: "env-1", attributes: { name: "staging" } } }, "env-1"],
    ["nothing but an id", environment, { id: "dep-77", message: "queued" }, "dep-77", showsNothing],
    ["an environment without one: made", environment, {}, "app/1/staging", made],
    ["a message: made, and quoted", environment, limit, "app/1/staging", `${made} The API's message: ${limit.message}`],
  ] as const) {
    it(`Id from ${what}`, async () => {
      const created = createHost({}, of, { body });
      expect((await created.host.create(of.required)).id).to.equal(id);
      expect(created.lines).to.deep.equal(lines);
    });
  }

  it("Id made from a name with white space at its ends: trimmed", async () => {
    const { host } = createHost({}, environment, { body: {} });
    expect((await host.create({ ...environment.required, name: " staging " })).id).to.equal("app/1/staging");
  });

  it("Id missing for an application: an error that says that it may exist, with the API's message", async () => {
    const body = { data: { attributes: { name: "Shop" } }, message: " Queued.\n" };
    const { host } = createHost({}, application, { body });
    const { message } = await catchError(host.create(application.required));
    expect(message).to.match(
      /^create application \(POST \/applications\) got a response without an id: Queued\.\nThe application may have /,
    );
  });

  const job = { id: "41", type: "jobs", attributes: {} };
  for (const of of [application, environment]) {
    const { exportName, apiType, noun } = of.table;
    const relationships = { [exportName]: { data: { id: "x", type: apiType } } };
    for (const [what, body] of [
      ["data", { data: { ...job, relationships } }],
      ["a flat body", job],
    ] as const) {
      it(`Id of another type in ${what}: an error for ${of.table.className} that says that it may exist`, async () => {
        const { host } = createHost({}, of, { body });
        const [first, second, ...others] = (await catchError(host.create(of.required))).message.split("\n");
        expect(first).to.match(
          new RegExp(
            `^create ${noun} .* with the type "jobs" instead of "${apiType}", so it may be for a different ${noun}$`,
          ),
        );
        expect(second).to.match(new RegExp(`^The ${noun} may have been created anyway\\. The next`));
        expect(others).to.deep.equal([]);
      });
    }
  }

  it("Id in a 2xx: used, whatever else the response has", async () => {
    const part = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonObject>;
    const type = fc.oneof(
      fc.constant("applications"),
      part.filter((value) => typeof value !== "string"),
    );
    const data = { id: fc.constant("app-1"), type, attributes: part, relationships: part };
    const body = fc.record({ data: fc.record(data, { requiredKeys: ["id"] }), included: part, message: part });
    await fc.assert(
      fc.asyncProperty(body, async (one) => {
        const { id } = await createHost({}, application, { body: one }).host.create(application.required);
        expect(id).to.equal("app-1");
      }),
    );
  });
});

describe("Response about another resource", () => {
  const state = { ...environment.nulls, ...environment.required };
  const show = (data: JsonObject): Response => ({ body: { data } });
  const check = "Check the id, apphosting:baseUrl, and the token's organization.";
  const gone =
    " If it no longer exists, run `pulumi state delete` with its URN (see `pulumi stack --show-urns`), or set existingId to the id of another one.";
  const differs = (difference: string) => `got a response with ${difference}, so it may be for a different environment`;

  for (const [what, data, difference] of [
    ["another id", { id: "env-2" }, 'the id "env-2" instead of "env-1"'],
    ["an id in another letter case", { id: "ENV-1" }, 'the id "ENV-1" instead of "env-1"'],
    ["another type", { id: "env-1", type: "caches" }, 'the type "caches" instead of "environments"'],
  ] as const) {
    it(`Update whose response has ${what}: fails, and the change may have gone through`, async () => {
      const { host } = createHost({ operations: "update" }, environment, show(data));
      const updated = host.update("env-1", state, { ...environment.required, branch: "next" });
      const [first, second, third] = (await catchError(updated)).message.split("\n");
      expect(first).to.equal(`update environment (PATCH /environments/env-1) ${differs(difference)}`);
      expect(second).to.match(/^The change may have gone through anyway\./);
      expect(third).to.equal(check + gone);
    });

    it(`Read whose response has ${what}: fails`, async () => {
      const { host } = createHost({ operations: "read" }, environment, show(data));
      const [first, second] = (await catchError(host.read("env-1", state))).message.split("\n");
      expect(first).to.include(`: read environment (GET /environments/env-1) ${differs(difference)}`);
      expect(second).to.equal(check + gone);
    });

    it(`Adoption whose response has ${what}: fails, and doesn't speak of a state`, async () => {
      const { host } = createHost({ operations: "read" }, environment, show(data));
      const created = host.create({ ...environment.required, existingId: "env-1" });
      const lines = (await catchError(created)).message.split("\n");
      expect(lines).to.deep.equal([`read environment (GET /environments/env-1) ${differs(difference)}`, check]);
    });
  }

  for (const [what, body] of [
    ["a list", { data: [{ id: "env-1" }] }],
    ["an object without an id", { data: { attributes: {} } }],
    ["empty", undefined],
  ] as readonly (readonly [string, Json | undefined])[]) {
    it(`Read whose response is ${what}: fails`, async () => {
      const { host } = createHost({ operations: "read" }, environment, { body });
      expect((await catchError(host.read("env-1", state))).message).to.include(differs("no id"));
    });
  }

  for (const body of [undefined, {}, { data: { attributes: [] } }, { data: { id: "env-1", type: "Environment" } }]) {
    it(`Update whose response is ${JSON.stringify(body) ?? "empty"}: succeeds`, async () => {
      const { host } = createHost({ operations: "update" }, environment, { body });
      const { outs } = await host.update("env-1", state, { ...environment.required, name: "renamed" });
      expect(outs).to.include({ name: "renamed" });
    });
  }

  for (const body of [undefined, "queued", { data: { id: "job-1", type: "jobs" } }]) {
    it(`Delete whose response is ${JSON.stringify(body) ?? "empty"}: succeeds`, async () => {
      const { host, lines, requests } = createHost({ operations: "delete" }, environment, { body });
      await host.delete("env-1", state);
      expect([listSent(requests), lines]).to.deep.equal([["DELETE /environments/env-1"], []]);
    });
  }
});
