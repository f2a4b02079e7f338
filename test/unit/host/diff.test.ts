/** What diff decides, what the update that follows sends, and which outputs both rely on. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../provider/rows/json.js";
import { buildAttributes } from "../../documented/facts.js";
import { application, cache, environment, type TestedResource } from "../documented-resources.js";
import { createHost, createResource, diffs, unknownInput } from "../host-fixture.js";

const absent = undefined;
const replace = (...names: string[]) => ({ replaces: names });

/** A call of the engine, what the program sets, and what the response shows. `touch` changes another argument. */
interface Event {
  readonly call: "create" | "adopt" | "update" | "touch" | "read";
  readonly input?: Json | undefined;
  readonly shown?: Json | undefined;
  readonly operations?: string;
}
const create = (input?: Json, shown?: Json): Event => ({ call: "create", input, shown });
const adopt = (input?: Json, shown?: Json): Event => ({ call: "adopt", input, shown });
const update = (input?: Json, shown?: Json): Event => ({ call: "update", input, shown });
const touch = (input?: Json, shown?: Json): Event => ({ call: "touch", input, shown });
const read = (shown?: Json): Event => ({ call: "read", shown });

interface Tested {
  readonly of: TestedResource;
  readonly name: string;
  readonly operations: string;
}
const size: Tested = { of: cache, name: "size", operations: "read" };
const triggers: Tested = { of: cache, name: "triggers", operations: "read" };
const region: Tested = { of: application, name: "region", operations: "read,update" };
const fixedRegion: Tested = { ...region, operations: "read" };
const branch: Tested = { of: environment, name: "branch", operations: "read,update" };
const command: Tested = { of: environment, name: "buildCommand", operations: "read,update" };
const unread: Tested = { ...command, operations: "update" };
/** Could be updated when it was created, and can't be any more. */
const name: Tested = { of: environment, name: "name", operations: "read" };
const enabled = (event: Event): Event => ({ ...event, operations: "read,update" });

const driftedTwice = [enabled(create("a")), enabled(read("b")), read("c")];

const effects = {
  nothing: { diff: diffs.none, isSent: false },
  /** The engine shows a line for it. */
  send: { diff: diffs.seen, isSent: true },
  /** The engine finds no difference in the inputs. */
  "send again": { diff: diffs.unseen, isSent: true },
  record: { diff: diffs.unseen, isSent: false },
  /** What an adoption hasn't shown. */
  "send others": { diff: diffs.unseen, isSent: false },
  replace: { diff: undefined, isSent: false },
};

