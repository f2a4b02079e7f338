/** Random sequences of programs, refreshes, drift and failures, with an API of every habit: what previews say, what is sent, what is kept. */

import { expect } from "chai";
import fc from "fast-check";
import { cache } from "../../../provider/definitions/cache.js";
import { defineResource } from "../../../provider/definitions/definition.js";
import { existingId, optional, required } from "../../../provider/definitions/row.js";
import { text } from "../../../provider/definitions/value-type.js";
import type { ModelArgument } from "./rules.js";
import { isThorough, sequenceOptions } from "./sequence-options.js";
import {
  exercised,
  habits,
  type Kind,
  outcomes,
  promises,
  runScenario,
  type Scenario,
  type Step,
} from "./sequences.js";

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

const shown = { isEchoed: true } as const;

const things: Kind = {
  definition: thing,
  canBeAdopted: true,
  fixed: {},
  listArguments: (update): Record<string, ModelArgument> => ({
    name: { ...shown, wire: "name", canBeUpdated: update, isRequired: true, values: ["a", "b", "B", "b "] },
    branch: { isEchoed: false, wire: "branch", canBeUpdated: update, isRequired: true, values: ["p", "q"] },
    buildCommand: {
      ...shown,
      wire: "build_command",
      canBeUpdated: update,
      isSecret: true,
      isNullable: true,
      values: ["make", "make\n", "m\nx", "m\r\nx", "", "x"],
    },
    rootDirectory: { ...shown, wire: "root_directory", canBeUpdated: update, values: ["/", "/web", "/Web"] },
    region: { ...shown, wire: "region", canBeUpdated: false, values: ["e", "w", "W"] },
    clusterId: { isEchoed: false, wire: "cluster_id", canBeUpdated: false, values: ["c1", "c2"] },
  }),
};

const caches: Kind = {
  definition: cache,
  canBeAdopted: false,
  fixed: { cacheId: "c" },
  listArguments: (): Record<string, ModelArgument> => ({
    name: { ...shown, wire: "name", canBeUpdated: true, isRequired: true, isInEveryUpdate: true, values: ["aa", "bb"] },
    size: { ...shown, wire: "size", canBeUpdated: true, values: ["250mb", "1gb"] },
    isPublic: { ...shown, wire: "is_public", canBeUpdated: true, values: [true, false] },
    triggers: { isEchoed: false, canBeUpdated: true, values: [[1], [2]] },
  }),
};

function arbitraryScenario(kind: Kind): fc.Arbitrary<Scenario> {
  const args = kind.listArguments(true);
  const names = Object.keys(args);
  const of = (name: string) => fc.constantFrom(...(args[name]?.values ?? []));
  const required = names.filter((name) => args[name]?.isRequired);
  const name = fc.constantFrom(...names);
  const values = name.chain((one) => of(one).map((value) => ({ name: one, value })));
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: values.map((one): Step => ({ act: "set", ...one })) },
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constantFrom("leave out", "null", "back"), name }) as fc.Arbitrary<Step>,
    },
    { weight: 1, arbitrary: values.map((one): Step => ({ act: "drift", ...one })) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Step[]>(
        { act: "refresh" },
        { act: "refresh" },
        { act: "arrive" },
        { act: "name update" },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constant("adopt"),
        which: fc.constantFrom("own", "other", "none"),
      }) as fc.Arbitrary<Step>,
    },
  );
  const rest = fc.record({
    isUp: fc.boolean(),
    outcome: fc.option(fc.constantFrom(...outcomes), { nil: undefined, freq: 3 }),
  });
  return fc.record({
    operations: fc.record({ update: fc.boolean(), read: fc.boolean() }),
    isAdopted: fc.boolean(),
    habits: fc.record(Object.fromEntries(names.map((one) => [one, fc.constantFrom(undefined, undefined, ...habits)]))),
    program: fc.record(Object.fromEntries(names.map((one) => [one, of(one)])), { requiredKeys: required }),
    steps: fc.array(
      fc.tuple(step, rest).map(([one, more]) => ({ ...one, ...more })),
      { minLength: 1, maxLength: 9 },
    ),
  }) as fc.Arbitrary<Scenario>;
}

describe("Sequences", () => {
  for (const [title, kind] of [
    ["what is created", things],
    ["a cache", caches],
  ] as const) {
    it(`Sequence of programs of ${title}: previews tell the truth, and the state follows the rules, whatever the API does`, async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryScenario(kind), (scenario) => runScenario(kind, scenario)),
        sequenceOptions,
      );
      if (isThorough) {
        const missing = promises.filter((promise) => !exercised.has(promise));
        expect(missing, "promises that no sequence looked at").to.deep.equal([]);
      }
    });
  }
});
