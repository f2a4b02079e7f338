import fc from "fast-check";
import type { Fault } from "./environment-api.js";

const names = ["a", "b", "c"] as const;
export type Name = (typeof names)[number];

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

export type Declared = ValueOf<typeof declared>;
const declared = fc.record({
  title: fc.constantFrom("one", "two"),
  branch: fc.constantFrom("main", "next"),
  clusterId: fc.constantFrom("x", "x", "y"),
  /** Which of the existing things it adopts, if any. */
  adopts: rarely(fc.nat(5)),
  isUnknownInPreview: fc.boolean(),
  retainOnDelete: fc.constantFrom(false, false, true, undefined),
  /** What a transformation returns as `retainOnDelete`: the engine's option then differs from the host's input. */
  transformed: fc.constantFrom<("as it is" | "dropped" | boolean)[]>("as it is", "as it is", "dropped", false, true),
  deleteBeforeReplace: fc.boolean(),
  /** By `--replace`: the engine then asks for no diff. */
  isForced: fc.constantFrom(false, false, false, true),
});

export type Run = ValueOf<typeof run>;
const run = fc.record({
  command: fc.constantFrom("up", "up", "up", "refresh", "destroy"),
  refreshesFirst: fc.constantFrom(false, false, true),
  program: fc.record({ a: declared, b: declared, c: declared }, { requiredKeys: [] }),
  operations: fc.constantFrom("read,update,delete", "update,delete", "delete", "delete", "read", ""),
  faults: fc.array(
    fc.constantFrom<Fault[]>("none", "none", "none", "none", "refused", "lost", "lost", "not found", "no id"),
  ),
  /** Before, the state of one name moves to another, as with `aliases`. */
  rename: rarely(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names))),
  /** A POST returns a thing of the same name, if there is one, instead of a new one. */
  findsByName: fc.boolean(),
});
export const runs: fc.Arbitrary<Run[]> = fc.array(run, { minLength: 2, maxLength: 8 });

export function listDeclared(program: Run["program"]): [Name, Declared][] {
  return Object.entries(program) as [Name, Declared][];
}

/** Finds the option by which the engine decides whether it asks the host for a delete. */
export function findOption({ retainOnDelete = true, transformed }: Declared): boolean {
  if (transformed === "as it is") return retainOnDelete;
  return transformed === "dropped" ? false : transformed;
}