/** The argument, its life, its output then, and the effect of each input that the program may set next. */
type Row = readonly [Tested, string, readonly Event[], output: Json, ...(readonly [Json | undefined, Effect])[]];
type Effect = keyof typeof effects;
const rows: readonly Row[] = [
  [size, "sent and shown", [create("a", "a")], "a", ["a", "nothing"], ["b", "send"], [absent, "record"]],
  [size, "sent, another one shown", [create("a", "b")], "a", ["a", "send again"], ["b", "send"]],
  [size, "not set, but shown", [create(absent, "a")], "a", ["a", "send"], [absent, "nothing"]],
  [size, "neither set nor shown", [create()], null, ["a", "send"], [absent, "nothing"]],
  [size, "updated, the old one shown", [create("a"), update("b", "a")], "b", ["b", "send again"], ["a", "send"]],
  [size, "sent again, not shown", [create("a", "b"), update("a")], "a", ["a", "nothing"]],
  [size, "left out, but shown", [create("a"), touch(absent, "b")], "b", ["b", "send"], [absent, "nothing"]],
  [size, "left out, not shown", [create("a"), touch()], "a", ["a", "send"], [absent, "nothing"]],
  [size, "set once more", [create("a"), touch(), update("a")], "a", ["a", "nothing"]],
  [size, "drifted", [create("a"), read("b")], "b", ["a", "send"], ["b", "record"], [absent, "record"]],
  [size, "drifted and back", [create("a"), read("b"), read("a")], "a", ["a", "nothing"]],
  [size, "drifted before an update", [create("a"), touch("a", "b")], "a", ["a", "send again"], ["b", "record"]],
  [size, "not applied, a third one read", [create("a", "b"), read("c")], "c", ["a", "send"], ["c", "send again"]],
  [size, "applied late", [create("a", "b"), read("c"), read("a")], "a", ["a", "nothing"]],
  [size, "not applied, not read", [create("a", "b"), read()], "a", ["a", "send again"], ["b", "send"]],
  [size, "not set, and read", [create(), read("b")], "b", ["b", "send"], [absent, "nothing"]],

  [triggers, "created", [create([1])], [1], [[1], "nothing"], [[2], "send"], [absent, "record"]],
  [triggers, "updated", [create([1]), update([2])], [2], [[2], "nothing"]],
  [triggers, "left out", [create([1]), touch()], null, [absent, "nothing"], [[1], "send"]],

  [region, "another one shown", [create("a", "b")], "a", ["a", "nothing"], ["b", "record"], ["c", "replace"]],
  [region, "drifted", [create("a"), read("b")], "a", ["a", "nothing"], ["b", "record"], [absent, "record"]],
  [region, "drifted before an update", [create("a"), touch("a", "b")], "a", ["a", "nothing"], ["b", "record"]],
  [region, "not set, but shown", [create(absent, "a")], "a", ["a", "record"], ["b", "replace"]],
  [fixedRegion, "adopted, not shown", [adopt("a"), read()], "a", ["a", "nothing"], ["b", "replace"]],
  [name, "not applied", [enabled(create("a", "b"))], "a", ["a", "nothing"], ["b", "replace"]],
  [name, "drifted twice", driftedTwice, "b", ["a", "record"], ["b", "record"], ["c", "record"], ["d", "replace"]],

  [branch, "adopted, never shown", [adopt("a")], "a", ["a", "send again"], ["b", "send"]],
  [command, "adopted and shown", [adopt("a", "a")], "a", ["a", "send others"]],
  [command, "adopted, another one shown", [adopt("a", "b")], "a", ["a", "send again"], ["b", "send others"]],
  [command, "adopted as null, not shown", [adopt(null)], null, [null, "send again"]],
  [unread, "adopted without a read", [adopt("a", "a")], "a", ["a", "send again"]],
  [command, "another line ending shown", [create("a\r\nb", "a\nb")], "a\r\nb", ["a\r\nb", "nothing"]],
  [command, "an empty text shown for null", [create(null, "")], null, [null, "nothing"], ["", "nothing"]],
  [command, "left out, white space read", [create("a"), touch(), read(" a\n")], "a", [absent, "nothing"]],
  [command, "drifted and back, with white space", [create("a"), read("b"), read(" a")], "a", ["a", "nothing"]],
];

for (const [{ of, name, operations }, what, events, output, ...inputs] of rows) {
  const { wire, attribute = "" } = of.documented.arguments[name] ?? {};
  const { [name]: _, ...others } = of.required;

  async function live() {
    let [id, state, touched]: [string, JsonObject, JsonObject] = ["id-1", {}, {}];
    const set = (input: Json | undefined) => {
      const own = input === absent ? {} : { [name]: input };
      return { ...others, ...touched, ...own };
    };
    for (const { call, input, shown, operations: earlier = operations } of events) {
      const attributes = shown === undefined ? {} : buildAttributes(attribute, shown);
      const { host } = createHost({ operations: earlier }, of, { attributes });
      if (call === "touch") touched = { name: "other" };
      const news = set(input);
      if (call === "create" || call === "adopt") {
        const created = await host.create(call === "adopt" ? { ...news, existingId: id } : news);
        [id, state] = [created.id, created.outs as JsonObject];
      } else if (call === "read") state = (await host.read(id, state)).props as JsonObject;
      else state = (await host.update(id, state, news)).outs as JsonObject;
    }
    return { id, state, set };
  }

  for (const [input, effect] of inputs) {
    it(`Argument ${name}, ${what}, then ${JSON.stringify(input) ?? "left out"}: ${effect}`, async () => {
      const { id, state, set } = await live();
      expect(state[name]).to.deep.equal(output);
      const { host, requests } = createHost({ operations }, of);
      const { diff = replace(name), isSent } = effects[effect];
      expect(await host.diff(id, state, set(input))).to.deep.equal(diff);
      await host.update(id, state, set(input));
      const having = requests.filter(({ body = {} }) => wire === undefined || wire in body);
      const sent = having.map(({ body = {} }) => (wire === undefined ? input : body[wire]));
      expect(sent).to.deep.equal(isSent ? [input] : []);
    });
  }
}

