/** What requests have, and which resource a response is about. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import type { DocumentedArgument, DocumentedResource } from "../../documented/facts.js";
import { application, cache, environment, resources } from "../documented-resources.js";
import { catchError, createHost, createResource, diffs, listSent, type Response } from "../host-fixture.js";

/** The documented body of a request with these inputs. */
function createBody({ arguments: args }: DocumentedResource, inputs: JsonObject) {
  const sent = Object.entries(args).filter(([name, { wire }]) => wire !== undefined && name in inputs);
  return Object.fromEntries(sent.map(([name, { wire = "" }]) => [wire, inputs[name]]));
}

for (const resource of resources) {
  const { documented, valid, required, table } = resource;
  const { className, create } = documented;
  const args = Object.entries(documented.arguments);
  const nullsOf = (isSelected: (argument: DocumentedArgument) => boolean): JsonObject => {
    const selected = args.filter(([name, argument]) => !(name in required) && isSelected(argument));
    return Object.fromEntries(selected.map(([name]) => [name, null]));
  };

  it(`Create of ${className}: sends only what is set, and null only where it's a value`, async () => {
    const { host, requests } = createHost({}, resource);
    const nulls = nullsOf(({ nullable }) => nullable !== "refused");
    await host.create({ ...required, ...nulls, __provider: "text" });
    const sent = { ...required, ...nullsOf(({ nullable }) => nullable === "value") };
    expect(requests).to.deep.equal([{ ...create, body: createBody(documented, sent) }]);
  });

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
    "warning: Environment staging of app/1 (dep-77): the response shows nothing of the environment but this id. In the provider's web console, check that this is the environment's id.";
  for (const [what, of, body, id, ...lines] of [
    ["a cache: its cacheId", cache, { data: {} }, "cache/1"],
    ["id of a flat body", environment, { id: "env-7", type: "environments" }, "env-7"],
    ["a number", application, { data: { id: 41, type: "applications" } }, "41"],
    ["a singular type", environment, { data: { id: "env-7", type: "environment" } }, "env-7"],
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

  it("Id missing for an application: an error that says that it may exist, with the API's message", async () => {
    const body = { data: { attributes: { name: "Shop" } }, message: " Queued.\n" };
    const { host } = createHost({}, application, { body });
    const { message } = await catchError(host.create(application.required));
    expect(message).to.match(
      /^create application \(POST \/applications\) got a response without an id: Queued\.\nThe application may have /,
    );
  });

  const job = { id: "41", type: "jobs", attributes: {} };
  const relationships = { environment: { data: { id: "x", type: "environments" } } };
  for (const [what, body] of [
    ["data", { data: { ...job, relationships } }],
    ["a flat body", job],
  ] as const) {
    it(`Id of another type in ${what}: an error that says that the environment may exist`, async () => {
      const { host } = createHost({}, environment, { body });
      const [first, second, ...others] = (await catchError(host.create(environment.required))).message.split("\n");
      const type = 'the type "jobs" instead of "environments"';
      expect(first?.endsWith(`with ${type}, so it may be for a different environment`)).to.equal(true);
      expect(second).to.match(/^The environment may have been created anyway\. The next/);
      expect(others).to.deep.equal([]);
    });
  }
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
