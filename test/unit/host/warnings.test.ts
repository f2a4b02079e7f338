/** What the host says of a preview and of a response. Each warning begins with the title of its resource. */

import { expect } from "chai";
import type { JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment, formatTitle, type TestedResource } from "../documented-resources.js";
import { createHost, createResource, unknownInput } from "../host-fixture.js";

const all = "read,update,delete";
const staging = environment.required;
const shop = application.required;
const ofUnknown = { ...staging, applicationId: unknownInput };

for (const [what, of, state, title] of [
  ["a name with white space: trimmed", application, { ...shop, name: " Shop\n" }, "Application Shop (id-1)"],
  ["a name that isn't known", application, { ...shop, name: unknownInput }, "Application id-1"],
  ["an application that isn't known", environment, ofUnknown, "Environment staging (id-1)"],
  ["no name", application, {}, "Application id-1"],
] as const) {
  it(`Title of a warning about ${what}`, async () => {
    const { host, lines } = createHost({}, of);
    await host.delete("id-1", state);
    expect(lines[0]?.split(" was removed")[0]).to.equal(`warning: ${title}`);
  });
}

/** Previews a change of a resource. The API shows these attributes to its create or adoption, and to later reads. */
async function preview(
  operations: string,
  of: TestedResource,
  inputs: JsonObject,
  change: JsonObject,
  shown: readonly JsonObject[] = [],
) {
  const { host } = createHost({ operations: all }, of, ...shown.map((attributes) => ({ attributes })));
  const { id, outs } = await host.create(inputs);
  let state = outs as JsonObject;
  for (const _ of shown.slice(1)) state = (await host.read(id, state)).props as JsonObject;
  const next = createHost({ operations }, of);
  for (const _ of ["preview", "up"]) await next.host.diff(id, state, { ...inputs, ...change });
  // A read can show another name.
  const title = formatTitle(of, id).replace(String(of.required.name), String(state.name));
  return next.lines.map((line) => line.replace(`warning: ${title}`, "…"));
}

const leaves = "The old one leaves the stack and keeps running, and billing, until you delete it";
const replaced = `… will be replaced. ${leaves}.`;
const retained = leaves.replace("The", "If the preview marks it `[retain]`, the");
const unlessDeleted = `… will be replaced. ${retained}. If not, Pulumi deletes it.`;
const may = (name: string, hint = "") => `… may be replaced: ${name} isn't known before \`up\`. ${hint}${leaves}.`;
const target = "If a cache's output is the reason, first run `pulumi up --target <URN of the cache>`. ";
const taken = "…: the replacement has the same name. The API may refuse it while the old environment exists.";
const toNull = "… will be replaced because the program sets buildCommand to null.";
const isLeft = (noun: string) => `… leaves this resource, unchanged: another ${noun} is adopted in its place.`;
const [unknownApp, unknownCommand] = [{ applicationId: unknownInput }, { buildCommand: unknownInput }];
const [next, noCommand, ownId] = [{ branch: "next" }, { buildCommand: null }, { existingId: "id-1" }];
const unknownCluster = { clusterId: unknownInput, ...next };
const otherId = { existingId: "env-7", ...next };
for (const [what, operations, of, change, ...lines] of [
  ["an application", "", application, { name: "Store" }, replaced],
  ["an application, with delete enabled", all, application, { region: "us-east-2" }, replaced],
  ["an environment", "read,update", environment, { clusterId: "d" }, replaced, taken],
  ["an environment, with delete enabled", "delete", environment, next, unlessDeleted, taken],
  ["an environment by one of another name", "", environment, { ...next, name: "other" }, replaced],
  ["one whose application isn't known", "", environment, unknownApp, may("applicationId")],
  ["one whose command isn't known", "", environment, unknownCommand, may("buildCommand", target), taken],
  ["one by an unknown command and a branch", "", environment, { ...unknownCommand, ...next }, replaced, taken],
  ["one by an unknown cluster, and an update", "update", environment, unknownCluster, may("clusterId", target), taken],
  ["an environment by an adopted one", all, environment, otherId, isLeft("environment")],
  ["a cache by another", all, cache, { cacheId: "cache-7" }, isLeft("cache")],
] as readonly (readonly [string, string, TestedResource, JsonObject, ...string[]])[]) {
  it(`Preview of a replacement of ${what}: ${lines.length} warnings`, async () => {
    expect(await preview(operations, of, of.required, change)).to.deep.equal(lines);
  });
}

