/** What create, update and adoption send, which id a resource gets, and which responses are refused. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import type { DocumentedArgument, DocumentedResource } from "../../documented/facts.js";
import { application, cache, environment, resources, type TestedResource } from "../documented-resources.js";
import { catchError, createHost, createResource, diffs, listSent } from "../host-fixture.js";

const all = { operations: "read,update,delete" };
const reading = { operations: "read" };
const { required } = environment;
const next = { ...required, branch: "next" };

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
}

for (const id of ["..", "."]) {
  it(`Request with the id "${id}": not sent, because it would change the path`, async () => {
    const { host, requests } = createHost(all, environment);
    const { message } = await catchError(host.delete(id, required));
    expect(message).to.include(`DELETE /environments/${id} was not sent: it has no valid id of the environment.`);
    expect(requests).to.deep.equal([]);
  });
}

for (const [what, settings, says] of [
  ["no token", { tokenVariable: "APPHOSTING_NOTHING" }, /^the environment variable APPHOSTING_NOTHING, named in/],
  ["a malformed setting", { maxRetries: "many" }, /^apphosting:maxRetries must be an integer/],
] as const) {
  it(`Request with ${what}: not sent, and the error says how to set it`, async () => {
    const { host, requests } = createHost({ ...settings, operations: "update" }, environment);
    for (const call of [host.create(next), host.update("env-1", required, next)]) {
      expect((await catchError(call)).message).to.match(says);
    }
    expect(requests).to.deep.equal([]);
  });
}

for (const operations of ["", "update,delete"]) {
  it(`Adoption with operations "${operations}": sends nothing, and outputs are the inputs or null`, async () => {
    const inputs = { ...application.valid, existingId: "old/1" };
    const { host, requests } = createHost({ operations }, application);
    const { id, outs = {} } = await host.create(inputs);
    expect(id).to.equal("old/1");
    expect({ ...outs, __apphosting: null }).to.deep.equal({ ...application.nulls, ...inputs, __apphosting: null });
    expect(requests).to.deep.equal([]);
  });
}

it("Adoption with read enabled and a wrong applicationId: correcting it sends and replaces nothing", async () => {
  const application = { data: { type: "applications", id: "app-1" } };
  const ofApp1 = { body: { data: { id: "env-1", attributes: { slug: "web" }, relationships: { application } } } };
  const wrong = { ...required, applicationId: "app-777", existingId: "env-1" };
  const resource = await createResource(reading, environment, wrong, ofApp1);
  const { id, host, state, written, diff, update, requests } = resource;
  expect(state).to.include({ applicationId: "app-777", slug: "web" });
  expect(written.join()).to.include('applicationId: the program sets "app-777", but the API has "app-1".');
  const corrected = { ...required, applicationId: "app-1" };
  expect(await diff(corrected)).to.deep.equal(diffs.unseen);
  expect(await host.diff(id, await update(corrected), corrected)).to.deep.equal(diffs.none);
  expect(requests).to.deep.equal([]);
});

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

it("Made id: a preview that sets existingId to another says that it's the API's id", async () => {
  const { lines, diff } = await createResource(all, environment, required, { body: {} });
  expect((await diff({ ...required, existingId: "env-9" })).replaces).to.deep.equal(["existingId"]);
  const title = "warning: Environment staging of app/1 (app/1/staging)";
  expect(lines).to.deep.equal([`${title} will have the API's id instead of the one that the package made.`]);
});

it("Made id: no update, read or delete is sent, even after the name has changed", async () => {
  const { id, state, host, lines, requests } = await createResource(all, environment, required, { body: {} });
  const { outs = {} } = await host.update(id, state, { ...required, existingId: id, name: "Staging" });
  await host.read(id, outs);
  await host.delete(id, outs);
  expect(requests).to.deep.equal([]);
  const title = "warning: Environment Staging of app/1 (app/1/staging)";
  expect(lines).to.deep.equal([
    `${title} wasn't read, because the package made its id. Set existingId to the API's id.`,
    `${title} was removed from the state but still exists: the package made its id, which the API doesn't know.`,
  ]);
});

const job = { id: "41", type: "jobs", attributes: {} };
const relationships = { environment: { data: { id: "x", type: "environments" } } };
const ofOtherType =
  'create environment (POST /applications/app%2F1/environments) got a response with the type "jobs" instead of "environments"';
const noId = "create application (POST /applications) got a response with no id: Queued.";
for (const [what, of, body, says] of [
  ["no id, with a message", application, { data: { attributes: { name: "Shop" } }, message: " Queued.\n" }, noId],
  ["another type in data", environment, { data: { ...job, relationships } }, ofOtherType],
  ["another type in a flat body", environment, job, ofOtherType],
] as readonly (readonly [string, TestedResource, JsonObject, string])[]) {
  it(`Create whose response has ${what}: fails, and the ${of.table.noun} may exist`, async () => {
    const { host } = createHost({}, of, { body });
    const [first, second, ...others] = (await catchError(host.create(of.required))).message.split("\n");
    expect(first).to.equal(says);
    expect(second).to.include(`The ${of.table.noun} may have been created anyway. The next`);
    expect(others).to.deep.equal([]);
  });
}

const check = "Check the id, apphosting:baseUrl, and the token's organization.";
const calls = {
  update: ["PATCH", ({ host }: ReturnType<typeof createHost>) => host.update("env-1", required, next)],
  read: ["GET", ({ host }: ReturnType<typeof createHost>) => host.read("env-1", required)],
  adoption: ["GET", ({ host }: ReturnType<typeof createHost>) => host.create({ ...required, existingId: "env-1" })],
} as const;
for (const [what, data, difference] of [
  ["another id", { id: "env-2" }, 'the id "env-2" instead of "env-1"'],
  ["an id in another letter case", { id: "ENV-1" }, 'the id "ENV-1" instead of "env-1"'],
  ["another type", { id: "env-1", type: "caches" }, 'the type "caches" instead of "environments"'],
] as const) {
  for (const [call, [method, act]] of Object.entries(calls)) {
    it(`Response to ${call} with ${what}: refused`, async () => {
      const { message } = await catchError(act(createHost(all, environment, { body: { data } })));
      const [first, ...others] = message.split("\n").filter((line) => !line.startsWith("Without `--run-program`"));
      expect(first).to.include(` environment (${method} /environments/env-1) got a response with ${difference}`);
      const mayHaveChanged = others.filter((line) => line.startsWith("The change may have gone through anyway."));
      expect(mayHaveChanged).to.have.length(call === "update" ? 1 : 0);
      expect(others.slice(mayHaveChanged.length)).to.deep.equal([check]);
    });
  }
}

const changed = { ...required, name: "renamed" };
const empty = [undefined, {}, { data: { attributes: [] } }, { data: { id: "env-1", type: "Environment" } }];
for (const body of [...empty, { data: [{ id: "env-1" }] }] as readonly (Json | undefined)[]) {
  const isResource = JSON.stringify(body)?.includes("Environment");
  it(`Response ${JSON.stringify(body) ?? "that is empty"}: enough for an update`, async () => {
    const { host } = createHost(all, environment, { body });
    expect((await host.update("env-1", required, changed)).outs).to.include({ name: "renamed" });
  });

  it(`Response ${JSON.stringify(body) ?? "that is empty"}: ${isResource ? "" : "not "}enough for a read`, async () => {
    const { host } = createHost(all, environment, { body });
    const { message } = await catchError(host.read("env-1", required));
    expect(message).to.include(isResource ? "nothing was thrown" : "got a response with no id");
  });
}

for (const body of [undefined, "queued", { data: { id: "job-1", type: "jobs" } }]) {
  it(`Response ${JSON.stringify(body) ?? "that is empty"}: enough for a delete`, async () => {
    const { host, lines, requests } = createHost(all, environment, { body });
    await host.delete("env-1", required);
    expect([listSent(requests), lines]).to.deep.equal([["DELETE /environments/env-1"], []]);
  });
}
