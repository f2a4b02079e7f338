/** What a preview and a response make the host say. Each warning begins with the title of its resource. */

import { expect } from "chai";
import { unknownInput } from "../../../provider/host/plan.js";
import type { JsonObject } from "../../../provider/rows/json.js";
import { buildAttributes } from "../../documented/facts.js";
import { application, cache, environment, formatTitle, type TestedResource } from "../documented-resources.js";
import { createHost, createResource } from "../host-fixture.js";

const all = "read,update,delete";
const staging = environment.required;
const shop = application.required;
const ofUnknown = { ...staging, applicationId: unknownInput };

/** Previews a change of a resource with the id `id-1`. */
async function preview(operations: string, of: TestedResource, state: JsonObject, news: JsonObject) {
  const { host, lines } = createHost({ operations }, of);
  for (const _ of ["preview", "up"]) await host.diff("id-1", { ...of.nulls, ...state }, news);
  const title = `warning: ${formatTitle(of, "id-1")}`;
  return lines.map((line) => line.replace(title, "…"));
}

describe("Title in a warning", () => {
  for (const [what, of, state, title] of [
    ["a name with white space: trimmed", application, { ...shop, name: " Shop\n" }, "Application Shop (id-1)"],
    ["a name that isn't known", application, { ...shop, name: unknownInput }, "Application [unknown] (id-1)"],
    ["an application that isn't known", environment, ofUnknown, "Environment staging (id-1)"],
    ["no name", application, {}, "Application id-1"],
  ] as const) {
    it(`Title of ${what}`, async () => {
      const { host, lines } = createHost({}, of);
      await host.delete("id-1", state);
      expect(lines[0]).to.match(new RegExp(`^warning: ${title.replaceAll(/[()[\]]/g, "\\$&")} was removed`));
    });
  }
});

describe("Preview of a replacement", () => {
  const leaves = "The old one leaves the stack and keeps running, and billing, until you delete it";
  const replaced = `… will be replaced. ${leaves}.`;
  const unlessDeleted = `… will be replaced. ${leaves}, unless the preview shows its delete: without \`[retain]\`, Pulumi deletes it.`;
  const may = (name: string, hint = "") => `… may be replaced: ${name} isn't known before \`up\`. ${hint}${leaves}.`;
  const target = "If a cache's output is the reason, first run `pulumi up --target <URN of the cache>`. ";
  const taken = "…: the replacement has the same name. The API may refuse it while the old environment exists.";
  const [app, command] = [{ applicationId: unknownInput }, { buildCommand: unknownInput }];
  for (const [what, operations, of, change, ...lines] of [
    ["an application", "", application, { name: "Store" }, replaced],
    ["an application, with delete named", all, application, { region: "us-east-2" }, replaced],
    ["an environment", "read,update", environment, { clusterId: "c" }, replaced, taken],
    ["an environment, with delete named", "delete", environment, { branch: "b" }, unlessDeleted, taken],
    ["an environment by one of another name", "", environment, { branch: "b", name: "other" }, replaced],
    ["one whose application isn't known", "", environment, app, may("applicationId")],
    ["one whose command isn't known", "", environment, command, may("buildCommand", target), taken],
    ["one by an unknown command and a branch", "", environment, { ...command, branch: "b" }, replaced, taken],
  ] as readonly (readonly [string, string, TestedResource, JsonObject, ...string[]])[]) {
    it(`Preview of a replacement of ${what}`, async () => {
      expect(await preview(operations, of, of.required, { ...of.required, ...change })).to.deep.equal(lines);
    });
  }

  for (const [of, change] of [
    [environment, { existingId: "env-7", branch: "next" }],
    [cache, { cacheId: "cache-7" }],
  ] as const) {
    it(`Preview of ${of.table.className} with another ${Object.keys(change).join(" and ")}: never asks to delete the old one`, async () => {
      const adopted = { ...of.required, [of.table.idArgument]: "id-1" };
      expect(await preview(all, of, adopted, { ...adopted, ...change })).to.deep.equal([
        `… leaves this resource, unchanged: another ${of.table.noun} is adopted in its place.`,
      ]);
    });
  }

  it("Preview of a replacement by null alone: names the argument, as the engine shows no line", async () => {
    const known = { set: Object.keys(staging), notKnown: [] };
    const built = { ...staging, buildCommand: "make", __apphosting: known };
    const toNull = { ...staging, buildCommand: null };
    const [first] = await preview("", environment, built, toNull);
    expect(first).to.equal("… will be replaced because the program sets buildCommand to null.");
    const lines = await preview("", environment, built, { ...toNull, branch: "next" });
    expect(lines.join()).to.not.include("replaced because");
  });
});

