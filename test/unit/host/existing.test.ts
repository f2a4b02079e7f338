import { expect } from "chai";
import type { JsonObject } from "../../../provider/api/http/json.js";
import { unknownInput } from "../../../provider/host/state/model.js";
import { application, cache, environment } from "../documented-resources.js";
import {
  catchError,
  createGet,
  createHost,
  createRefusal,
  createResource,
  diffs,
  type Response,
} from "../host-fixture.js";

const inputs = { ...application.valid, existingId: "old/1" };
const renamed = { ...inputs, name: "Store" };
const title = "Application Shop (old/1)";
const adopts = (of: string) => `warning: ${of} will be adopted, not created, because existingId is set.`;
const corrects = (of: string, name: string) =>
  `warning: ${of}: existingId is set, so \`pulumi up\` only corrects ${name} in the state. It isn't sent, and the API keeps its own value.`;

it("Adoption by existingId: one warning before the create, if the inputs are valid", async () => {
  const { host, lines } = createHost({}, application);
  await host.check(inputs, renamed);
  for (const news of [application.valid, { ...inputs, name: 5 }]) await host.check({}, news);
  expect(lines).to.deep.equal([]);
  for (const _ of ["preview", "up"]) await host.check({}, { ...inputs, name: " Shop " });
  expect(lines).to.deep.equal([`${adopts(title)} Nothing will be sent.`]);
  await host.check({}, { ...inputs, existingId: unknownInput });
  expect(lines[1]).to.equal(`${adopts("Application Shop")} Nothing will be sent.`);
  const reading = createHost({ operations: "read" }, environment);
  await reading.host.check({}, { ...environment.required, existingId: "env-1" });
  expect(reading.lines).to.deep.equal([`${adopts("Environment staging of app/1 (env-1)")} Its outputs will be read.`]);
});

it("Adoption of a cache: the warning has its id and the arguments to send", async () => {
  const { host, lines, requests } = createHost({}, cache);
  await host.check({}, { cacheId: "cache-1", name: "sessions", size: "1gb", triggers: [1] });
  expect(lines).to.deep.equal([
    "warning: Cache sessions (cache-1) will be adopted: it already exists, and `pulumi up` will set its name and size.",
  ]);
  expect(requests).to.deep.equal([]);
});

it("existingId: the create sends nothing, and outputs are the inputs or null", async () => {
  for (const operations of ["", "update,delete"]) {
    const { host, requests } = createHost({ operations }, application);
    const __apphosting = { set: Object.keys(inputs), input: {}, actual: {} };
    const outs = { ...application.nulls, ...inputs, __apphosting };
    expect(await host.create(inputs)).to.deep.equal({ id: "old/1", outs });
    expect(requests).to.deep.equal([]);
  }
});

it("existingId unchanged: changed and removed arguments only affect the state, with warnings", async () => {
  const { id, state, host, diff, lines, requests } = await createResource({}, application, inputs);
  expect(await diff(inputs)).to.deep.equal(diffs.none);
  const { buildCommand: _, clusterId: __, ...less }: JsonObject = renamed;
  for (const _ of ["preview", "up"]) expect(await diff(less)).to.deep.equal(diffs.unseen);
  const { outs } = await host.update(id, { ...state, slug: "web" }, less);
  expect(outs).to.deep.include({ ...state, slug: "web", ...less, __apphosting: outs.__apphosting });
  expect(await host.diff(id, outs, less)).to.deep.equal(diffs.none);
  const omitted = `warning: ${title}: the program no longer sets buildCommand and clusterId, so they're no longer managed. Nothing is sent for them.`;
  expect(lines).to.deep.equal([omitted, corrects(title, "name")]);
  expect(requests).to.deep.equal([]);
});

it("existingId removed later: no change, and its output stays", async () => {
  const { diff, update } = await createResource({}, application, inputs);
  expect(await diff(application.valid)).to.deep.equal(diffs.none);
  expect(await diff({ ...application.valid, name: "Store" })).to.deep.equal({ replaces: ["name"] });
  expect(await update(application.valid)).to.include({ existingId: "old/1" });
  const updated = await createResource({ operations: "update" }, application, inputs);
  const outs = await updated.update({ ...application.valid, name: "Store" });
  expect(outs).to.include({ existingId: "old/1", name: "Store" });
});

it("existingId added later: no change if it's the resource's id, else a replacement", async () => {
  const { id, diff, lines } = await createResource({}, application, application.valid);
  expect(await diff({ ...application.valid, existingId: id })).to.deep.equal(diffs.none);
  expect(await diff({ ...application.valid, name: "Store", existingId: id })).to.deep.equal(diffs.unseen);
  expect(lines).to.deep.equal([corrects("Application Shop (id-1)", "name")]);
  expect(await diff(inputs)).to.deep.equal({ replaces: ["existingId"] });
});

const updating = { operations: "update" };
const adopted = { ...environment.required, clusterId: "c1", existingId: "env-9" };

it("existingId with update enabled: sends updatable arguments, and only records the rest", async () => {
  const { diff, update, requests, lines } = await createResource(updating, environment, adopted);
  const news = { ...adopted, branch: "next", clusterId: "c2" };
  expect(await diff(news)).to.deep.equal(diffs.seen);
  expect(await update(news)).to.include(news);
  expect(requests.map(({ body }) => body)).to.deep.equal([{ branch: "next" }]);
  expect(lines[0]).to.equal(corrects("Environment staging of app/1 (env-9)", "clusterId"));
});

