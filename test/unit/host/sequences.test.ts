/** Random sequences of programs, refreshes, drift and failures, with an API of every habit: what previews say, what is sent, what is kept. */

import { expect } from "chai";
import fc from "fast-check";
import { cache } from "../../../provider/definitions/cache.js";
import { defineResource } from "../../../provider/definitions/definition.js";
import { existingId, optional, required } from "../../../provider/definitions/row.js";
import { text } from "../../../provider/definitions/value-type.js";
import { habits, outcomes } from "./sequence-api.js";
import { isThorough, sequenceOptions } from "./sequence-options.js";
import { exercised, type Kind, promises, runScenario, type Scenario, type Step } from "./sequences.js";

/** A resource with one argument of each kind. */
const thing = defineResource("Thing", {
  apiType: "things",
  path: "/things",
  deletion: "with consent",
  create: "POST /things",
  rows: {
    name: required(text()),
    branch: required(text(), { echoed: false }),
    buildCommand: optional(text(), { nullable: "value", mayHoldSecrets: true }),
    rootDirectory: optional(text()),
    region: optional(text(), { replaces: true }),
    clusterId: optional(text(), { echoed: false, replaces: true }),
    existingId,
  },
});

const kinds: Readonly<Record<string, Kind>> = {
  "what is created": {
    definition: thing,
    fixed: {},
    values: {
      name: ["a", "b", "B", "b "],
      branch: ["p", "q"],
      buildCommand: ["make", "make\n", "m\nx", "m\r\nx", "", "x"],
      rootDirectory: ["/", "/web", "/Web"],
      region: ["e", "w", "W"],
      clusterId: ["c1", "c2"],
    },
  },
  "a cache": {
    definition: cache,
    fixed: { cacheId: "c" },
    values: { name: ["aa", "bb"], size: ["250mb", "1gb"], isPublic: [true, false], triggers: [[1], [2]] },
  },
};

function arbitraryScenario({ definition, values }: Kind): fc.Arbitrary<Scenario> {
  const names = Object.keys(values);
  const requiredKeys = definition.arguments.flatMap(({ name, row }) =>
    row.role === "required" && name in values ? [name] : [],
  );
  const of = (name: string) => fc.constantFrom(...(values[name] ?? []));
  const name = fc.constantFrom(...names);
  const value = name.chain((one) => of(one).map((some) => ({ name: one, value: some })));
  const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, freq: number) =>
    fc.option(arbitrary, { nil: undefined, freq });
  const steps: readonly [weight: number, fc.Arbitrary<Step>][] = [
    [4, value.map((one): Step => ({ act: "set", ...one }))],
    [3, fc.record({ act: fc.constantFrom("leave out" as const, "null" as const, "back" as const), name })],
    [2, value.map((one): Step => ({ act: "drift", ...one }))],
    [2, fc.constant<Step>({ act: "refresh" })],
    [2, fc.constantFrom<Step[]>({ act: "arrive" }, { act: "name update" })],
    [1, fc.record({ act: fc.constant("adopt" as const), which: fc.constantFrom("own", "other", "none") })],
  ];
  const step = fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const rest = fc.record({ isUp: fc.boolean(), outcome: rarely(fc.constantFrom(...outcomes), 3) });
  return fc.record({
    operations: fc.record({ update: fc.boolean(), read: fc.boolean() }),
    isAdopted: fc.boolean(),
    habits: fc.record(Object.fromEntries(names.map((one) => [one, fc.constantFrom(undefined, undefined, ...habits)]))),
    program: fc.record(Object.fromEntries(names.map((one) => [one, of(one)])), { requiredKeys }),
    secrets: fc.subarray(names),
    ignored: rarely(name, 4),
    steps: fc.array(
      fc.tuple(step, rest).map(([one, more]) => ({ ...one, ...more })),
      { minLength: 1, maxLength: 9 },
    ),
  });
}

describe("Sequences", () => {
  for (const [title, kind] of Object.entries(kinds)) {
    it(`Sequence of programs of ${title}: previews tell the truth, and no secret is shown, whatever the API does`, async () => {
      const runs = fc.asyncProperty(arbitraryScenario(kind), (scenario) => runScenario(kind, scenario));
      await fc.assert(runs, sequenceOptions);
    });
  }

  // A few runs don't reach every promise.
  if (isThorough) {
    it("Sequences: each promise was looked at", () => {
      const missing = promises.filter((promise) => !exercised.has(promise));
      expect(missing).to.deep.equal([]);
    });
  }
});