describe("Preview of an update", () => {
  const states = new Map<TestedResource, JsonObject>([
    [environment, { ...staging, buildCommand: "make", clusterId: "c", edgeNetworkId: "e" }],
    [cache, { ...cache.required, cacheId: "id-1", size: "1gb" }],
    [application, { ...shop, existingId: "id-1", buildCommand: "make" }],
  ]);
  const sends = "`pulumi up` will send the program's value. To stop this, set the API's value in the program.";
  const another = `…: size: the program sets "1gb", but the API has "5gb". ${sends}`;
  const anotherSecret = `…: buildCommand: the program sets one value, but the API has another. ${sends}`;
  const willSend = (names: string) =>
    `…: \`pulumi up\` will send ${names}, because no response has confirmed what the API has.`;
  const becomesNull = "…: the program sets buildCommand to null. `pulumi up` will send it.";
  const omits = (names: string, they: string, them: string) =>
    `…: the program no longer sets ${names}, so ${they} no longer managed. Nothing is sent for ${them}.`;
  const mayLeave = (name: string, noun: string) =>
    `…: ${name} isn't known before \`up\`. If it turns out to be the id of another ${noun}, this one leaves this resource, unchanged.`;
  const records = (name: string) => `\`pulumi up\` only corrects ${name} in the state`;
  const isKnown = (name: string) => `…: ${records(name)}: the API already has this value.`;
  const keeps = (name: string, value: string, reason = "existingId is set") =>
    `…: ${reason}, so ${records(name)}. It isn't sent, and the API keeps ${value}.`;

  const drifted = { actual: { size: "5gb" } };
  const fixed = { input: { name: "Mall" }, actual: { name: "Store" } };
  const secret = { actual: { buildCommand: "deploy --token x" } };
  const open = { input: { size: "5gb" }, actual: { size: "1gb" }, notKnown: ["size"] };
  const noName = { notKnown: ["name"] };
  const notUpdated = keeps("name", '"Store"', "name can't be updated");
  const left = { clusterId: null, edgeNetworkId: null };
  for (const [what, of, hidden, change, ...lines] of [
    ["nothing changes", environment, {}, {}],
    ["the engine shows all", environment, {}, { branch: "next" }],
    ["the API has another value", cache, drifted, {}, another],
    ["the API has another secret", environment, secret, {}, anotherSecret],
    ["no response has shown an argument", environment, { notKnown: ["branch"] }, {}, willSend("branch")],
    ["another value may still be applied", cache, open, {}, willSend("size")],
    ["a command becomes null", environment, {}, { buildCommand: null }, becomesNull],
    ["the API already has the new value", cache, drifted, { size: "5gb" }, isKnown("size")],
    ["one argument is left out", environment, {}, { clusterId: null }, omits("clusterId", "it's", "it")],
    ["two are left out", environment, {}, left, omits("clusterId and edgeNetworkId", "they're", "them")],
    ["existingId isn't known", environment, {}, { existingId: unknownInput }, mayLeave("existingId", "environment")],
    ["cacheId isn't known", cache, {}, { cacheId: unknownInput }, mayLeave("cacheId", "cache")],
    ["an adopted name changes", application, {}, { name: "Mall" }, keeps("name", '"Shop"')],
    ["an adopted name isn't known", application, noName, { name: "Mall" }, keeps("name", "its own value")],
    ["an adopted secret changes", application, {}, { buildCommand: "b" }, keeps("buildCommand", "its own value")],
    ["an adopted name becomes the API's", application, fixed, { name: "Store" }, isKnown("name")],
    ["a name is back to the input", application, fixed, { existingId: null, name: "Mall" }, notUpdated],
  ] as readonly (readonly [string, TestedResource, JsonObject, JsonObject, ...string[]])[]) {
    it(`Preview in which ${what}: ${lines.length === 0 ? "no warning" : "a warning"}`, async () => {
      const state = states.get(of) ?? {};
      const known = { set: Object.keys(state), notKnown: [], ...hidden };
      const news: JsonObject = { ...state, ...change };
      if (news.existingId === null) delete news.existingId;
      const operations = of === application ? "" : all;
      expect(await preview(operations, of, { ...state, __apphosting: known }, news)).to.deep.equal(lines);
    });
  }
});