for (const [what, state] of [
  ["existingId", adopted],
  ["the id", environment.required],
] as const) {
  it(`Update by ${what} that gets 404: the error says to check ${what}`, async () => {
    const { host } = createHost(updating, environment, createRefusal(404, "No."));
    const { message } = await catchError(host.update("env-9", state, { ...state, branch: "next" }));
    expect(message).to.include(`Check ${what}: the API doesn't know "env-9"`);
  });
}

const reading = { operations: "read" };
const both = { operations: "read,update" };
const shop = { ...application.required, existingId: "app-1" };

it("existingId with read enabled: the create reads outputs, and warns which arguments differ", async () => {
  const attributes = { name: "Store", slug: "store", region: "us-east-2" };
  const { host, lines, requests } = createHost(reading, application, { attributes });
  const { id, outs } = await host.create(shop);
  expect(id).to.equal("app-1");
  expect(outs).to.deep.include({ ...attributes, name: "Shop" });
  expect(outs.__apphosting).to.deep.include({ actual: { name: "Store" } });
  expect(lines).to.deep.equal([
    'warning: Application Shop (app-1): name: the program sets "Shop", but the API has "Store". It can\'t be updated. To accept the API\'s value, set that value in the program.',
  ]);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).to.deep.equal(["GET /applications/app-1"]);
});

it("existingId with read and update enabled: no drift warning for what the next up updates", async () => {
  const { state, diff, written } = await createResource(both, application, shop, { attributes: { name: "Store" } });
  expect(written).to.deep.equal([]);
  expect(state.name).to.equal("Shop");
  expect(state.__apphosting).to.deep.include({ actual: { name: "Store" } });
  expect(await diff(shop)).to.deep.equal(diffs.unseen);
});

for (const [what, attributes, isUnconfirmed] of [
  ["lacks one value and has a null", { name: "Shop", root_directory: null }, true],
  ["lacks one value", { name: "Shop", root_directory: "web" }, true],
  ["has all documented values", { name: "Shop", root_directory: "web", repository: { full_name: "acme/web" } }, false],
] as const) {
  it(`existingId with read and update: up sends ${isUnconfirmed ? "everything" : "nothing"} if the response ${what}`, async () => {
    const program = { ...shop, rootDirectory: "web", repository: "acme/web", clusterId: "cluster-1" };
    const { state, diff, update, lines } = await createResource(both, application, program, { attributes });
    expect(await diff(program)).to.deep.equal(isUnconfirmed ? diffs.unseen : diffs.none);
    const says = `warning: Application Shop (app-1): reading it did not confirm everything that the program sets. \`pulumi up\` will send name, repository, sourceControlProvider, and rootDirectory.`;
    expect(lines).to.deep.equal(isUnconfirmed ? [says] : []);
    expect((state.__apphosting as JsonObject).unconfirmed).to.equal(isUnconfirmed ? "adoption" : undefined);
    expect((await update(program)).__apphosting).to.not.have.property("unconfirmed");
  });
}

it("existingId with only read or only update enabled: nothing counts as unconfirmed", async () => {
  for (const operations of ["read", "update"]) {
    const { diff } = await createResource({ operations }, application, { ...shop, rootDirectory: "web" });
    expect(await diff({ ...shop, rootDirectory: "web" }), operations).to.deep.equal(diffs.none);
  }
});

const [refused, other] = [createRefusal(404, "No."), { body: { data: { id: "app-1" } } }];
for (const [what, existingId, response, says] of [
  ["the API doesn't know", "app-1", refused, /status 404: No\.\nCheck existingId: .* "app-1"/],
  ["differs from the API's in letter case", "APP-1", other, /"app-1" instead of "APP-1".* Check the id, /],
] as const) {
  it(`existingId with read enabled: the create fails for an id that ${what}`, async () => {
    const { host } = createHost(reading, application, response);
    expect((await catchError(host.create({ ...shop, existingId }))).message).to.match(says);
  });
}

const ofApp1: Response = {
  body: { data: { id: "env-1", relationships: { application: { data: { type: "applications", id: "app-1" } } } } },
};

for (const what of ["set", "removed"]) {
  it(`existingId with a wrong applicationId: correcting it only changes the state, existingId ${what}`, async () => {
    const consenting = { ...environment.required, __deletable: true };
    const wrong = { ...consenting, applicationId: "app-777", existingId: "env-1" };
    const resource = await createResource({ operations: "read,delete" }, environment, wrong, ofApp1);
    const { id, state, written, host, diff, update, lines, requests } = resource;
    expect(written.join()).to.include('applicationId: the program sets "app-777", but the API has "app-1".');
    await host.read(id, state);
    expect(lines.join()).to.include('applicationId: the state has "app-777", but the API has "app-1".');
    const corrected = { ...consenting, applicationId: "app-1", ...(what === "set" ? { existingId: "env-1" } : {}) };
    expect(await diff(corrected)).to.deep.equal(diffs.unseen);
    expect(lines.at(-1)).to.include("only corrects applicationId in the state: the API already has this value.");
    const outs = await update(corrected);
    expect(outs.applicationId).to.equal("app-1");
    expect(await host.diff(id, outs, corrected)).to.deep.equal(diffs.none);
    expect(requests.map(({ method }) => method)).to.deep.equal(["GET"]);
  });
}

it("get: applicationId is the response's parent, or the state's if the response has none", async () => {
  for (const [answer, applicationId] of [
    [ofApp1, "app-1"],
    [{ body: { data: { id: "env-1" } } }, "app-9"],
  ] as const) {
    const { get } = createGet(reading, environment, answer);
    expect((await get.read("env-1", { applicationId: "app-9" })).props.applicationId).to.equal(applicationId);
  }
});