for (const [what, change, ...lines] of [
  ["null alone: names it, because the engine shows no line", noCommand, toNull, replaced, taken],
  ["null and a branch: doesn't name it", { ...noCommand, ...next }, replaced, taken],
  ["null and a removed cluster: names it", { ...noCommand, clusterId: null }, toNull, replaced, taken],
  ["one that has the name in the API", { ...next, name: "live" }, replaced, taken],
] as const) {
  it(`Preview of a replacement by ${what}`, async () => {
    // The API has a command that the program doesn't set, and another name.
    const shown = [{ build_command: "make" }, { name: "live" }];
    expect(await preview("", environment, { ...staging, clusterId: "c" }, change, shown)).to.deep.equal(lines);
  });
}

const sends = "`pulumi up` will send the program's value. To stop this, set the API's value in the program.";
const another = `…: size: the program sets "1gb", but the API has "5gb". ${sends}`;
const anotherSecret = `…: buildCommand: the program sets one value, but the API has another. ${sends}`;
const willSend = (name: string) =>
  `…: \`pulumi up\` will send ${name}, because no response has confirmed what the API has.`;
const becomesNull = "…: the program sets buildCommand to null. `pulumi up` will send it.";
const omits = (name: string) =>
  `…: the program no longer sets ${name}, so it's no longer managed. Nothing is sent for it.`;
const mayLeave = (name: string, noun: string) =>
  `…: ${name} isn't known before \`up\`. If it turns out to be the id of another ${noun}, this one leaves this resource, unchanged.`;
const records = (name: string) => `\`pulumi up\` only corrects ${name} in the state`;
const isKnown = (name: string) => `…: ${records(name)}: the API already has this value.`;
const keeps = (name: string, value: string, reason = "existingId is set") =>
  `…: ${reason}, so ${records(name)}. It isn't sent, and the API keeps ${value}.`;

const environmentInputs = { ...staging, buildCommand: "make", clusterId: "c", edgeNetworkId: "e" };
const adoptedInputs = { ...environmentInputs, ...ownId };
const cacheInputs = { ...cache.required, size: "1gb" };
const shopInputs = { ...shop, ...ownId, buildCommand: "make" };
const [sentCommand, adoptsNone] = [
  { ...shop, buildCommand: "make" },
  { ...ownId, ...noCommand },
];
const noClusters = { clusterId: null, edgeNetworkId: null };
const unknownId = { existingId: unknownInput };
const shownCommand = { build_command: "deploy --token x" };
const shownAll = { name: "staging", build_command: "make" };
const [mall, shopShown, storeShown] = [{ name: "Mall" }, { name: "Shop" }, { name: "Store" }];
const [web, apiShown] = [{ ...shop, rootDirectory: "web" }, { root_directory: "api" }];
const notUpdated = keeps("rootDirectory", '"api"', "rootDirectory can't be updated");
for (const [what, of, inputs, shown, change, ...lines] of [
  ["nothing changes", environment, environmentInputs, [], {}],
  ["the engine shows all", environment, environmentInputs, [], next],
  ["the API has another value", cache, cacheInputs, [{ size: "5gb" }], {}, another],
  ["the API has another secret", environment, environmentInputs, [shownCommand], {}, anotherSecret],
  ["an empty command is set", environment, staging, [], { buildCommand: "" }],
  ["no response has shown an argument", environment, adoptedInputs, [shownAll], {}, willSend("branch")],
  ["it may still be applied", cache, cacheInputs, [{ size: "a" }, { size: "a" }], { size: "a" }, willSend("size")],
  ["a command becomes null", environment, environmentInputs, [], noCommand, becomesNull],
  ["the API already has the new value", cache, cacheInputs, [{}, { size: "a" }], { size: "a" }, isKnown("size")],
  ["one is left out", environment, environmentInputs, [], { clusterId: null }, omits("clusterId")],
  ["two are left out", environment, environmentInputs, [], noClusters, omits("clusterId"), omits("edgeNetworkId")],
  ["existingId isn't known", environment, environmentInputs, [], unknownId, mayLeave("existingId", "environment")],
  ["cacheId isn't known", cache, cacheInputs, [], { cacheId: unknownInput }, mayLeave("cacheId", "cache")],
  ["an adopted name changes", application, shopInputs, [shopShown], mall, keeps("name", '"Shop"')],
  ["an adopted name isn't known", application, shopInputs, [], mall, keeps("name", "its own value")],
  ["an adopted secret changes", application, sentCommand, [], adoptsNone, keeps("buildCommand", "its own value")],
  ["an adopted name becomes the API's", application, shopInputs, [storeShown], storeShown, isKnown("name")],
  ["a read shows another directory", application, web, [{}, apiShown], {}, notUpdated],
] as readonly (readonly [string, TestedResource, JsonObject, JsonObject[], JsonObject, ...string[]])[]) {
  it(`Preview in which ${what}: ${lines.length === 0 ? "no warning" : "a warning"}`, async () => {
    const operations = of === application ? "" : all;
    expect(await preview(operations, of, inputs, change, shown)).to.deep.equal(lines);
  });
}

