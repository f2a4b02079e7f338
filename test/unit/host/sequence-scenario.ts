/** The parts of random sequences: a program of one resource, the API's habit for each argument, and steps. */

import fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/api/http/json.js";
import type { Definition } from "../../../provider/definitions/definition.js";
import { type Habit, habits, type Outcome, outcomes, type Values } from "./sequence-api.js";
import { isThorough } from "./sequence-repetition.js";

export interface TestedClass {
  readonly definition: Definition;
  readonly fixed: JsonObject;
  readonly values: Values;
}

export type Step =
  | { readonly act: "set"; readonly name: string; readonly value: Json; readonly isSecret: boolean | undefined }
  | { readonly act: "drift"; readonly name: string; readonly value: Json }
  | { readonly act: "leave out" | "null" | "back" | "accept"; readonly name: string }
  | { readonly act: "adopt"; readonly which: "own" | "other" | "none" }
  | { readonly act: "refresh" | "arrive" | "name update" };

export interface Scenario {
  readonly operations: { readonly update: boolean; readonly read: boolean };
  readonly isAdopted: boolean;
  readonly habits: Readonly<Record<string, Habit | undefined>>;
  readonly program: Readonly<Record<string, Json | undefined>>;
  /** The arguments that are secrets in the program, until a step sets one to a plain value. */
  readonly secrets: readonly string[];
  readonly ignored: string | undefined;
  readonly steps: readonly (Step & Sequel)[];
}

interface Sequel {
  readonly isFollowed: boolean;
  readonly outcome: Outcome | undefined;
  /** The arguments that are unknown in a preview before that `up`. */
  readonly unknowns: readonly string[];
}

export function arbitraryScenario({ definition, values }: TestedClass): fc.Arbitrary<Scenario> {
  const { idArgument } = definition;
  const names = Object.keys(values);
  const isRequired = (name: string) => definition.rows[name]?.role === "required";
  const chooseValue = (name: string) => fc.constantFrom(...(values[name] ?? []));
  const chooseHabit = () => fc.constantFrom(undefined, undefined, ...habits);
  return fc.record({
    operations: fc.record({ update: mostly, read: mostly }),
    isAdopted: fc.boolean(),
    habits: fc.record(Object.fromEntries(names.map((name) => [name, chooseHabit()]))),
    program: fc.record(Object.fromEntries(names.map((name) => [name, chooseValue(name)])), {
      requiredKeys: names.filter(isRequired),
    }),
    secrets: fc.subarray(names),
    ignored: sometimes(fc.constantFrom(...names), 1 / 2),
    steps: chooseChanged(definition, names).chain((changed) => arbitrarySteps(changed, idArgument, chooseValue)),
  });
}

const mostly = fc.constantFrom(true, true, true, false);

/** Chooses what steps change: usually one or two arguments, so that steps meet. Most rules are about secrets. */
function chooseChanged({ rows }: Definition, names: readonly string[]): fc.Arbitrary<readonly string[]> {
  const some = fc.subarray([...names], { minLength: 1, maxLength: 2 });
  const hidden = names.filter((name) => rows[name]?.secret === true);
  return fc.oneof({ weight: 1, arbitrary: fc.constant(names) }, { weight: 2, arbitrary: some }, fc.constant(hidden));
}

function arbitrarySteps(
  changed: readonly string[],
  idArgument: string,
  chooseValue: (name: string) => fc.Arbitrary<Json>,
) {
  const name = fc.constantFrom(...changed);
  const value = name.chain((one) => fc.record({ name: fc.constant(one), value: chooseValue(one) }));
  const isSecret = fc.constantFrom(undefined, undefined, true, false);
  const set = fc.tuple(value, isSecret).map(([one, secret]): Step => ({ act: "set", ...one, isSecret: secret }));
  const step = fc.oneof(
    { weight: 4, arbitrary: set },
    {
      weight: 4,
      arbitrary: fc.record({ act: fc.constantFrom("leave out" as const, "null", "back", "accept"), name }),
    },
    { weight: 2, arbitrary: value.map((one): Step => ({ act: "drift", ...one })) },
    { weight: 2, arbitrary: fc.constant<Step>({ act: "refresh" }) },
    { weight: 2, arbitrary: fc.constantFrom<Step[]>({ act: "arrive" }, { act: "name update" }) },
    { weight: 1, arbitrary: fc.constantFrom<Step[]>(...adoptions) },
  );
  const rest = fc.record({
    isFollowed: fc.constantFrom(true, true, false),
    outcome: sometimes(fc.constantFrom(...outcomes), 2 / 3),
    unknowns: fc.oneof(fc.constant([]), fc.subarray([...changed, idArgument])),
  });
  const whole = fc.tuple(step, rest).map(([one, more]) => ({ ...one, ...more }));
  return fc.array(whole, { minLength: 2, maxLength: isThorough ? 9 : 6 });
}

const adoptions = (["own", "other", "none"] as const).map((which) => ({ act: "adopt", which }) as const);

function sometimes<Value>(arbitrary: fc.Arbitrary<Value>, share: number): fc.Arbitrary<Value | undefined> {
  const weight = Math.round(share * 100);
  return fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(undefined) }, { weight, arbitrary });
}
