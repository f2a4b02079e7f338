import { expect } from "chai";
import { HostProvider } from "../../../provider/host/host-provider.js";
import { type ArgumentState, decodeState, encodeState } from "../../../provider/host/state.js";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { buildAttributes } from "../../documented/facts.js";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import { createHost, createResource, isSecret, openRun, takeOffMarks } from "../host-fixture.js";

type Event = "a create" | "an adoption" | "its update" | "another update" | "a read";

/** The argument, what it's tested with, and where a response has it. */
interface Tested {
  readonly of: TestedResource;
  readonly name: string;
  readonly attribute: string;
  readonly operations: string;
}
const test = (of: TestedResource, name: string, attribute = name, operations = "read,update"): Tested => ({
  ...{ of, name, attribute, operations },
});

const size = test(cache, "size");
const region = test(application, "region");
const triggers = test(cache, "triggers");
const command = test(environment, "buildCommand", "build_command");
const unread = { ...command, operations: "" };
const existingId = test(environment, "existingId");

const none = undefined;
const known = (input: Json | undefined, output: Json, actual: Json | undefined): ArgumentState => ({
  ...{ input, output, actual, isKnown: true },
});
const notKnown = (input: Json | undefined, output: Json, actual?: Json): ArgumentState => ({
  ...{ input, output, actual, isKnown: false },
});

const lines = "a\r\nb";

interface Case {
  readonly before?: ArgumentState;
  /** What the program sets. */
  readonly input?: Json;
  readonly shown?: Json;
}

/** The table of "The state" in the design: a row for each of its cells. */
const table: readonly (readonly [Tested, Event, what: string, Case, after: ArgumentState])[] = [
  [size, "a create", "sent and shown", { input: "1gb", shown: "1gb" }, known("1gb", "1gb", "1gb")],
  [size, "a create", "sent, another value shown", { input: "5gb", shown: "1gb" }, notKnown("5gb", "5gb", "1gb")],
  [size, "a create", "not set, but shown", { shown: "1gb" }, known(none, "1gb", "1gb")],
  [size, "a create", "neither set nor shown", {}, notKnown(none, null)],
  [region, "a create", "sent for good, another value shown", { input: "a", shown: "b" }, known("a", "a", "b")],
  [triggers, "a create", "never sent", { input: [1] }, known([1], [1], [1])],
  [command, "a create", "another line ending shown", { input: "a\r\nb", shown: "a\nb" }, known(lines, lines, lines)],
  [command, "a create", "an empty text shown for null", { input: null, shown: "" }, known(null, null, null)],
  [
    command,
    "a read",
    "left out, white space shown",
    { before: notKnown(none, "a"), shown: " a" },
    known(none, "a", "a"),
  ],
  [command, "a read", "back, with white space", { before: known("a", "b", "b"), shown: " a\n" }, known("a", "a", "a")],
  [unread, "an adoption", "no read", { input: "a" }, notKnown("a", "a")],
  [command, "an adoption", "shown", { input: "a", shown: "a" }, known("a", "a", "a")],
  [command, "an adoption", "another value shown", { input: "a", shown: "b" }, known("a", "a", "b")],
  [command, "an adoption", "not shown", { input: null }, notKnown(null, null)],
  [existingId, "an adoption", "never sent", { input: "env-1" }, known("env-1", "env-1", "env-1")],
  ...(
    [
      ["another value shown", { before: known("a", "a", "a"), input: "b", shown: "a" }, notKnown("b", "b", "a")],
      ["not shown", { before: notKnown("a", "a", "b"), input: "a" }, known("a", "a", "a")],
    ] as const
  ).map(([what, one, after]) => [size, "its update", what, one, after] as const),
  ...(
    [
      ["another value shown", { before: known("a", "a", "a"), input: "a", shown: "b" }, known("a", "a", "b")],
      ["not shown", { before: known("a", "a", "b"), input: "a" }, known("a", "a", "b")],
      ["not known, not shown", { before: notKnown("a", "a"), input: "a" }, notKnown("a", "a")],
    ] as const
  ).map(([what, one, after]) => [region, "another update", what, one, after] as const),
  [triggers, "its update", "never sent", { before: known([1], [1], [1]), input: [2] }, known([2], [2], [2])],
  [size, "another update", "left out, but shown", { before: notKnown("a", "a"), shown: "b" }, known(none, "b", "b")],
  [size, "another update", "left out, not shown", { before: notKnown("a", "a", "b") }, notKnown(none, "a", "b")],
  [triggers, "another update", "left out, never sent", { before: known([1], [1], [1]) }, known(none, null, [1])],
  [existingId, "another update", "left out, never sent", { before: known("a", "a", "a") }, known(none, "a", "a")],
  ...(
    [
      ["left out", { before: notKnown(none, "a"), shown: "b" }, known(none, "b", "b")],
      ["drift", { before: known("a", "a", "a"), shown: "b" }, known("a", "b", "b")],
      ["not known, another value shown", { before: notKnown("a", "a", "b"), shown: "c" }, notKnown("a", "c", "c")],
      ["not known, shown", { before: notKnown("a", "c", "c"), shown: "a" }, known("a", "a", "a")],
      ["not shown", { before: notKnown("a", "a", "b") }, notKnown("a", "a", "b")],
    ] as const
  ).map(([what, one, after]) => [size, "a read", what, one, after] as const),
  [region, "a read", "fixed, drift", { before: notKnown("a", "a"), shown: "b" }, known("a", "a", "b")],
  [region, "a read", "fixed, not shown", { before: notKnown("a", "a") }, notKnown("a", "a")],
];

