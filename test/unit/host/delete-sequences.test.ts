/** Random runs in a row: whatever they adopt, rename, replace, transform and fail, nothing is deleted without consent. */

import { expect } from "chai";
import fc from "fast-check";
import { counts } from "./delete-cases.js";
import { type Declared, names, type Run } from "./delete-scenario.js";
import { Stack } from "./delete-sequences.js";
import type { Fault } from "./environment-api.js";
import { isThorough } from "./sequence-options.js";
import { assertSequences, formatLiteral, formatTest } from "./sequence-repetition.js";

const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const declared: fc.Arbitrary<Declared> = fc.record({
  title: fc.constantFrom("one", "two"),
  branch: fc.constantFrom("main", "next"),
  clusterId: fc.constantFrom("x", "x", "y"),
  adopts: rarely(fc.nat(5)),
  isUnknownInPreview: fc.boolean(),
  retainOnDelete: fc.constantFrom(false, false, true, undefined),
  transformed: fc.constantFrom<Declared["transformed"][]>("as it is", "as it is", "as it is", "dropped", false, true),
  deleteBeforeReplace: fc.boolean(),
  isForced: fc.constantFrom(false, false, false, true),
});
const run: fc.Arbitrary<Run> = fc.record({
  command: fc.constantFrom("up", "up", "up", "refresh", "destroy"),
  refreshesFirst: fc.constantFrom(false, false, true),
  program: fc.record({ a: declared, b: declared, c: declared }, { requiredKeys: [] }),
  operations: fc.constantFrom("read,update,delete", "update,delete", "delete", "delete", "read", ""),
  faults: fc.array(
    fc.constantFrom<Fault[]>("none", "none", "none", "none", "refused", "lost", "lost", "not found", "no id"),
  ),
  rename: rarely(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names))),
  findsByName: fc.boolean(),
});

it("Delete, in random runs: sent for what the state lets go with consent, never without it, and never for what this run has in use", async () => {
  const runAll = async (runs: readonly Run[]) => {
    const stack = new Stack();
    for (const one of runs) await stack.run(one);
  };
  await assertSequences(fc.array(run, { minLength: 2, maxLength: 8 }), runAll, (runs) =>
    formatTest(["const stack = new Stack()", ...runs.map((one) => `await stack.run(${formatLiteral(one)})`)]),
  );
  if (isThorough) {
    const missing = Object.entries(counts).filter(([, count]) => count === 0);
    expect(missing, "cases that never came up").to.deep.equal([]);
  }
});