it("Diff of a refresh: no warning, because its inputs are the last up's", async () => {
  const { id, state, host, lines } = await createResource({}, cache, cacheInputs, { attributes: { size: "5gb" } });
  await host.check(cacheInputs, { ...cacheInputs, size: "5gb" });
  await host.diffInRefresh(id, state, cacheInputs);
  expect(lines).to.have.length(1);
  expect(lines[0]).to.include("`pulumi refresh` reads nothing");
});

const adopts = (title: string, effect: string, later = "") =>
  `${title} will be adopted, not created, because existingId is set. ${effect}${later}`;
const unshown = (names: string) =>
  ` A later \`pulumi up\` will send ${names}, because no response shows what the API has.`;
const [nothing, outputs] = ["Nothing will be sent, and its other outputs will be null.", "Its outputs will be read."];
const unread = unshown("name, sourceControlProvider, and rootDirectory");
const title = "Application Shop (app-1)";
const app = { ...shop, existingId: "app-1", rootDirectory: "web" };
const unknownOwner = { ...ofUnknown, existingId: "env-1" };
const sessions = { cacheId: "cache-1", name: "sessions", size: "1gb", triggers: [1] };
const willSet =
  "Cache sessions (cache-1) will be adopted: it already exists, and `pulumi up` will set its name and size.";
for (const [what, of, operations, inputs, ...lines] of [
  ["an application", application, "", app, adopts(title, nothing)],
  ["an application, with read enabled", application, "read", app, adopts(title, outputs)],
  ["an application, with update enabled", application, "update", app, adopts(title, nothing, unread)],
  ["one, with both", application, all, app, adopts(title, outputs, unshown("sourceControlProvider"))],
  ["an unknown id", application, "", { ...app, ...unknownId }, adopts("Application Shop", nothing)],
  ["one of an unknown application", environment, "", unknownOwner, adopts("Environment staging (env-1)", nothing)],
  ["a cache", cache, "", sessions, willSet],
  ["one that has mistakes", application, "", { ...app, name: 5 }],
  ["none", application, "", shop],
] as readonly (readonly [string, TestedResource, string, JsonObject, ...string[]])[]) {
  it(`Preview of an adoption of ${what}: ${lines.length} warnings`, async () => {
    const { host, lines: seen, requests } = createHost({ operations }, of);
    for (const _ of ["preview", "up"]) await host.check({}, inputs);
    expect(seen).to.deep.equal(lines.map((line) => `warning: ${line}`));
    expect(requests).to.deep.equal([]);
  });
}

it("Preview of an application that is adopted already: no warning of an adoption", async () => {
  const { host, lines } = createHost({}, application);
  await host.check(app, app);
  expect(lines).to.deep.equal([]);
});

const cannot = "It can't be updated. To accept the API's value, set that value in the program.";
const stateHas = (name: string, one: string, other: string) =>
  `${name}: the program sets ${one}, but the API has ${other}. ${cannot}`;