it("Diff of a refresh: no warning, because its inputs are the last up's", async () => {
  const news = { ...cache.required, size: "1gb" };
  const state = { ...cache.nulls, ...news, __apphosting: { actual: { size: "5gb" } } };
  const { host, lines } = createHost({}, cache);
  await host.check(news, { ...news, size: "5gb" });
  await host.diffInRefresh("cache-1", state, news);
  expect(lines).to.deep.equal([]);
});

describe("Preview of an adoption", () => {
  const adopts = (title: string, effect: string, later?: string) =>
    `${title} will be adopted, not created, because existingId is set. ${effect}` +
    (later === undefined
      ? ""
      : ` No response will show ${later}, so a later \`pulumi up\` sends ${later.includes(" ") ? "them" : "it"}.`);
  const [nothing, outputs] = ["Nothing will be sent.", "Its outputs will be read."];
  const sent = "name, sourceControlProvider, and rootDirectory";
  const title = "Application Shop (app-1)";
  const app = { ...shop, existingId: "app-1", rootDirectory: "web" };
  const unknownApp = { ...ofUnknown, existingId: "env-1" };
  const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb", triggers: [1] };
  const willSet =
    "Cache sessions (cache-1) will be adopted: it already exists, and `pulumi up` will set its name and size.";
  for (const [what, of, operations, inputs, line] of [
    ["an application", application, "", app, adopts(title, nothing)],
    ["an application, with read named", application, "read", app, adopts(title, outputs)],
    ["an application, with update named", application, "update", app, adopts(title, nothing, sent)],
    ["an application, with both named", application, all, app, adopts(title, outputs, "sourceControlProvider")],
    ["an unknown id", application, "", { ...app, existingId: unknownInput }, adopts("Application Shop", nothing)],
    ["one of an unknown application", environment, "", unknownApp, adopts("Environment staging (env-1)", nothing)],
    ["a cache", cache, "", sessions, willSet],
  ] as readonly (readonly [string, TestedResource, string, JsonObject, string])[]) {
    it(`Preview of an adoption of ${what}: one warning`, async () => {
      const { host, lines, requests } = createHost({ operations }, of);
      for (const _ of ["preview", "up"]) await host.check({}, inputs);
      expect(lines).to.deep.equal([`warning: ${line}`]);
      expect(requests).to.deep.equal([]);
    });
  }

  for (const [what, olds, inputs] of [
    ["has mistakes", {}, { ...app, name: 5 }],
    ["is in the state", app, app],
    ["is created", {}, shop],
  ] as const) {
    it(`Preview of an application that ${what}: no warning of an adoption`, async () => {
      const { host, lines } = createHost({}, application);
      await host.check(olds, inputs);
      expect(lines).to.deep.equal([]);
    });
  }
});

const fixed = "It can't be updated. To accept the API's value, set that value in the program.";

const two = (name: string, a: string, b: string) => `${name}: the program sets ${a}, but the API has ${b}. ${fixed}`;
for (const [of, name, says] of [
  [application, "region", two("region", '"eu-west-1"', '"us-east-2"')],
  [environment, "buildCommand", two("buildCommand", "one value", "another")],
] as const) {
  it(`Response to a create of ${of.table.className} with another ${name}: a warning`, async () => {
    const { attribute = "", other = null } = of.documented.arguments[name] ?? {};
    const { id, written } = await createResource({}, of, of.valid, { attributes: buildAttributes(attribute, other) });
    expect(written).to.deep.equal([`warning: ${formatTitle(of, id)}: ${says}`]);
  });
}

const sessions = { ...cache.required, cacheId: "id-1", size: "1gb" };