const triggered = (one: Json) => ({ triggers: [one] });
const own = { existingId: "id-1" };
const other = { existingId: "id-2" };
const unknownId = { existingId: unknownInput };
const moved = { applicationId: "app-2" };
const [cluster, built] = [{ clusterId: "c" }, { buildCommand: "make" }];
const [noCluster, notBuilt] = [{ clusterId: null }, { buildCommand: null }];
const unknownCluster = { clusterId: unknownInput };
for (const [what, before, after, expected, of = environment] of [
  ["the same inputs, from another release: no change", {}, { __provider: "0.8" }, diffs.none],
  ["an unknown value: a change", cluster, unknownCluster, replace("clusterId")],
  ["an unknown value in a list: a change", triggered(1), triggered(unknownInput), diffs.seen, cache],
  ["null where it's the same as left out: recorded", cluster, noCluster, diffs.unseen],
  ["null instead of left out, where it's the same: no change", {}, noCluster, diffs.none],
  ["null where it's a value: another value", built, notBuilt, replace("buildCommand")],
  ["a value instead of null: a change", notBuilt, built, replace("buildCommand")],
  ["null instead of left out, where it's a value: recorded", {}, notBuilt, diffs.unseen],
  ["null left out, where it's a value: recorded", notBuilt, {}, diffs.unseen],
  ["white space at the ends: no change", built, { buildCommand: " make\n" }, diffs.none],
  ["white space in a list: a change", triggered("a"), triggered("a "), diffs.seen, cache],
  ["the own id: no change", {}, own, diffs.none],
  ["the own id, with an argument that can't be updated: recorded", {}, { ...own, ...moved }, diffs.unseen],
  ["an existingId left out: no change", own, {}, diffs.none],
  ["an existingId left out, with another change: replaces", own, moved, replace("applicationId")],
  ["another existingId: replaces", own, other, replace("existingId")],
  ["an existingId in another letter case: replaces", own, { existingId: "ID-1" }, replace("existingId")],
  ["an unknown existingId: no change", own, unknownId, diffs.none],
  ["an unknown existingId, with another change: recorded", {}, { ...moved, ...unknownId }, diffs.unseen],
] as readonly (readonly [string, JsonObject, JsonObject, object, TestedResource?])[]) {
  it(`Diff of ${what}`, async () => {
    const { diff } = await createResource({}, of, { ...of.required, ...before });
    expect(await diff({ ...of.required, ...after })).to.deep.equal(expected);
  });
}

for (const [what, response, change, ...replaced] of [
  ["two arguments, one can be updated: replaces by the other", { attributes: {} }, moved, "applicationId"],
  ["an argument where the id is made: replaces, because it can't be updated", { body: undefined }, {}, "branch"],
] as const) {
  it(`Diff with update enabled of ${what}`, async () => {
    const { diff } = await createResource({ operations: "update" }, environment, environment.required, response);
    expect(await diff({ ...environment.required, branch: "next", ...change })).to.deep.equal(replace(...replaced));
  });
}

it("Diff of an existingId in the state that isn't the id: replaces, though the engine sees no change", async () => {
  const { host } = createHost({}, environment);
  const inputs = { ...environment.required, ...other };
  expect(await host.diff("id-1", inputs, inputs)).to.deep.equal({ changes: true, ...replace("existingId") });
});