const returned = `size: the program sets "1gb", but the API returned "250mb".`;
const drift = `${returned} It was changed outside Pulumi (drift). The next \`pulumi up\` will send the program's value.`;
const again = "run `pulumi up` again later to send it again. Or the";
const stale = `${returned} The API may still be applying it (status "updating"): ${again} API has another name for size: set that name in apphosting:fieldNames.`;
const otherName = `name: the program sets "sessions", but the API returned "other". The API may still be applying it: ${again} API didn't apply it: to stop this warning, set the API's value in the program.`;
const mismatch = (path: string, expected: string) =>
  `${path} in the response has an unexpected type, so it's ignored (expected ${expected}).`;
const otherRegion = `region: the program sets "eu-west-1", but the API has "us-east-2". ${cannot}`;
const otherCommand = `buildCommand: the program sets one value, but the API has another. ${cannot}`;
const secretDrift = stateHas("buildCommand", "one value", "another");
const small = { name: "sessions", size: "250mb" };
const updating = { ...small, status: "updating" };
const [touched, resized] = [{ triggers: [2] }, { size: "250mb" }];
const makes = { ...staging, buildCommand: "make" };
const full = { ...shop, region: "eu-west-1", repository: "a/b" };
const wrongTypes = { name: ["SECRET"], slug: ["SECRET"], language: "html" };
const ignored = [mismatch("name", "a string"), mismatch("slug", "a string")];
const noFlag = mismatch("is_public", "true or false");
const stores = { name: "Store", region: "mars-1" };
const drifts = [stateHas("name", '"Shop"', '"Store"'), stateHas("region", '"eu-west-1"', '"mars-1"')];
const big = { ...cacheInputs, size: "5gb" };

type Call = "create" | "update" | "read";
/** A row's change is that of the update. Without one, the response is to a create or a read. */
for (const [call, what, of, operations, inputs, change, attributes, ...lines] of [
  ["create", "another region", application, "", full, {}, { region: "us-east-2" }, otherRegion],
  ["create", "another command", environment, "", makes, {}, { build_command: "x" }, otherCommand],
  ["create", "the repository", application, all, full, {}, { repository: { full_name: "a/b" } }],
  ["create", "members of other types", application, "", shop, {}, wrongTypes, ...ignored],
  ["update", "the values", cache, "", cacheInputs, resized, small],
  ["update", "no attributes", cache, "", cacheInputs, resized, {}],
  ["update", "another size, and a status", cache, "", big, { size: "1gb" }, updating, stale],
  ["update", "another size, which wasn't sent", cache, "", cacheInputs, touched, small, drift],
  ["update", "another name, which is always sent", cache, "", cacheInputs, touched, { name: "other" }, otherName],
  ["update", "a flag of another type", cache, "", cacheInputs, { isPublic: true }, { is_public: "yes" }, noFlag],
  ["update", "a null for a null command", environment, all, makes, noCommand, { build_command: null }],
  ["read", "drift of what can't be updated", application, "read", full, {}, stores, ...drifts],
  ["read", "drift of a command", environment, "read", makes, {}, { build_command: "x" }, secretDrift],
  ["read", "drift of what can be updated", application, all, shop, {}, { name: "Store" }],
  ["read", "what the program doesn't set", environment, "read", staging, {}, { build_command: "x" }],
  ["read", "white space alone", application, "read", shop, {}, { name: " Shop " }],
] as readonly (readonly [Call, string, TestedResource, string, JsonObject, JsonObject, JsonObject, ...string[]])[]) {
  it(`Response to a ${call} that has ${what}: ${lines.length} warnings`, async () => {
    const responses = call === "create" ? [{ attributes }] : [{ attributes: {} }, { attributes }];
    const { id, state, host, ...seen } = await createResource({ operations }, of, inputs, ...responses);
    if (call === "update") await host.update(id, state, { ...inputs, ...change });
    if (call === "read") await host.read(id, state);
    const written = call === "create" ? seen.written : seen.lines;
    expect(written).to.deep.equal(lines.map((line) => `warning: ${formatTitle(of, id)}: ${line}`));
  });
}
