/** What the state of a resource holds. What becomes of an argument is in diff.test.ts. */

import { expect } from "chai";
import { HostProvider } from "../../../provider/host/host-provider.js";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { application, cache, environment } from "../documented-resources.js";
import { createHost, createResource, diffs, isSecret, openRun, takeOffMarks } from "../host-fixture.js";

it("State: outputs, and what differs from them in the hidden property of 0.9.0", async () => {
  const inputs = { cacheId: "c-1", name: "sessions", size: "5gb", triggers: [1] };
  const { host } = createHost({}, cache, { attributes: { size: "1gb", status: "updating" } });
  const unset = cache.table.arguments.map(({ name }) => name).filter((name) => !(name in inputs));
  const { outs = {} } = await host.create(inputs);
  const { notKnown, ...hidden } = outs.__apphosting as JsonObject;
  expect(outs).to.deep.include({ ...cache.nulls, ...inputs, status: "updating" });
  expect(hidden).to.deep.equal({ set: Object.keys(inputs), input: {}, actual: { size: "1gb" }, madeId: false });
  expect(notKnown).to.have.members([...unset, "size"]);
  const made = createHost({}, environment, { body: undefined });
  expect((await made.host.create(environment.required)).outs?.__apphosting).to.include({ madeId: true });
});

it("State of an earlier release without an argument: it isn't known what the API has", async () => {
  const { id, state, host } = await createResource({}, cache, cache.required, { attributes: {} });
  const { isPublic: _, __apphosting, ...earlier } = takeOffMarks(state);
  const { props } = await host.read(id, {
    ...earlier,
    __apphosting: { ...(__apphosting as JsonObject), notKnown: [] },
  });
  expect(takeOffMarks(props).__apphosting).to.deep.include({ notKnown: ["isPublic"] });
});

it("State without the hidden property: nothing is set or known, so everything is sent", async () => {
  const { run, requests } = openRun({}, [{ attributes: {} }]);
  const caches = new HostProvider(cache.table, run);
  const inputs = { ...cache.required, size: "1gb" };
  expect(await caches.diff("cache/1", inputs, inputs)).to.deep.equal(diffs.seen);
  await caches.update("cache/1", inputs, inputs);
  expect(requests[0]?.body).to.include({ size: "1gb" });
});

for (const [what, response, program, name, value] of [
  ["white space at its ends", { name: " Shop\n" }, {}, "name", "Shop"],
  ["a number for a text of digits", { name: 7 }, { name: "007" }, "name", "007"],
  ["a number for another text", { root_directory: 7 }, { rootDirectory: "web" }, "rootDirectory", "web"],
  ["a number for an argument left out", { root_directory: 7 }, {}, "rootDirectory", "7"],
] as const) {
  it(`Output of ${name} after a create, the response has ${what}: ${JSON.stringify(value)}`, async () => {
    const inputs = { ...application.required, ...program };
    const { state, written } = await createResource({}, application, inputs, { attributes: response });
    expect(state).to.include({ [name]: value });
    expect(written).to.have.length(what.includes("another") ? 1 : 0);
  });
}

it("Output of triggers that the program no longer sets: null", async () => {
  const { update } = await createResource({}, cache, { ...cache.required, triggers: [1] });
  expect(await update(cache.required)).to.include({ triggers: null });
});

it("Output of a command that a read shows again, with white space: the program's text", async () => {
  const shown = ["other", " make\n"].map((build_command) => ({ attributes: { build_command } }));
  const inputs = { ...environment.required, buildCommand: "make" };
  const settings = { operations: "read,update" };
  const { id, state, host } = await createResource(settings, environment, inputs, { attributes: {} }, ...shown);
  const { props } = await host.read(id, (await host.read(id, state)).props as JsonObject);
  expect(props).to.include({ buildCommand: "make" });
});

const login = { username: "u", password: "p" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };
const whole = { connection, credentials: login, connectionUri: "redis://u:p@h:6379" };
const moved = { hostname: "h2", port: 1, protocol: "redis" };
const renewed = { credentials: { password: "new" }, connectionUri: "redis://:new@h:6379" };
const renamed = { connection: { ...connection, hostname: "h2" }, connectionUri: "redis://u:p@h2:6379" };
for (const [what, part, changed] of [
  ["null keeps every part", null, {}],
  ["a null login keeps it", { ...moved, login: null }, { connection: moved, connectionUri: "redis://u:p@h2:1" }],
  ["a password alone replaces the login", { ...connection, login: { password: "new" } }, renewed],
  ["a host alone keeps the port and login", { hostname: "h2", port: null }, renamed],
] as readonly (readonly [string, Json, JsonObject])[]) {
  it(`Output of a cache's connection: ${what}`, async () => {
    const first = { attributes: { connection: { ...connection, login } } };
    const second = { attributes: { connection: part } };
    const { update, lines } = await createResource({}, cache, cache.required, first, second);
    expect(await update({ ...cache.required, triggers: [1] })).to.deep.include({ ...whole, ...changed });
    expect(lines).to.deep.equal([]);
  });
}

it("Output of a response with a null: lost, unless a resource never loses it", async () => {
  const shown = { status: "x", slug: "y", created_at: "2026", start_command: "start --key y" };
  const gone = { status: null, created_at: null, start_command: null };
  const responses = [{ attributes: shown }, { attributes: gone }];
  const { host, id, state } = await createResource(
    { operations: "read" },
    environment,
    environment.required,
    ...responses,
  );
  const { props } = await host.read(id, state);
  const kept = { slug: "y", createdAt: "2026", startCommand: "start --key y" };
  expect(props).to.deep.equal({ ...state, ...kept, status: null });
});

const listMarked = (properties: JsonObject = {}) =>
  Object.keys(properties).filter((name) => isSecret(properties[name]));

for (const [what, attributes, names] of [
  ["those with a value", { connection: { hostname: "h", login }, size: "1gb" }, ["credentials"]],
  ["no null", {}, []],
] as const) {
  it(`Secrets of Cache: a create and a read mark ${what}, and a diff ignores the marks`, async () => {
    const caches = new HostProvider(cache.table, openRun({ operations: "read" }, [{ attributes }]).run);
    const { id, outs } = await caches.create(cache.required);
    expect(listMarked(outs)).to.have.members([...names, "__apphosting"]);
    expect(listMarked((await caches.read(id, takeOffMarks(outs))).props)).to.have.members([...names, "__apphosting"]);
    expect(await caches.diff(id, outs, cache.required)).to.deep.equal(diffs.none);
  });
}

for (const [name, field, what, shown, isMarked] of [
  ["buildCommand", "build_command", "a read has changed", "make all", true],
  ["buildCommand", "build_command", "a read has found again", "make", false],
  ["buildCommand", "build_command", "a read has found removed", null, false],
  ["name", "name", "a read has changed", "next", false],
] as const) {
  it(`Secrets: the input of a ${name} that ${what} is ${isMarked ? "" : "not "}marked`, async () => {
    const program = { ...environment.required, [name]: "make" };
    const settings = { operations: "read,update" };
    const { id, state } = await createResource(settings, environment, program);
    const { run } = openRun(settings, [{ attributes: { [field]: shown } }]);
    const { inputs } = await new HostProvider(environment.table, run).read(id, state);
    expect(takeOffMarks(inputs)).to.deep.equal({ ...program, [name]: shown });
    expect(isSecret(inputs?.[name])).to.equal(isMarked);
  });
}