async function act({ of, name, attribute, operations }: Tested, event: Event, { before, input, shown }: Case) {
  const response = { attributes: shown === undefined ? {} : buildAttributes(attribute, shown) };
  const { host } = createHost({ operations }, of, response);
  const inputs = { ...of.required, ...(input === undefined ? {} : { [name]: input }) };
  if (event === "a create") return (await host.create(inputs)).outs;
  if (event === "an adoption") return (await host.create({ ...inputs, existingId: "env-1" })).outs;
  const state = createState(of, name, before ?? notKnown(none, null));
  if (event === "a read") return (await host.read("id-1", state)).props;
  return (await host.update("id-1", state, event === "its update" ? inputs : { ...inputs, name: "other" })).outs;
}

/** Puts one argument into a state in which the API has the required ones. */
function createState({ table, nulls, required }: TestedResource, name: string, values: ArgumentState): JsonObject {
  const set = { ...nulls, ...required, __apphosting: { set: Object.keys(required), notKnown: [] } };
  const state = decodeState(table, set);
  return takeOffMarks(encodeState(table, { ...state, arguments: { ...state.arguments, [name]: values } }));
}

for (const [tested, event, what, one, after] of table) {
  it(`State of ${tested.name} after ${event}: ${what}`, async () => {
    const properties = (await act(tested, event, one)) as JsonObject;
    expect(decodeState(tested.of.table, properties).arguments[tested.name]).to.deep.equal(after);
  });
}

it("State in the engine: outputs, and what differs from them in one hidden property of 0.9.0", async () => {
  const inputs = { cacheId: "c-1", name: "sessions", size: "5gb", triggers: [1] };
  const { host } = createHost({}, cache, { attributes: { size: "1gb", status: "updating" } });
  expect((await host.create(inputs)).outs).to.deep.equal({
    ...{ ...cache.nulls, ...inputs, status: "updating" },
    __apphosting: {
      set: ["cacheId", "name", "size", "triggers"],
      input: {},
      actual: { size: "1gb" },
      notKnown: [
        ...["autoUpgradeEnabled", "isPublic", "usesHibernation", "hibernationTimeout", "size", "evictionPolicy"],
      ],
    },
  });
  const made = createHost({}, environment, { body: undefined });
  expect((await made.host.create(environment.required)).outs?.__apphosting).to.include({ madeId: true });
});

it("State without the hidden property: nothing is set or known", () => {
  expect(decodeState(cache.table, { size: "1gb" }).arguments.size).to.deep.equal(notKnown(none, "1gb"));
});