describe("Response to an update", () => {
  const returned = `size: the program sets "1gb", but the API returned "250mb".`;
  const drift = `${returned} It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
  const again = "run `pulumi up` again later to send it again. Or the";
  const size = `${returned} The API may still be applying it (status "updating"): ${again} API has another name for size: set that name in apphosting:fieldNames.`;
  const name = `name: the program sets "sessions", but the API returned "other". The API may still be applying it: ${again} API didn't apply it: to stop this warning, set the API's value in the program.`;
  const isPublic = "is_public in the response has an unexpected type, so it's ignored (expected true or false).";
  const named = { name: "sessions" };
  const [small, updating] = [
    { ...named, size: "250mb" },
    { ...named, size: "250mb", status: "updating" },
  ];
  for (const [what, state, change, attributes, ...lines] of [
    ["the values", {}, { size: "250mb" }, small],
    ["no attributes", {}, { size: "250mb" }, {}],
    ["another size and a status: it may still be applied", { size: "5gb" }, {}, updating, size],
    ["another size that wasn't sent: drift", {}, { triggers: [2] }, small, drift],
    ["another name, which every update sends: no drift", {}, { triggers: [2] }, { name: "other" }, name],
    ["no flag", {}, { isPublic: true }, named],
    ["a flag of another type: said once", {}, { isPublic: true }, { ...named, is_public: "yes" }, isPublic],
  ] as readonly (readonly [string, JsonObject, JsonObject, JsonObject, ...string[]])[]) {
    it(`Response to an update of a cache that has ${what}`, async () => {
      const { host, lines: seen } = createHost({}, cache, { attributes });
      await host.update("id-1", { ...cache.nulls, ...sessions, ...state }, { ...sessions, ...change });
      expect(seen).to.deep.equal(lines.map((line) => `warning: Cache sessions (id-1): ${line}`));
    });
  }

  const [make, repository] = [{ buildCommand: "make" }, { repository: "a/b" }];
  for (const [what, of, change, attributes, ...lines] of [
    ["the command", environment, make, { build_command: "make" }],
    ["no branch, which no response has", environment, { branch: "next" }, {}],
    ["a null for a null command", environment, { buildCommand: null }, { build_command: null }],
    ["the repository", application, repository, { repository: { full_name: "a/b" } }],
  ] as readonly (readonly [string, TestedResource, JsonObject, JsonObject, ...string[]])[]) {
    it(`Response to an enabled update that has ${what}`, async () => {
      const { host, lines: seen } = createHost({ operations: all }, of, { attributes });
      const state = { ...of.nulls, ...of.required, buildCommand: "before" };
      await host.update("id-1", state, { ...of.required, buildCommand: "before", ...change });
      expect(seen).to.deep.equal(lines.map((line) => `warning: ${formatTitle(of, "id-1")}: ${line}`));
    });
  }
});

describe("Response to a read", () => {
  const drift = { name: "Store", region: "mars-1" };
  for (const [what, operations, hidden, attributes, ...lines] of [
    ["what can't be updated", "read", {}, drift, "name Shop Store", "region eu-west-1 mars-1"],
    ["what can be updated: the next preview shows it", all, {}, { name: "Store" }],
    ["what the program doesn't set", "read", { set: ["name"] }, { region: "us-east-2" }],
    ["nothing but white space", "read", {}, { name: " Shop " }],
  ] as readonly (readonly [string, string, JsonObject, JsonObject, ...string[]])[]) {
    it(`Refresh that shows drift of ${what}: ${lines.length} warnings`, async () => {
      const { host, lines: seen } = createHost({ operations }, application, { attributes });
      await host.read("id-1", { ...application.nulls, ...application.valid, __apphosting: hidden });
      const written = lines.map((line) => {
        const [name, before, after] = line.split(" ");
        const differs = `the state has "${before}", but the API has "${after}"`;
        return `warning: Application Shop (id-1): ${name}: ${differs}. ${fixed}`;
      });
      expect(seen).to.deep.equal(written);
    });
  }

  it("Refresh that shows another buildCommand: a warning without values", async () => {
    const { host, lines } = createHost({ operations: "read" }, environment, { attributes: { build_command: "make" } });
    const hidden = { set: ["buildCommand"], notKnown: [] };
    await host.read("id-1", { ...environment.nulls, ...staging, __apphosting: hidden });
    expect(lines).to.deep.equal([
      `warning: Environment staging of app/1 (id-1): buildCommand: the state has one value, but the API has another. ${fixed}`,
    ]);
  });
});

it("Response with members of an unexpected type: a warning for each, without the values", async () => {
  const attributes = { name: ["SECRET"], slug: ["SECRET"], language: "html" };
  const { written, state } = await createResource({}, application, shop, { attributes });
  expect(state).to.include({ name: "Shop", slug: null });
  const ignored = "in the response has an unexpected type, so it's ignored (expected a string).";
  expect(written).to.deep.equal(
    ["name", "slug"].map((field) => `warning: Application Shop (id-1): ${field} ${ignored}`),
  );
});
