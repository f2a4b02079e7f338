/** diff: what counts as a change, and what it does to the resource. */

import { expect } from "chai";
import type { Json, JsonObject } from "../../../../provider/api/http/json.js";
import { withOperations } from "../../../../provider/definitions/definition.js";
import { definitions, listChildren } from "../../../../provider/definitions/index.js";
import { type StoredValues, unknownOutcome } from "../../../../provider/host/state/argument-values.js";
import { unknownInput } from "../../../../provider/host/state/comparison.js";
import { selectInputs } from "../../../../provider/host/state/inputs.js";
import { type PlannedChange, planChanges } from "../../../../provider/host/state/plan.js";
import { createState } from "../../../../provider/host/state/resource-state.js";
import { createConfiguredHost, createHost, createResource, thing } from "../../host-fixture.js";
import { environment, resources } from "../../resources.js";

const none = { changes: false };

for (const { documented: resource, definition, required } of resources) {
  const rows = Object.entries(resource.arguments);
  const diff = async (first: JsonObject, then: JsonObject) => (await createResource({ definition }, first)).diff(then);
  // `changes` is left out, so that the engine looks itself and replaceOnChanges works.
  const change = (argument: string) => ({
    replaces: (resource.arguments[argument]?.replaces ?? resource.update === undefined) ? [argument] : [],
  });

  describe(`A change of ${resource.className}`, () => {
    it(`${resource.className}: a changed argument ${resource.update ? "updates in place" : "replaces"}, unless its row says otherwise`, async () => {
      for (const [argument, { valid: from, other: to }] of rows) {
        const first = { ...required, [argument]: from };
        expect(await diff(first, { ...required, [argument]: to }), argument).to.deep.equal(change(argument));
        if (!(argument in required))
          expect(await diff(required, { ...required, [argument]: to })).to.deep.equal(change(argument));
        const unknown = { ...required, [argument]: unknownInput };
        expect(await diff(first, unknown), argument).to.deep.equal(change(argument));
      }
    });

    it(`${resource.className}: diff has no change for an argument that is equal, left out from now on, or null with no value before`, async () => {
      for (const [argument, { valid, nullable }] of rows) {
        const first = { ...required, [argument]: valid };
        const { [argument]: _, ...without } = first;
        for (const then of [{ ...first, __provider: "another release" }, without]) {
          expect(await diff(first, then), argument).to.deep.equal(none);
        }
        if (nullable === "refused" || argument in required) continue;
        expect(await diff(without, { ...without, [argument]: null }), argument).to.deep.equal(none);
      }
    });

    it(`${resource.className}: diff has a change to null only where null is a value`, async () => {
      for (const [argument, { valid, nullable }] of rows) {
        const [text, nothing] = [
          { ...required, [argument]: valid },
          { ...required, [argument]: null },
        ];
        if (nullable === "refused") continue;
        const isValue = nullable === "value";
        // The engine takes null for leaving out, and is told.
        const toNull = { changes: true, ...change(argument) };
        expect(await diff(text, nothing), argument).to.deep.equal(isValue ? toNull : none);
        if (!isValue) continue;
        expect(await diff(nothing, text)).to.deep.equal(change(argument));
        for (const then of [nothing, required]) expect(await diff(nothing, then)).to.deep.equal(none);
      }
    });
  });
}

const reasons: readonly [
  what: string,
  reason: PlannedChange["reason"],
  program: Json,
  stored: Pick<StoredValues, "requested" | "returned"> & Partial<StoredValues>,
  argument?: string,
][] = [
  ["input: another value than any", "input", "c", { requested: "a", returned: "a" }],
  ["input: another value than the output shows", "input", "a", { output: "b", requested: "a", returned: "a" }],
  [
    "input: the API's value, which nobody has requested yet",
    "input",
    "b",
    { output: "b", requested: null, returned: "b" },
  ],
  ["input: what the output alone shows", "input", "a", { requested: "c", returned: "b" }],
  ["input: the API's value, which the output does not show", "input", "b", { requested: "c", returned: "b" }],
  ["API differs: the API has not applied the value", "API differs", "a", { requested: "a", returned: "b" }],
  ["unknown outcome: of the last update", "unknown outcome", "a", { requested: "a", returned: unknownOutcome }],
  ["last request differs: what the API has", "last request differs", "a", { requested: "b", returned: "a" }],
  [
    "last request differs: what the API has, where null was requested",
    "last request differs",
    "a",
    { requested: null, returned: "a" },
    "note",
  ],
  ["last request differs: null", "last request differs", null, { requested: "b", returned: "a" }, "note"],
];
for (const [what, reason, program, { output = "a", requested, returned }, argument = "size"] of reasons) {
  it(`Reason of a planned update, ${what}`, () => {
    const { arguments: args, outputs } = createState(thing);
    const stored: StoredValues = { output, requested, returned };
    const state = { arguments: { ...args, [argument]: stored }, outputs };
    const { changes } = planChanges(
      withOperations(thing, {}),
      "id-1",
      selectInputs(thing, { [argument]: program }),
      state,
    );
    expect(changes).to.deep.equal([{ argument, effect: "update", reason, values: { ...stored, input: program } }]);
  });
}

describe("Update with an unknown outcome, of what cannot be updated any more", () => {
  const unknown: JsonObject = {
    ...environment.required,
    buildCommand: "make",
    answered: { buildCommand: { outcome: "unknown" } },
  };
  const says =
    "warning: Environment id-1: buildCommand: the outcome of the last update is unknown, and it is not sent again because no operation for it is named any more. Compare it in the web console";

  it("Unknown outcome: replaces nothing, whatever the program sets, and is said", async () => {
    for (const buildCommand of ["make", "other", null]) {
      const { host, lines } = createHost(environment);
      const news = { ...environment.required, buildCommand };
      expect(await host.diff("id-1", unknown, news)).to.deep.equal(none);
      expect(lines).to.deep.equal([says]);
      // After a recorded failure, the engine asks for an update all the same. It settles nothing.
      const { outs } = await host.update("id-1", unknown, news);
      expect(outs).to.deep.include({ answered: { buildCommand: { outcome: "unknown" } } });
    }
  });

  it("Unknown outcome: not said of an argument that the program leaves out", async () => {
    const { host, lines } = createHost(environment);
    expect(await host.diff("id-1", unknown, environment.required)).to.deep.equal(none);
    expect(lines).to.deep.equal([]);
  });

  it("Unknown outcome: settled by a read", async () => {
    const operations = { Environment: "GET /environments/{id}" };
    const { host } = createConfiguredHost({ operations }, environment, { attributes: { build_command: "older" } });
    const { props } = await host.read("id-1", unknown);
    expect(props).to.deep.include({ answered: { buildCommand: "older" } });
    const diffOf = (buildCommand: string) => host.diff("id-1", props, { ...environment.required, buildCommand });
    for (const same of ["make", "older"]) expect(await diffOf(same)).to.deep.equal(none);
    expect(await diffOf("other")).to.deep.equal({ replaces: ["buildCommand"] });
  });
});

it("Plan of a program that changes nothing: has no change that the engine would have to be told of", () => {
  expect(planChanges(withOperations(thing, {}), "id-1", selectInputs(thing, {}), createState(thing))).to.deep.equal({
    changes: [],
    replacement: undefined,
    isHiddenFromEngine: false,
    unsettled: [],
  });
});

it("Children of a class: those whose create has its id in the path", () => {
  const children = definitions.map((one) => [one.names.class, listChildren(one).map(({ names }) => names.class)]);
  expect(Object.fromEntries(children)).to.deep.equal({ Application: ["Environment"], Environment: [], Cache: [] });
});