it("State with a row that the package no longer has: a read and an update drop it", async () => {
  const hidden = { set: ["applicationId", "name", "branch", "retired"], input: { retired: 1 }, actual: { retired: 2 } };
  const old = { ...environment.nulls, ...environment.required, retired: "x", __apphosting: hidden };
  const { host } = createHost({ operations: "read,update" }, environment);
  const { props, inputs } = await host.read("env-1", old);
  const { outs } = await host.update("env-1", old, { ...environment.required, name: "next" });
  for (const values of [props, inputs, outs]) expect(JSON.stringify(values)).to.not.include("retired");
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

const login = { username: "u", password: "p" };
const connection = { hostname: "h", port: 6379, protocol: "redis" };
const whole = { connection, credentials: login, connectionUri: "redis://u:p@h:6379" };
const moved = { hostname: "h2", port: 1, protocol: "redis" };

for (const [what, part, changed] of [
  ["null keeps every part", null, {}],
  [
    "another host and a null login keeps the login",
    { ...moved, login: null },
    { connection: moved, connectionUri: "redis://u:p@h2:1" },
  ],
  [
    "a password alone replaces the login",
    { ...connection, login: { password: "new" } },
    { credentials: { password: "new" }, connectionUri: "redis://:new@h:6379" },
  ],
  [
    "a host alone keeps the port and login",
    { hostname: "h2", port: null },
    { connection: { ...connection, hostname: "h2" }, connectionUri: "redis://u:p@h2:6379" },
  ],
] as readonly (readonly [string, Json, JsonObject])[]) {
  it(`Cache connection: a response with ${what}`, async () => {
    const responses = [{ connection: { ...connection, login } }, { connection: part }];
    const inputs = { cacheId: "c-1", name: "sessions" };
    const [first, second] = responses.map((attributes) => ({ attributes: { name: "sessions", ...attributes } }));
    const { update, lines } = await createResource({}, cache, inputs, first, second ?? { attributes: {} });
    expect(await update({ ...inputs, triggers: [1] })).to.deep.include({ ...whole, ...changed });
    expect(lines).to.deep.equal([]);
  });
}

it("Output of a response with a null: lost, unless a resource never loses it", async () => {
  const shown = { status: "x", slug: "y", created_at: "2026", start_command: "start --key y" };
  const gone = { status: null, created_at: null, start_command: null };
  const settings = { operations: "read" };
  const responses = [{ attributes: shown }, { attributes: gone }];
  const { host, id, state } = await createResource(settings, environment, environment.required, ...responses);
  const { props } = await host.read(id, state);
  const kept = { slug: "y", createdAt: "2026", startCommand: "start --key y" };
  expect(props).to.deep.equal({ ...state, ...kept, status: null });
});

describe("Secret marks", () => {
  const listMarked = (properties: JsonObject = {}) =>
    Object.keys(properties).filter((name) => isSecret(properties[name]));

  const login = { username: "u", password: "p" };
  for (const [what, attributes, names] of [
    ["those with a value", { connection: { hostname: "h", login }, size: "1gb" }, ["credentials"]],
    ["no null", {}, []],
  ] as const) {
    it(`Secrets of Cache: a create and a read mark ${what}`, async () => {
      const host = new HostProvider(cache.table, openRun({ operations: "read" }, [{ attributes }]).run);
      const { id, outs } = await host.create(cache.required);
      expect(listMarked(outs)).to.have.members([...names, "__apphosting"]);
      expect(listMarked((await host.read(id, takeOffMarks(outs))).props)).to.have.members([...names, "__apphosting"]);
    });
  }

  for (const [name, field, what, shown, isMarked] of [
    ["buildCommand", "build_command", "a read has changed", "make all", true],
    ["buildCommand", "build_command", "a read has found again", "make", false],
    ["buildCommand", "build_command", "a read has found removed", null, false],
    ["name", "name", "a read has changed", "next", false],
  ] as const) {
    it(`Secrets: the input of a ${name} that ${what} is ${isMarked ? "" : "not "}marked`, async () => {
      const { run } = openRun({ operations: "read,update" }, [{ attributes: { [field]: shown } }]);
      const state = createState(environment, name, known("make", "make", "make"));
      const { inputs } = await new HostProvider(environment.table, run).read("env-1", state);
      expect(takeOffMarks(inputs)).to.deep.equal({ ...environment.required, [name]: shown });
      expect(isSecret(inputs?.[name])).to.equal(isMarked);
    });
  }

  it("Secrets: a diff reads a state with marks like the plain state", async () => {
    const caches = new HostProvider(cache.table, openRun({}).run);
    const { id, outs } = await caches.create(cache.required);
    expect(await caches.diff(id, outs, cache.required)).to.deep.equal({ changes: false });
  });
});
